"""Compiled templates: kept once, used only for the text they come from, and never needed."""

from __future__ import annotations

from pathlib import Path

import jinja2
import pytest

from grader.report.compiled import CompiledTemplates


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of this test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def rendered(text: str, *, compiles: bool = True) -> str:
    """A page by a new environment, as in a new process; with `compiles` off, compiling is an error."""
    environment = jinja2.Environment(loader=jinja2.DictLoader({"page.html": text}), bytecode_cache=CompiledTemplates("test"))
    if not compiles:
        environment.compile = lambda *args, **kwargs: pytest.fail("compiled again")  # type: ignore[method-assign, assignment]  # for this test
    return environment.get_template("page.html").render(name="Ada")


def test_a_template_is_compiled_once_for_all_processes() -> None:
    first = rendered("Hello {{ name }}")

    assert (first, rendered("Hello {{ name }}", compiles=False)) == ("Hello Ada", "Hello Ada")


def test_a_changed_template_is_compiled_anew() -> None:
    rendered("Hello {{ name }}")

    assert rendered("Bye {{ name }}") == "Bye Ada"


def test_a_damaged_entry_is_compiled_anew(cache: Path) -> None:
    rendered("Hello {{ name }}")
    for path in cache.rglob("*.bin"):
        path.write_bytes(path.read_bytes()[:-20])

    assert rendered("Hello {{ name }}") == "Hello Ada"


def test_a_cache_that_cannot_be_written_costs_only_time(cache: Path) -> None:
    cache.write_text("a file where the folder would be")

    assert rendered("Hello {{ name }}") == "Hello Ada"


def test_only_the_user_can_write_what_is_run(cache: Path) -> None:
    rendered("Hello {{ name }}")

    folder = next(cache.rglob("templates-*"))
    assert folder.stat().st_mode & 0o077 == 0
