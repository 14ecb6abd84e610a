"""What every test gets: a cache of its own, no network, and golden files for whole screens."""

from __future__ import annotations

import contextlib
import difflib
import gc
import os
import shutil
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader.store.learner import LearnerStore

GOLDEN = Path(__file__).parent / "engine" / "golden"
Golden = Callable[[str, str], None]
Opened = Callable[[Path], LearnerStore]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="Rewrite the golden files; review the diff like code.")


def pytest_configure() -> None:
    """The programs under test hear Ctrl-C and a closed terminal even where the tests were started in the background, by nohup."""
    for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, usual)


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or fills the user's own cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session", autouse=True)
def _no_network() -> Iterator[None]:
    """Connections leave this machine in no test; unix sockets and the loopback are fine."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: object) -> None:
        host = address[0] if isinstance(address, tuple) else "local"
        if host not in ("local", "localhost", "::1") and not str(host).startswith("127."):
            raise AssertionError(f"a test wanted to connect to {address!r}")
        connect(self, address)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", guarded)
        yield


@pytest.fixture(scope="module", autouse=True)
def _nothing_is_left_to_the_collector() -> Iterator[None]:
    """What a module opened it also closed: a file that only the garbage collector closes would do so in the middle of another test."""
    yield
    before = _descriptors()
    gc.collect()
    forgotten = sorted(set(before.values()) - set(_descriptors().values()))
    assert forgotten == [], "opened here and never closed"


def _descriptors() -> dict[str, str]:
    found = {}
    if os.path.isdir("/proc/self/fd"):
        for name in os.listdir("/proc/self/fd"):
            with contextlib.suppress(OSError):  # the one that the listing itself took
                found[name] = os.readlink(f"/proc/self/fd/{name}")
    return found


@pytest.fixture
def opened() -> Iterator[Opened]:
    """Opens learners' stores: opened(folder). All are closed after the test."""
    with contextlib.ExitStack() as stack:
        yield lambda folder: stack.enter_context(LearnerStore(folder))


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """`golden("name.txt", text)`: the text equals the kept file; `pytest --update-golden` rewrites it."""
    is_update = bool(request.config.getoption("--update-golden"))
    return lambda name, text: compare_golden(GOLDEN / name, text, is_update=is_update)


def compare_golden(path: Path, text: str, *, is_update: bool) -> None:
    """Fail with a diff when a kept file says something else, or rewrite it."""
    if is_update:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return
    kept = path.read_text(encoding="utf-8") if path.is_file() else ""
    if kept != text:
        diff = "\n".join(difflib.unified_diff(kept.splitlines(), text.splitlines(), f"kept {path.name}", "now", lineterm=""))
        pytest.fail(f"{diff}\n\nif this is meant, run pytest --update-golden and review the diff", pytrace=False)


CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
QUIET = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync"


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    """Chromium, once for all tests: two drivers in one process get in each other's way, so nobody starts another."""
    playwright = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    with playwright.sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=CHROMIUM, args=QUIET.split())
        yield chromium
        chromium.close()
