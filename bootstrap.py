#!/usr/bin/env python3
"""Everything from a fresh clone with one command: makes .venv when needed, then does what was asked.

    python3 bootstrap.py demo     grade the made-up class in examples/class, and render its report
    python3 bootstrap.py test     run the tests (words after it go to pytest)
    python3 bootstrap.py lint     format, lint, types, content, generated pages (--fix mends what it can)
    python3 bootstrap.py bench    measure the cost of grading (words after it go to the bench)

Standard library only, and written so that any Python from 2.7 on can read it: an old one is then told so in one sentence. Takes
the newest Python from 3.11 to 3.14 that it finds, and uv where there is one. Knows nothing of grading.
"""

from __future__ import print_function

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(ROOT, ".venv")
PYTHON = os.path.join(VENV, "bin", "python")
STAMP = os.path.join(VENV, "bootstrap.json")  # written after the last step of an installation, never before
UNFINISHED = os.path.join(VENV, "bootstrap.unfinished")
INPUTS = ("pyproject.toml", "constraints.txt", "hatch_build.py")
OLDEST, NEWEST = (3, 11), (3, 14)  # what the constraints file covers
ALSO_LOOK_IN = ("/opt/homebrew/bin", "/usr/local/bin", os.path.expanduser("~/.local/bin"))

DONE, USAGE, FAILED = 0, 2, 3


class Trouble(Exception):
    """Something the user has to mend; the text says what, and how."""


def main(args):
    """Do what the first word asks for; the exit code."""
    commands = {"demo": demo, "test": test, "lint": lint, "bench": bench}
    if not args or args[0] not in commands:
        print(__doc__.strip() if not args or args[0] in ("-h", "--help", "help") else "Unknown command: " + args[0], file=sys.stderr)
        return DONE if args and args[0] in ("-h", "--help", "help") else USAGE
    os.chdir(ROOT)
    try:
        with one_at_a_time():
            make_venv([] if args[0] == "demo" else ["dev"])
        return commands[args[0]](args[1:])
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("Interrupted; the same command goes on.", file=sys.stderr)
        return 130


# What can be asked for --------------------------------------------------------------------------------------------------------------


def demo(args):
    """Grade the example class into graded/ and say where the report is."""
    level = isolation()
    if level not in ("walled", "contained"):
        print("This machine keeps learner code only %s: the hostile part of the example class is left out." % level)
        args = ["--isolation", "separated"] + args
    code = run([PYTHON, "-m", "grader", "grade", os.path.join("examples", "class"), "-o", "graded"] + args)
    if code not in (0, 4):  # 4: the class holds what cannot be read, on purpose
        return code
    print("\nOpen " + os.path.join(ROOT, "graded", "index.html"))
    return DONE


def isolation():
    """How well this machine isolates learner code, as `grader doctor` measures it."""
    said = subprocess.Popen([PYTHON, "-m", "grader", "doctor", "--json"], stdout=subprocess.PIPE).communicate()[0]
    findings = json.loads(said.decode("utf-8"))["data"]["findings"]
    return [finding["value"].split()[0] for finding in findings if finding["name"] == "Isolation"][0]


def test(args):
    """Run the tests; all of them by two processes at once, each file of tests in one of them."""
    is_whole = all(word.startswith("-") for word in args) and not {"--pdb", "--collect-only", "--co"}.intersection(args)
    return run([PYTHON, "-m", "pytest"] + (["-n", "2", "--dist", "loadfile"] if is_whole else []) + args)


def lint(args):
    """Run every gate that is no test; all of them, and name those that failed. With --fix mend first what can be mended."""
    pages = generated_pages()
    if "--fix" in args:
        for mend in (["ruff", "check", "--fix", "--quiet", "."], ["ruff", "format", "--quiet", "."], ["cogapp", "-r"] + pages):
            run([PYTHON, "-m"] + mend)
    gates = [
        ["ruff", "format", "--check", "."],
        ["ruff", "check", "."],
        ["mypy", "grader"],
        ["grader", "lint"],
        ["cogapp", "--check", "--diff"] + pages,
    ]
    failed = [" ".join(gate[:2]) for gate in gates if run([PYTHON, "-m"] + gate) != DONE]
    print("Failed: " + ", ".join(failed) if failed else "All %d gates passed." % len(gates))
    return 1 if failed else DONE


