"""The probes have teeth: every planted fault is caught, by the probe named beside it, from a page on which that probe is green.

A probe that test_explorer.py has seen green in this run is not run on the whole page again; any other is, before its first fault.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.web.page import assemble, explorer_script
from tests.web.explorer import Explorer
from tests.web.probes import PROBES

pytestmark = pytest.mark.browser

# Probe, what stands in the script, what is put in its place.
FAULTS: list[tuple[str, str, str]] = [
    ("opening_scene_is_the_lesson", "q: [[0, 2], [1, -1], [-1, 1], [2, 1]]", "q: [[0, 2], [1, -1], [-1, 1], [1, 2]]"),
    ("opening_scene_is_the_lesson", "const divisor = scaled ? Math.sqrt(d) : 1;", "const divisor = scaled ? d : 1;"),
    ("opening_scene_is_the_lesson", "td(vector(found.output), ", "td(vector([...found.output].reverse()), "),
    ("attention_equals_python", "dot(query, key) * Math.sqrt(d / 2)", "dot(query, key) * Math.sqrt(d) / 1.4142"),
    ("attention_equals_python", "Math.exp(x - largest)", "Math.exp(x)"),
    ("attention_equals_python", "(visible[j] ? x : -Infinity)", "(visible[j] ? x : -30)"),
    ("attention_equals_python", "powers.map((x) => x / total)", "powers.map((x) => x / (total + 1e-9))"),
    ("attention_equals_python", "sum + weights[j] * value[c], 0)", "sum + weights[j] * value[0], 0)"),
    ("what_is_shown_is_what_is_computed", "td(fmt(found.weights[j], 3), ", "td(fmt(found.weights[0], 3), "),
    ("what_is_shown_is_what_is_computed", "td(fmt(w), shade(w))", "td(fmt(w * w), shade(w))"),
    ("what_is_shown_is_what_is_computed", 'return x < 0 && Number(text) !== 0 ? "−" + text : text;', "return text;"),
    ("mouse_drags_query_keys_and_values", "-y * this.unit()]", "y * this.unit()]"),
    ("mouse_drags_query_keys_and_values", "Math.round(x * 100) / 100", "Math.round(x * 1000) / 1000"),
    ("a_drag_is_drawn_once_a_frame", "const isNew = this.pending === null;", "const isNew = true; this.flush();"),
    ("outside_the_plane_a_drag_is_clamped", "round(clamp(x, this.range))", "round(clamp(x))"),
    ("outside_the_plane_a_drag_is_clamped", "group.setPointerCapture(event.pointerId);", ""),
    ("escape_puts_a_dragged_point_back", 'if (event.key === "Escape")', 'if (event.key === "Esc")'),
    ("escape_puts_a_dragged_point_back", "cancel() { this.restore(this.kept); }", "cancel() { this.commit(); }"),
    ("a_cancelled_touch_puts_the_point_back", "    this.drag = this.pending = null;\n    this.app.cancel();", "    this.up(event);"),
    ("a_finger_drags_in_every_direction_and_the_page_stays", "if (event.touches.length === 1) event.preventDefault();", ""),
    ("a_swipe_over_the_empty_plane_scrolls", "new ResizeObserver(", 'root.style.touchAction = "none"; new ResizeObserver('),
    ("a_second_finger_changes_nothing", "!event.isPrimary || this.app.isDragging()", "false"),
    ("other_buttons_drag_nothing", "event.button !== 0 || ", ""),
    ("keys_move_a_handle", "event.shiftKey ? 1 : event.altKey ? 0.01 : 0.1", "event.shiftKey ? 1 : event.altKey ? 0.1 : 0.1"),
    ("keys_move_a_handle", "ArrowUp: [x, y + step], ArrowDown: [x, y - step]", "ArrowUp: [x, y - step], ArrowDown: [x, y + step]"),
    ("keys_move_a_handle", "PageUp: [x * 1.1, y * 1.1]", "PageUp: [x + 0.1, y + 0.1]"),
    ("keys_move_a_handle", "this.app.move(kind, i, to.map((each) => round(clamp(each))));", "this.app.move(kind, i, to.map(round));"),
    ("handles_come_in_tab_order", 'tabindex: "0", role: "group"', 'role: "group"'),
    ("handles_say_what_and_where_they_are", 'isShut ? ", masked: weight 0" : ', ""),
    ("numbers_can_be_typed", "if (!Number.isFinite(x)) return;", ""),
    ("numbers_can_be_typed", "if (input !== document.activeElement) input.value", "input.value"),
    ("numbers_can_be_typed", "this.commit(this.typing === input)", "this.commit()"),
    ("a_tap_on_the_plane_places_the_chosen_point", 'this.ground.addEventListener("click"', 'this.ground.addEventListener("dblclick"'),
    ("a_mask_is_exact_and_named", "isCausal(state) && j > i", "isCausal(state) && j > i + 1"),
    ("a_mask_is_exact_and_named", "isCausal(state) && j > i", "isCausal(state) && j < i"),
    ("a_mask_is_exact_and_named", 'h("td", { class: "masked" }, "−∞"', 'h("td", { class: "masked" }, "0.00"'),
    ("scaling_and_d_play_together", "SIZES[event.target.value]", "SIZES[event.target.value - 1]"),
    ("scaling_and_d_play_together", "state.scaled = event.target.checked", "state.scaled = true"),
    ("undo_redo_and_reset", "this[to].push(this.kept);", ""),
    ("undo_redo_and_reset", "app.state = initial(); if (kept)", "app.past = []; app.state = initial(); if (kept)"),
    ("a_link_brings_everything_back", "if (state.hidden.length) parts.push(", "if (false) parts.push("),
    ("a_link_brings_everything_back", "`x=${Number(state.scaled)}`", "`x=1`"),
    ("a_broken_link_falls_back_and_says_so", "if (value === undefined) notes.push(name);", "if (value === undefined) return;"),
    ("a_broken_link_falls_back_and_says_so", "t.map((r) => r.map((x) => round(clamp(x))))", "t"),
    ("the_python_program_says_the_same", '${state.scaled ? " / math.sqrt(d)" : ""}', " / math.sqrt(d)"),
    ("the_python_program_says_the_same", "`visible = [${open.map((x) => (x", "`visible = [${open.map((x) => (!x"),
    ("one_sentence_a_gesture", "clearTimeout(announce.timer);", "announce.timer = 0;"),
    (
        "one_sentence_a_gesture",
        "    draw();\n  },\n\n  locked",
        "    draw();\n    $('live').textContent = String(performance.now());\n  },\n\n  locked",
    ),
    ("ties_and_a_zero_query_are_said_in_words", "weights[order[0]] - weights[order.at(-1)] < 1e-9", "false"),
    ("the_output_stays_in_the_hull", "values.filter((_, j) => sees(state, state.row, j))", "values"),
    ("the_output_stays_in_the_hull", "turn(chain.at(-2), chain.at(-1), point) <= 0", "false"),
    ("lines_of_equal_score_cross_the_query_at_right_angles", "[-query[1] / long, query[0] / long]", "[query[1] / long, query[0] / long]"),
    ("lines_of_equal_score_cross_the_query_at_right_angles", "dot(key, query) / (long * long)", "dot(key, query) / long"),
    ("the_area_of_a_disc_is_its_weight", "26 * Math.sqrt(weights[i])", "26 * weights[i]"),
    ("a_lock_keeps_length_or_direction", "(x * long) / length(to)", "x * long"),
    ("a_lock_keeps_length_or_direction", 'kind === "q" ? this.locked(vector, point) : point', "point"),
    ("keys_can_be_hidden_but_not_all", "if (!isFine) state.hidden = before;", ""),
    ("keys_can_be_hidden_but_not_all", "if (isSquare(state) && i === j) return true;", ""),
    ("two_heads_are_joined", "heads(state).flatMap((head) => attendRow(state, state.row, head).output)", "attendRow(state).output"),
    ("two_heads_are_joined", 'state.scene === "heads" && head === 1 ? state.sets.two', "false ? state.sets.two"),
    ("scenes_keep_their_vectors", "  state.head = 0;\n", "  state.head = 0; state.sets = sets();\n"),
    ("a_case_can_be_pasted", "k.length !== v.length", "false"),
    ("every_challenge_asks_before_it_answers", "if (app.prediction < 0 || app.isRevealed) return;", ""),
    ("challenges_can_be_met_and_one_cannot", "app.prediction === right", "app.prediction !== right"),
    ("challenges_can_be_met_and_one_cannot", "goal: () => [false, ", "goal: () => [true, "),
    ("targets_are_large_and_focus_is_seen", "const HIT = 23;", "const HIT = 9;"),
    (
        "toggles_glide_unless_motion_is_unwanted",
        "draw(true);\n    this.commit();\n  },\n  choose",
        "draw();\n    this.commit();\n  },\n  choose",
    ),
]


@pytest.fixture(scope="module")
def windows(browser: object, page_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Explorer, Explorer]]:
    """A window for the page as it is, and one for the broken pages."""
    with Explorer(browser, page_file) as whole, Explorer(browser, page_file) as broken:
        broken.path = tmp_path_factory.mktemp("broken") / "explorer.html"
        broken.page.set_default_timeout(1500)
        yield whole, broken


def test_there_are_enough_faults() -> None:
    assert len(FAULTS) >= 40
    assert len(set(FAULTS)) == len(FAULTS)


@pytest.mark.parametrize(("probe", "old", "new"), FAULTS, ids=[f"{n}-{fault[0]}" for n, fault in enumerate(FAULTS)])
def test_every_planted_fault_is_caught(windows: tuple[Explorer, Explorer], green: set[str], probe: str, old: str, new: str) -> None:
    whole, broken = windows
    if probe not in green:  # a fault is caught only by a probe that the whole page passes
        whole.open()
        PROBES[probe](whole)
        whole.assert_quiet()
        green.add(probe)
    script = explorer_script()
    assert script.count(old) == 1, "the fault is planted in exactly one place"
    broken.path.write_text(assemble(script.replace(old, new)), encoding="utf-8")
    broken.said.clear()
    try:
        broken.open()
        PROBES[probe](broken)
        broken.assert_quiet()
    except Exception:
        return
    pytest.fail(f"{probe} does not see that `{old}` became `{new}`")
