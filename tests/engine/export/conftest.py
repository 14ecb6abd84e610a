"""The real Anki, as for the drill."""

from tests.engine.drill.conftest import ask_anki

__all__ = ["ask_anki"]