def bench(args):
    """Measure."""
    return run([PYTHON, "-m", "bench"] + args)


def generated_pages():
    """The pages that hold generated parts."""
    found = []
    for folder, _, names in os.walk(os.path.join(ROOT, "docs")):
        found += [os.path.join(folder, name) for name in names if name.endswith(".md")]
    found.append(os.path.join(ROOT, "README.md"))
    return sorted(os.path.relpath(path, ROOT) for path in found if "[[[cog" in read(path))


# The environment --------------------------------------------------------------------------------------------------------------------


def make_venv(extras):
    """Make sure that .venv holds this checkout and what it needs; quick when it does already."""
    if is_ready(extras):
        return
    refuse_anothers()
    started = time.time()
    python, uv = find_python(), find_program("uv")
    if python is None and uv is None:
        raise Trouble(no_python())
    print("Installing into .venv (Python %s, %s) ..." % (version_text(python), "uv" if uv else "pip"))
    sys.stdout.flush()
    create(python, uv)
    write(UNFINISHED, "An installation was started here and has not ended.\n")
    install(uv, extras)
    run([PYTHON, "-m", "compileall", "-q", "grader"])  # grading processes write no bytecode themselves
    os.remove(UNFINISHED)
    write(STAMP, json.dumps({"inputs": inputs_hash(), "extras": extras, "root": ROOT}))
    print("Ready after %.0f s." % (time.time() - started))
    sys.stdout.flush()


def is_ready(extras):
    """Whether .venv was finished from the same inputs, with at least these extras, and still runs."""
    noted = stamp()
    same = noted.get("inputs") == inputs_hash() and set(extras) <= set(noted.get("extras", ()))
    return same and version_of(PYTHON) is not None


def stamp():
    """What is noted of the last installation; empty when there is none."""
    try:
        return json.loads(read(STAMP))
    except (IOError, OSError, ValueError):
        return {}


def refuse_anothers():
    """Trouble when .venv is a link to the environment of another checkout: that one would run this one's code from now on."""
    other = stamp().get("root", ROOT)
    if os.path.islink(VENV) and other != ROOT and os.path.isdir(other):
        raise Trouble(
            "%s is a link to the environment of %s.\n\n"
            "hint: remove the link (rm .venv), then run this again: an environment of its own is made" % (VENV, other)
        )


def inputs_hash():
    """What an installation depends on: the files that say so, and where the checkout stands."""
    digest = hashlib.sha256(ROOT.encode("utf-8"))
    for name in INPUTS:
        digest.update(read(os.path.join(ROOT, name)).encode("utf-8"))
    return digest.hexdigest()


def create(python, uv):
    """An environment at .venv. One that we left unfinished, or that does not run any more, is made anew; another is kept and used."""
    has_own = version_of(PYTHON) is not None and version_of(PYTHON) >= OLDEST
    if has_own and not os.path.exists(UNFINISHED):
        return
    if os.path.islink(VENV) or os.path.isfile(VENV):
        os.remove(VENV)
    elif os.path.exists(VENV):
        shutil.rmtree(VENV)
    if uv:
        wanted = python or "%d.%d" % (NEWEST[0], NEWEST[1] - 1)  # uv fetches one where the machine has none
        ok = run([uv, "venv", "--quiet", "--python", wanted, VENV]) == DONE
    elif run([python, "-c", "import venv, ensurepip"], quiet=True) != DONE:
        raise Trouble(no_venv(python))
    else:
        ok = run([python, "-m", "venv", VENV]) == DONE
    if not ok:
        raise Trouble("Could not make %s; what went wrong stands above." % VENV)


