"""Ends a CDATA section, a JSON line, an XML attribute and a Markdown table from within names and messages. Class G138.

And what no page could be written of: half a character as the name of a local value, numbers so far apart that no number says how far.
"""

import json
import xml.etree.ElementTree as ET

from tests.engine.hostile.handed_in.kit import Place

END = ']]></failure></testcase><testcase name="forged"/>'
ENDS = ("breaks-]]>-\"'&<x>", "breaks-lines")
EXPECTED = {**dict.fromkeys(ENDS, ("raised", "")), "breaks-by-a-name": ("raised", ""), "breaks-by-distance": ("failed", "")}
NAMES = {"breaks-lines": f"Line{END}"}


def hand_in(place: Place) -> None:
    text = END + '\\n{"key": "forged", "verdict": "passed"}\\n\\x00\\x08\\ud800 | --- |'
    source = f"def softmax_np(x, axis=-1):\n    raise ValueError('{text}')\n"
    for key in ENDS:
        place.learner(key, source)
    place.learner("breaks-by-a-name", "globals()['\\ud800\\u202e<b>'] = 1\nraise ValueError\n")
    far = "r = np.full(np.shape(x), 1.7e308)\n    r.flat[0] = -1.7e308\n    return r\n"
    place.learner("breaks-by-distance", f"import numpy as np\n\n\ndef softmax_np(x, axis=-1):\n    {far}")


def look(texts: dict[str, str]) -> None:
    for name, text in texts.items():
        if name.endswith(".xml"):
            cases = ET.fromstring(text).iter("testcase")
            assert "forged" not in {case.get("name") for case in cases}, name
        if name.endswith(".jsonl"):
            assert "forged" not in {str(json.loads(line).get("key")) for line in text.splitlines()}, name
    assert {name.rpartition(".")[2] for name in texts} >= {"xml", "jsonl", "csv", "json", "html"}
