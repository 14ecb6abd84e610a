"""Rules about stubs, solutions and checks, read from their syntax trees."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from grader.content.lint.findings import Found, functions, parsed
from grader.content.models import Exercise, Level


def stub_shape(level: Level) -> Iterator[Found]:
    """A stub says its task, and each function of the learner's has a docstring, one TODO, and ends in NotImplementedError."""
    for exercise in level.exercises:
        tree = parsed(exercise.stub_path)
        if tree is None:
            continue
        if not ast.get_docstring(tree):
            yield Found(exercise.stub_path, "the stub opens without its task: the module docstring is missing")
        if not exercise.functions:
            yield Found(exercise.stub_path, "no function raises NotImplementedError: there is nothing to write")
        lines = exercise.stub_path.read_text(encoding="utf-8").splitlines()
        for name in exercise.functions:
            yield from _function_shape(exercise, functions(tree)[name], lines)


def _function_shape(exercise: Exercise, node: ast.FunctionDef, lines: list[str]) -> Iterator[Found]:
    todos = sum("# TODO" in line for line in lines[node.lineno - 1 : node.end_lineno])
    body = [statement for statement in node.body if not _is_docstring(statement)]
    if not ast.get_docstring(node):
        yield Found(exercise.stub_path, f"`{node.name}` has no docstring", node.lineno)
    if todos != 1:
        yield Found(exercise.stub_path, f"`{node.name}` has {todos} TODO comments; one says what to do", node.lineno)
    if len(body) != 1 or not isinstance(body[0], ast.Raise):
        yield Found(exercise.stub_path, f"`{node.name}` does more than raise NotImplementedError", node.lineno)


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant) and isinstance(statement.value.value, str)


def stub_matches_solution(level: Level) -> Iterator[Found]:
    """A solution has the stub's functions, with the same signatures and docstrings."""
    for exercise in level.exercises:
        stub, solution = functions(parsed(exercise.stub_path)), functions(parsed(exercise.solution_path))
        for name, node in stub.items() if solution else ():
            other = solution.get(name)
            if other is None:
                yield Found(exercise.solution_path, f"`{name}` of the stub is not in the solution")
            elif ast.dump(node.args) != ast.dump(other.args):
                yield Found(
                    exercise.solution_path,
                    f"`{name}({ast.unparse(other.args)})`: the stub says `{name}({ast.unparse(node.args)})`",
                    other.lineno,
                )
            elif ast.get_docstring(node) != ast.get_docstring(other):
                yield Found(exercise.solution_path, f"the docstring of `{name}` is not the stub's", other.lineno)


def forbidden_imports(level: Level) -> Iterator[Found]:
    """Neither stub nor solution imports what the exercise forbids."""
    for exercise in level.exercises:
        for path in (exercise.stub_path, exercise.solution_path):
            for module, line in _imports(parsed(path)):
                if module.partition(".")[0] in exercise.forbids:
                    yield Found(path, f"imports `{module}`, which `{exercise.slug}` forbids", line)


def honest_needs(level: Level) -> Iterator[Found]:
    """A solution imports from the exercises it says it needs, and from no other."""
    folders = {objective.folder for objective in level.objectives}
    for exercise in level.exercises:
        needed = {level.exercise(slug).module for slug in exercise.needs}
        for module, line in _imports(parsed(exercise.solution_path)):
            if module.partition(".")[0] in folders and module not in needed:
                yield Found(exercise.solution_path, f"imports `{module}`, which is not among the needs of `{exercise.slug}`", line)


def _imports(tree: ast.Module | None) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module, node.lineno


SENTENCE = re.compile(r"\S.*[.!?]\Z", re.DOTALL)


def check_sentences(level: Level) -> Iterator[Found]:
    """Every check is a function check_… whose docstring is one sentence that the learner reads."""
    for exercise in level.exercises:
        path = exercise.root.checks / exercise.folder / f"check_{exercise.filename}"
        tree = parsed(path)
        checks = [node for name, node in functions(tree).items() if name.startswith("check_")]
        if tree is not None and not checks:
            yield Found(path, "there is no check_… function in it")
        for node in checks:
            sentence = ast.get_docstring(node) or ""
            if not SENTENCE.match(sentence) or "\n\n" in sentence:
                yield Found(path, f"the docstring of `{node.name}` must be one sentence that a learner may read", node.lineno)


def wrong_variants(level: Level) -> Iterator[Found]:
    """A wrong variant names a misconception of the catalogue, checks that exist, and what is wrong with it."""
    for exercise in level.exercises:
        checks = {name for name in functions(parsed(exercise.check_path)) if name.startswith("check_")}
        for node, mark in _marked(parsed(exercise.wrong_path), "wrong"):
            tag = _text(mark.args[0]) if mark.args else ""
            if tag.partition("/")[0] not in level.misconceptions:
                yield Found(exercise.wrong_path, f"`{node.name}` shows `{tag}`, which is not in quizzes/misconceptions.yaml", mark.lineno)
            for name in _texts(next((keyword.value for keyword in mark.keywords if keyword.arg == "fails"), None)):
                if name not in checks:
                    yield Found(
                        exercise.wrong_path, f"`{node.name}` must fail `{name}`, which is no check of `{exercise.slug}`", mark.lineno
                    )
            is_part = any(keyword.arg == "part_of" for keyword in mark.keywords)
            if not ast.get_docstring(node) and not is_part:
                yield Found(exercise.wrong_path, f"`{node.name}` does not say what is wrong with it: it has no docstring", node.lineno)


def _marked(tree: ast.Module | None, decorator: str) -> Iterator[tuple[ast.FunctionDef, ast.Call]]:
    for node in tree.body if tree is not None else ():
        for mark in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
            if isinstance(node, ast.FunctionDef) and isinstance(mark, ast.Call) and ast.unparse(mark.func) == decorator:
                yield node, mark


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _texts(node: ast.expr | None) -> list[str]:
    return [_text(item) for item in node.elts] if isinstance(node, ast.Tuple | ast.List) else []