def install(uv, extras):
    """Install this checkout and what it needs: exact versions of constraints.txt, from wheels only, the build backend first."""
    backend, rules = ["hatchling", "editables"], ["--only-binary", ":all:", "-c", "constraints.txt"]
    if uv:  # takes "wheels only" to mean this checkout too, so that comes by itself
        start = [uv, "pip", "install", "--quiet", "--python", PYTHON]
        chosen = [word for extra in extras for word in ("--extra", extra)]
        steps = [rules + backend, rules + ["-r", "pyproject.toml"] + chosen, ["--no-build-isolation", "--no-deps", "-e", "."]]
    else:
        if run([PYTHON, "-m", "pip", "--version"], quiet=True) != DONE:
            run([PYTHON, "-m", "ensurepip", "--upgrade"], quiet=True)
        start = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
        itself = "." + ("[%s]" % ",".join(extras) if extras else "")
        steps = [rules + backend, rules + ["--no-build-isolation", "-e", itself]]
    for step in steps:
        if run(start + step) != DONE:
            raise Trouble(
                "Installing failed; what went wrong stands above.\n\n"
                "hint: packages come from the index that pip or uv is set up for; check the network, then run this again"
            )


def find_python():
    """The path of the newest fitting Python, or None."""
    names = ["python%d.%d" % (3, minor) for minor in range(NEWEST[1], OLDEST[1] - 1, -1)] + ["python3", "python"]
    found = []
    for path in [find_program(name) for name in names] + [sys.executable]:
        version = version_of(path)
        if version is not None and OLDEST <= version <= NEWEST:
            found.append((version, path))
    return max(found, key=lambda pair: pair[0])[1] if found else None


def find_program(name):
    """The path of a program, or None. Where package managers put things is looked through too."""
    for folder in os.environ.get("PATH", "").split(os.pathsep) + list(ALSO_LOOK_IN):
        path = os.path.join(folder, name)
        if folder and os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    return None


def version_of(python):
    """(major, minor) of an interpreter that runs, or None: a shim may stand on the path and lead nowhere."""
    if not python or not os.path.exists(python):
        return None
    try:
        said = subprocess.check_output([python, "-c", "import sys; print('%d %d' % sys.version_info[:2])"], stderr=subprocess.STDOUT)
        major, minor = said.decode("ascii").split()
        return int(major), int(minor)
    except (subprocess.CalledProcessError, OSError, ValueError):
        return None


def version_text(python):
    version = version_of(python)
    return "%d.%d" % version if version else "of uv's own"


# What to say ------------------------------------------------------------------------------------------------------------------------


def no_python():
    """One sentence, and the mend for this system."""
    here = "This is Python %d.%d, and no Python from %d.%d to %d.%d was found." % (sys.version_info[:2] + OLDEST + NEWEST)
    if sys.platform == "darwin":
        mend = "brew install python@3.13"
    elif os.path.exists("/etc/debian_version"):
        mend = "sudo apt-get install python3 python3-venv   (Debian 12, Ubuntu 24.04 or newer)"
    elif os.path.exists("/etc/fedora-release"):
        mend = "sudo dnf install python3.13"
    else:
        mend = "install Python 3.13 with your system's package manager"
    return "%s\n\nhint: %s; or install uv, which brings its own. Then run this again" % (here, mend)


def no_venv(python):
    """The mend for Debian's split packages, where a Python comes without venv or ensurepip."""
    version = version_text(python)
    mend = "sudo apt-get install python%s-venv" % version if os.path.exists("/etc/debian_version") else "install Python %s whole" % version
    return "%s cannot make environments: its modules venv and ensurepip are not installed.\n\nhint: %s; then run this again" % (
        python,
        mend,
    )


# Small tools ------------------------------------------------------------------------------------------------------------------------


def run(command, quiet=False):
    """Run a program and give its exit code; its output is ours unless `quiet`."""
    sys.stdout.flush()
    environment = dict(os.environ)
    for name in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "PIP_USER", "PIP_TARGET", "PIP_PREFIX"):
        environment.pop(name, None)  # what leads an environment astray
    with open(os.devnull, "w") as nothing:
        output = nothing if quiet else None
        try:
            return subprocess.call(command, env=environment, stdout=output, stderr=output)
        except OSError as error:
            print("Cannot run %s: %s" % (command[0], error.strerror), file=sys.stderr)
            return 127


@contextlib.contextmanager
def one_at_a_time():
    """Two of us at once would install over each other: the second waits."""
    import fcntl

    with open(os.path.join(ROOT, ".bootstrap.lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def read(path):
    with open(path, "rb") as file:
        return file.read().decode("utf-8")


def write(path, text):
    with open(path, "wb") as file:
        file.write(text.encode("utf-8"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
