"""The shape of the quiz files as pydantic models: for lint and for the published JSON Schema, never loaded by a learner's command.

Only what one file can show is checked here; what needs several items, or arithmetic, is a rule of `rules`. Descriptions become the hovers
of editors.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from grader.quiz.card import CardSet
from grader.quiz.model import Depth, Scoring, Track

Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$", description="Permanent: lower case, digits, hyphens.")]
Tag = Annotated[str, Field(pattern=r"^[a-z0-9-]+(/[a-z0-9-]+)?$", description="A misconception or slip; a variant may follow a slash.")]
Text = Annotated[str, Field(min_length=1)]
Expression = Annotated[int | float | str, Field(description="A number, or arithmetic over the parameters.")]
Cells = Annotated[Expression | list[Any], Field(description="A table, or an expression that gives one.")]


class Strict(BaseModel):
    """No unknown key, no guessed type."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Param(Strict):
    """How a parameter is drawn: exactly one of the rules, in the order of the file."""

    choice: list[Any] | str | None = Field(None, description="One of these.")
    int: list[Expression] | None = Field(None, description="A whole number from the first to the second.", min_length=2, max_length=2)
    ints: list[Expression] | None = Field(None, description="`count` whole numbers in this range.", min_length=2, max_length=2)
    table: list[Expression] | None = Field(None, description="`count: [rows, columns]` whole numbers.", min_length=2, max_length=2)
    sample: list[Any] | str | None = Field(None, description="`count` different ones of these, in random order.")
    shuffle: list[Any] | str | None = Field(None, description="All of these, in random order.")
    derive: str | None = Field(None, description="Worked out from parameters above.")
    count: Expression | None = None


class ToleranceModel(Strict):
    """How far off an answer may be; the edge is inside."""

    abs: float | int | None = Field(None, ge=0)
    rel: float | int | None = Field(None, ge=0)
    decimals: Annotated[int, Field(ge=0, le=9)] | None = None
    sigfigs: Annotated[int, Field(ge=1, le=12)] | None = None


class OptionModel(Strict):
    """One choice; a wrong one carries a misconception or feedback."""

    id: Id
    text: Text
    correct: bool = False
    misconception: Tag | None = None
    feedback: Text | None = None
    pin: Literal["last"] | None = Field(None, description="Stays last when options are shuffled.")


class ItemModel(Strict):
    """Something to order or match."""

    id: Id
    text: Text


class WrongAnswer(Strict):
    """A wrong number or table that shows something."""

    answer: Cells
    misconception: Tag
    feedback: Text | None = None
    when: Expression | None = Field(None, description="Only counts when this is true.")


class WrongText(Strict):
    """A wrong word that shows something."""

    text: Text
    misconception: Tag
    feedback: Text | None = None
    when: Expression | None = None


class WrongOrder(Strict):
    """A wrong order that shows something."""

    order: list[str] | str
    misconception: Tag
    feedback: Text | None = None
    when: Expression | None = None


class WrongPair(Strict):
    """A wrong pair that shows something."""

    left: Id
    right: Id
    misconception: Tag


class WrongOutput(Strict):
    """A wrong print-out that shows something."""

    stdout: str
    misconception: Tag
    feedback: Text | None = None
    when: Expression | None = None


class WrongCells(Strict):
    """A wrong set of cells that shows something."""

    cells: Cells
    misconception: Tag
    feedback: Text | None = None
    when: Expression | None = None


class QuestionModel(Strict):
    """What every question has."""

    id: Id
    level: Depth = Field(description="recall, compute, explain, transfer or bug", strict=False)
    difficulty: Annotated[int, Field(ge=1, le=3)]
    track: Annotated[Track, Field(strict=False)] = Track.FOUNDATION
    needs: list[Id] = Field([], description="Exercises that should be done first.")
    not_with: list[Id] = Field([], description="Questions that give this one away, or ask the same.")
    terms: list[Id] = []
    misconception: Tag | None = Field(None, description="Fired by a wrong answer that fires nothing else.")
    prompt: Text
    code: str = ""
    params: dict[Annotated[str, Field(pattern=r"^[a-zA-Z][a-zA-Z0-9_]*$")], Param] = {}
    require: list[Expression] = Field([], description="Draws for which one of these is false are drawn again.")
    explanation: Text = Field(description="Shown after the last attempt; says why, not only what.")


class ChoiceQuestion(QuestionModel):
    """Tick one (single) or all that are right (multi)."""

    type: Literal["single", "multi"]
    options: list[OptionModel] = Field(min_length=2, max_length=8)
    scoring: Annotated[Scoring, Field(strict=False)] = Scoring.NET_CORRECT


