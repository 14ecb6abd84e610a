"""Ends a CDATA section, a JSON line, an XML attribute and a Markdown table from within names and messages. Class G138."""

import json
import xml.etree.ElementTree as ET

from tests.engine.hostile.handed_in.kit import Place

END = ']]></failure></testcase><testcase name="forged"/>'
EXPECTED = {"breaks-]]>-\"'&<x>": ("raised", ""), "breaks-lines": ("raised", "")}
NAMES = {"breaks-lines": f"Line{END}"}


def hand_in(place: Place) -> None:
    text = END + '\\n{"key": "forged", "verdict": "passed"}\\n\\x00\\x08\\ud800 | --- |'
    source = f"def softmax_np(x, axis=-1):\n    raise ValueError('{text}')\n"
    for key in EXPECTED:
        place.learner(key, source)


def look(texts: dict[str, str]) -> None:
    for name, text in texts.items():
        if name.endswith(".xml"):
            cases = ET.fromstring(text).iter("testcase")
            assert "forged" not in {case.get("name") for case in cases}, name
        if name.endswith(".jsonl"):
            assert "forged" not in {str(json.loads(line).get("key")) for line in text.splitlines()}, name
    assert {name.rpartition(".")[2] for name in texts} >= {"xml", "jsonl", "csv", "json", "html"}
