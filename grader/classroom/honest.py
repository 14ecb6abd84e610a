"""How similar honest programs are: our own ways to write an exercise, the solution and its alternatives, function by function.

They were written to differ in style, so honest learners are at least that similar. Runs nothing.
"""

from __future__ import annotations

import ast

from grader.checks.variants import alternatives
from grader.content.models import Exercise

Ways = tuple[tuple[bytes, ...], ...]  # groups of ways to write the same functions


def honest_ways(exercise: Exercise) -> Ways:
    """The ways in groups: each alternative's own functions beside the solution's of the same names."""
    if not (exercise.alt_path.is_file() and exercise.solution_path.is_file()):
        return ()
    tree = ast.parse(exercise.solution_path.read_bytes())
    solution = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    groups: dict[frozenset[str], list[bytes]] = {}
    for each in alternatives(exercise.alt_path, exercise.solution_path):
        own_names = (node.name for node in ast.parse(each.functions).body if isinstance(node, ast.FunctionDef))
        names = frozenset(name for name in own_names if name in solution)
        ours = "\n\n".join(ast.unparse(solution[name]) for name in sorted(names))
        groups.setdefault(names, [ours.encode()]).append(each.functions.encode())
    return tuple(tuple(dict.fromkeys(ways)) for names, ways in sorted(groups.items(), key=lambda group: sorted(group[0])) if names)