class NumericQuestion(QuestionModel):
    """Type a number."""

    type: Literal["numeric"]
    answer: Expression
    tolerance: ToleranceModel | None = None
    units: dict[str, Expression] = Field({}, description="Units that may be written: name and size in the first one.")
    wrong: list[WrongAnswer] = []


class ShortQuestion(QuestionModel):
    """Type a word or two."""

    type: Literal["short"]
    accept: list[Text] = Field(min_length=1)
    wrong: list[WrongText] = []


class OrderQuestion(QuestionModel):
    """Put items in order; they are written in the right order here, unless `order` works it out."""

    type: Literal["order"]
    items: list[ItemModel] = Field(min_length=3, max_length=8)
    order: str | None = None
    also: list[list[Id]] = []
    wrong: list[WrongOrder] = []


class MatchQuestion(QuestionModel):
    """Give every left item one right item."""

    type: Literal["match"]
    left: list[ItemModel] = Field(min_length=2, max_length=8)
    right: list[ItemModel] = Field(min_length=2, max_length=9)
    pairs: dict[Id, Id]
    wrong: list[WrongPair] = []


class MatrixQuestion(QuestionModel):
    """Type a table of numbers, or a shape."""

    type: Literal["matrix"]
    shape: list[Expression] = Field(min_length=2, max_length=2, description="[rows, columns]")
    rendering: Literal["shape"] | None = None
    answer: Cells
    tolerance: ToleranceModel | None = None
    scoring: Annotated[Scoring, Field(strict=False)] = Scoring.PER_ROW
    transposed: Tag | None = Field(None, description="What it shows when rows and columns are swapped.")
    column_sums: Tag | None = Field(None, description="What it shows when columns, not rows, add up to 1.")
    wrong: list[WrongAnswer] = []


class OutputQuestion(QuestionModel):
    """Type what the code prints; lint runs it."""

    type: Literal["output"]
    stdout: str
    wrong: list[WrongOutput] = []


class HotspotQuestion(QuestionModel):
    """Mark cells of a grid, [row, column] from 1."""

    type: Literal["hotspot"]
    grid: list[Expression] = Field(min_length=2, max_length=2, description="[rows, columns]")
    alt: Text = Field(description="What rows and columns are, for those who hear the page.")
    answer: Cells
    wrong: list[WrongCells] = []


class FreeQuestion(QuestionModel):
    """Answer in words and compare with the rubric; never scored."""

    type: Literal["free"]
    rubric: list[Text] = Field(min_length=1, max_length=6)


AnyQuestion = Annotated[
    ChoiceQuestion
    | NumericQuestion
    | ShortQuestion
    | OrderQuestion
    | MatchQuestion
    | MatrixQuestion
    | OutputQuestion
    | HotspotQuestion
    | FreeQuestion,
    Field(discriminator="type"),
]


class CardModel(Strict):
    """A flashcard: one fact, asked so that it cannot be answered with yes or no, back in at most 25 words."""

    id: Id
    set: CardSet = Field(description="core, deep or term", strict=False)
    kind: Literal["fact", "why", "calc", "contrast", "reverse"]
    terms: list[Id] = []
    use: Literal["meaning", "term", "use"] | None = Field(None, description="Term cards: what they practise.")
    params: dict[Annotated[str, Field(pattern=r"^[a-zA-Z][a-zA-Z0-9_]*$")], Param] = Field({}, description="Numbers drawn anew each time.")
    require: list[Expression] = Field([], description="Draws for which one of these is false are drawn again.")
    front: Text
    back: Text
    why: Text | None = None
    misconceptions: list[Tag] = []
    siblings: list[Id] = Field([], description="Cards on the same fact, kept apart by a day.")
    needs: list[Id] = []
    replaces: list[Id] = Field([], description="Cards whose history this one takes over.")


class QuizFile(Strict):
    """quizzes/<objective>.yaml"""

    objective: str = Field(pattern=r"^[A-Z][A-Z0-9]*$")
    questions: list[AnyQuestion] = []
    cards: list[CardModel] = []


class BeliefModel(Strict):
    """A misconception (a belief about attention) or a slip (of the hand)."""

    id: Id
    kind: Literal["misconception", "slip"]
    objectives: list[str]
    statement: Text = Field(description="What somebody who has it would say.")
    correction: Text
    note: str | None = Field(None, pattern=r"^[a-z0-9_]+#[a-z0-9-]+$", description="folder#anchor in the notes")
    nudge: Text | None = Field(None, description="A question that leads out of it.")
    source: Text | None = None


class Catalogue(Strict):
    """quizzes/misconceptions.yaml"""

    misconceptions: list[BeliefModel]


def json_schemas() -> dict[str, dict[str, Any]]:
    """The published schemas, by file name; editors find them through the modeline of each file."""
    return {"quiz.schema.json": QuizFile.model_json_schema(), "misconceptions.schema.json": Catalogue.model_json_schema()}
