"""What the explorer must do, one function a behaviour. test_explorer.py runs all on the page; test_mutants.py runs them on broken pages."""

from __future__ import annotations

import io
import json
import math
import random
from collections.abc import Callable
from contextlib import redirect_stdout
from itertools import pairwise

from tests.web.explorer import Explorer, attend, fmt

Probe = Callable[[Explorer], None]
LESSON = {"q": [2, 1], "k": [[2, 1], [0, 1], [1, -1], [1, 1]], "v": [[4, 0], [2, 2], [0, 4], [1, 1]]}
CASE = "import numpy as np\nfrom o3_weights.one_query import attend_one\n\nprint(attend_one({}))\n"


def opening_scene_is_the_lesson(page: Explorer) -> None:
    strip = page.strip()

    assert [row[0] for row in strip] == ["animal", "cross", "street", "it", "total"]
    assert [row[1] for row in strip[:4]] == ["5.00", "1.00", "1.00", "3.00"]
    assert [row[5] for row in strip[:4]] == ["0.735", "0.043", "0.043", "0.179"]
    assert strip[4][4:] == ["46.71", "1.000", "[3.20, 0.44]"]
    assert "q·k = 2 × 2 + 1 × 1 = 5.00" in page.page.inner_text("#arithmetic")


def attention_equals_python(page: Explorer) -> None:
    rng = random.Random(11)
    cases = []
    for n in range(500):
        reach = (3, 9, 9, 1e3, 1e-9)[n % 5]
        size, wide, keys = rng.choice((1, 2, 2, 5)), rng.randint(1, 4), rng.randint(1, 8)
        table = lambda rows, columns, r=reach: [[rng.uniform(-r, r) for _ in range(columns)] for _ in range(rows)]  # noqa: E731
        visible = [rng.random() < 0.7 for _ in range(keys)]
        visible[rng.randrange(keys)] = True
        how = {"scaled": rng.random() < 0.5, "d": rng.choice((2, 8, 64, 512)), "visible": visible}
        cases.append((table(1, size)[0], table(keys, size), table(keys, wide, 3), how))
    cases.append(([1e6, 1e6], [[1e6, 1e6], [-1e6, 0]], [[1], [2]], {"scaled": False, "d": 512, "visible": [True, True]}))
    cases.append(([0, 0], [[9, 9], [1, 2]], [[1], [2]], {"scaled": True, "d": 2, "visible": [True, True]}))
    found = page.page.evaluate(
        "(cases) => cases.map(([q, k, v, how]) => explorer.attend(q, k, v, how)).map((r) => [r.weights, r.output])", cases
    )

    for (q, k, v, how), (weights, output) in zip(cases, found, strict=True):
        expected = attend(q, k, v, **how)
        assert all(math.isfinite(x) for x in (*weights, *output))
        assert max(abs(a - b) for a, b in zip((*weights, *output), (*expected[0], *expected[1]), strict=True)) < 1e-12
        assert all(w == 0 for w, seen in zip(weights, how["visible"], strict=True) if not seen)


def what_is_shown_is_what_is_computed(page: Explorer) -> None:
    for link in ("s=self&r=0", "s=self&r=2&x=0", "s=self&r=3&d=64&x=0", "s=causal&r=2"):
        page.open(link)
        state = page.state()
        table, row = state["sets"]["one"], state["row"]
        visible = [link[2] == "s" or j <= row for j in range(4)]
        weights, output = attend(table["q"][row], table["k"], table["v"], scaled=state["scaled"], d=state["d"], visible=visible)
        strip = page.strip()
        dots = [sum(a * b for a, b in zip(table["q"][row], key, strict=True)) * math.sqrt(state["d"] / 2) for key in table["k"]]
        assert [line[1] for line in strip[:4]] == [fmt(x) for x in dots]
        assert [line[5] for line in strip[:4]] == [fmt(w, 3) for w in weights]
        assert [line[6] for line in strip[:4]] == [
            "[" + ", ".join(fmt(x * w) for x in v) + "]" for v, w in zip(table["v"], weights, strict=True)
        ]
        assert strip[4][6] == "[" + ", ".join(fmt(x) for x in output) + "]"
        assert page.matrix()[row][:4] == [fmt(w) if seen else "−∞" for w, seen in zip(weights, visible, strict=True)]
        assert all(line[4] == "1.00" for line in page.matrix())


def mouse_drags_query_keys_and_values(page: Explorer) -> None:
    page.drag("k2", (-1.5037, 2.2519))
    page.drag("q3", (1, -2))
    page.drag("v1", (-3, 3), 4.5)

    for name, target in (("k2", (-1.5, 2.25)), ("q3", (1, -2)), ("v1", (-3, 3))):
        assert max(abs(a - b) for a, b in zip(page.vector(name[0], int(name[1])), target, strict=True)) < 0.03
    table = page.state()["sets"]["one"]
    assert page.weights() == [fmt(w, 3) for w in attend(table["q"][3], table["k"], table["v"])[0]]
    assert all(round(x, 2) == x for rows in (table["q"], table["k"], table["v"]) for row in rows for x in row)


def a_drag_is_drawn_once_a_frame(page: Explorer) -> None:
    x, y = page.at("plane-qk", 1, -1)
    page.page.mouse.move(x, y)
    page.page.mouse.down()
    script = """([x, y]) => { const group = document.querySelector('[data-handle=k2]'), before = explorer.times.length;
        for (let n = 0; n < 50; n += 1) group.dispatchEvent(new PointerEvent('pointermove', {pointerId: 1, clientX: x + n, clientY: y}));
        return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(explorer.times.length - before)))); }"""
    drawn = page.page.evaluate(script, [x, y])
    page.page.mouse.up()

    assert drawn == 1
    assert page.vector("k", 2)[0] > 1.4


def outside_the_plane_a_drag_is_clamped(page: Explorer) -> None:
    page.drag("k3", (40, 25))

    assert page.vector("k", 3) == [3, 3]


def escape_puts_a_dragged_point_back(page: Explorer) -> None:
    before = page.link()
    page.drag("k2", (-2, -2), release=False)
    moved = page.vector("k", 2)
    page.page.keyboard.press("Escape")
    page.page.mouse.move(*page.at("plane-qk", 0, 2), steps=3)
    page.frame()
    page.page.mouse.up()

    assert moved != [1, -1]
    assert page.vector("k", 2) == [1, -1]
    assert page.link() == before
    assert page.page.get_attribute("#undo", "aria-disabled") == "true"


def a_cancelled_touch_puts_the_point_back(page: Explorer) -> None:
    send = page.touches()
    x, y = page.at("plane-qk", 1, -1)
    send("touchStart", [(x, y)])
    send("touchMove", [(x + 40, y + 5)])
    page.frame()
    moved = page.vector("k", 2)
    send("touchCancel", [])
    page.frame()

    assert moved != [1, -1]
    assert page.vector("k", 2) == [1, -1]
    assert page.page.get_attribute("#undo", "aria-disabled") == "true"


def a_finger_drags_in_every_direction_and_the_page_stays(page: Explorer) -> None:
    send = page.touches()
    scroll = page.page.evaluate("scrollY")
    for dx, dy in ((45, 0), (0, -60), (-30, 80)):
        start = page.vector("k", 2)
        x, y = page.at("plane-qk", *start)
        send("touchStart", [(x, y)])
        for part in range(1, 6):
            send("touchMove", [(x + dx * part / 5, y + dy * part / 5)])
        page.frame()
        send("touchEnd", [])
        end = page.at("plane-qk", *page.vector("k", 2))
        assert abs(end[0] - x - dx) < 3 and abs(end[1] - y - dy) < 3
    assert page.page.evaluate("scrollY") == scroll


def a_second_finger_changes_nothing(page: Explorer) -> None:
    send = page.touches()
    x, y = page.at("plane-qk", 1, -1)
    other = page.at("plane-qk", 0, 1)
    send("touchStart", [(x, y)])
    send("touchMove", [(x + 20, y)])
    send("touchStart", [(x + 20, y), other])
    send("touchMove", [(x + 20, y), (other[0] - 50, other[1] - 30)])
    page.frame()
    send("touchEnd", [])
    page.frame()

    assert page.vector("k", 1) == [0, 1]


def a_swipe_over_the_empty_plane_scrolls(page: Explorer) -> None:
    send = page.touches()
    x, y = page.at("plane-qk", -2, -1.5)
    send("touchStart", [(x, y)])
    for part in range(1, 11):
        send("touchMove", [(x, y - 30 * part)])
    send("touchEnd", [])
    page.page.wait_for_timeout(150)

    assert page.page.evaluate("scrollY") > 100
    assert page.vector("q", 3) == [2, 1]


def other_buttons_drag_nothing(page: Explorer) -> None:
    page.drag("k2", (-2, -2), button="middle")

    assert page.vector("k", 2) == [1, -1]


def keys_move_a_handle(page: Explorer) -> None:
    handle, press = page.handle("k2"), page.page.keyboard.press
    handle.focus()
    before = handle.locator(".knob").bounding_box()
    steps = []
    for key in ("ArrowRight", "Shift+ArrowUp", "Alt+ArrowLeft", "ArrowDown", "PageUp", "PageDown", "Home"):
        press(key)
        steps.append(page.vector("k", 2))
        if key == "Shift+ArrowUp":
            after = handle.locator(".knob").bounding_box()

    assert steps == [[1.1, -1], [1.1, 0], [1.09, 0], [1.09, -0.1], [1.2, -0.11], [1.09, -0.1], [0, 0]]
    assert after["y"] < before["y"] - 20 and after["x"] > before["x"]
    assert page.page.evaluate("document.activeElement.dataset.handle") == "k2"
    for _ in range(12):
        press("Shift+ArrowRight")
    assert page.vector("k", 2) == [9, 0], "nothing leaves the limit"


def handles_come_in_tab_order(page: Explorer) -> None:
    page.page.locator("#python").focus()
    order = []
    for _ in range(9):
        page.page.keyboard.press("Tab")
        order.append(page.page.evaluate("document.activeElement.dataset.handle"))
    marks = page.page.evaluate("[...document.querySelectorAll('.handle')].map((g) => [g.getAttribute('tabindex'), g.getAttribute('role')])")

    assert order == ["k0", "k1", "k2", "k3", "q3", "v0", "v1", "v2", "v3"]
    assert marks == [["0", "group"]] * 9


def handles_say_what_and_where_they_are(page: Explorer) -> None:
    page.open("s=causal&r=1")

    assert page.handle("k0").get_attribute("aria-label") == "Key of animal, x 2.00, y 1.00, weight 80%"
    assert page.handle("k2").get_attribute("aria-label") == "Key of street, x 1.00, y −1.00, masked: weight 0"
    assert page.handle("k2").get_attribute("aria-roledescription") == "movable point"


def numbers_can_be_typed(page: Explorer) -> None:
    field = page.page.locator('[data-field="k0.0"]')
    field.fill("-1.5")
    typed = page.vector("k", 0)
    field.fill("")
    emptied = page.vector("k", 0)
    field.press("1")
    field.press(".")
    shown = field.evaluate("(each) => each.value")
    field.fill("77")

    assert typed == emptied == [-1.5, 1]
    assert shown in ("1", "1.", "")
    assert page.vector("k", 0) == [9, 1]
    assert field.input_value() == "77", "a field that is typed in is left alone"
    page.page.locator('[data-field="k1.0"]').focus()
    page.page.keyboard.press("Tab")
    assert field.input_value() == "9"
    page.page.locator('[data-field="k1.1"]').fill("")
    for key in "2.5":
        page.page.keyboard.press(key)
    page.page.locator("#undo").click()
    assert page.vector("k", 1) == [0, 1], "a number is one step"


def a_tap_on_the_plane_places_the_chosen_point(page: Explorer) -> None:
    page.page.mouse.click(*page.at("plane-qk", -2, -2))
    query = page.vector("q", 3)
    page.page.locator('[data-key="2"]').click()
    page.page.mouse.click(*page.at("plane-qk", -1, 2.5))
    page.handle("v2").focus()
    page.page.touchscreen.tap(*page.at("plane-v", -2, -3, 4.5))

    assert max(abs(x + 2) for x in query) < 0.03
    assert max(abs(a - b) for a, b in zip(page.vector("k", 2), (-1, 2.5), strict=True)) < 0.03
    assert max(abs(a - b) for a, b in zip(page.vector("v", 2), (-2, -3), strict=True)) < 0.03


def a_mask_is_exact_and_named(page: Explorer) -> None:
    page.page.select_option("#scene", "causal")
    page.page.locator('[data-row="0-1"]').click()
    matrix = page.matrix()
    masked = page.page.evaluate("explorer.attendRow(explorer.state).weights.slice(2)")
    page.page.locator('[data-row="0-0"]').click()

    assert [line[:4].count("−∞") for line in matrix] == [3, 2, 1, 0]
    assert all(line[i] != "−∞" for i, line in enumerate(matrix))
    assert masked == [0, 0]
    assert page.strip()[4][6] == "[4.00, 0.00]", "the first token returns its own value"
    assert page.strip()[1][3] == "−∞"
    hatched = page.page.evaluate("getComputedStyle(document.querySelector('#matrix td.masked')).backgroundImage")
    assert "repeating-linear-gradient" in hatched


def scaling_and_d_play_together(page: Explorer) -> None:
    page.page.locator("#size").evaluate(
        "(each) => { each.value = 7; each.dispatchEvent(new Event('input')); each.dispatchEvent(new Event('change')); }"
    )
    scaled = page.weights()
    page.page.locator("#scaled").uncheck()
    hard = page.weights()

    assert page.page.text_content("#size-now") == "256"
    assert scaled[0] == "0.735"
    assert hard == ["1.000", "0.000", "0.000", "0.000"]
    assert page.strip()[0][2] == page.strip()[0][1] == "56.57"


def undo_redo_and_reset(page: Explorer) -> None:
    start = page.state()
    page.drag("k2", (-2, 2))
    page.page.select_option("#scene", "causal")
    page.page.locator("#reset").click()
    at_reset = page.state()
    undo = page.page.locator("#undo")
    undo.click()
    scene = page.state()["scene"]
    undo.click()
    page.page.locator("h1").click()
    page.page.keyboard.press("Control+z")
    at_start = page.state()
    page.page.keyboard.press("Control+Shift+z")
    again = page.vector("k", 2)
    page.page.locator("#redo").click()

    assert at_reset == start == at_start
    assert scene == "causal"
    assert again[1] == 2
    assert page.state()["scene"] == "causal"
    assert page.page.locator('[data-field="k2.1"]').input_value() == "2"


def a_link_brings_everything_back(page: Explorer) -> None:
    page.page.select_option("#scene", "cross")
    page.page.locator('[data-field="v3.2"]').fill("-1.25")
    page.page.locator("#scaled").uncheck()
    page.page.locator("[data-hide='1']").check()
    page.page.locator('[data-row="0-1"]').click()
    state, link = page.state(), page.link()
    page.open(link)

    assert page.state() == state
    assert state["sets"]["cross"]["v"][3][2] == -1.25 and state["hidden"] == [1] and state["row"] == 1 and not state["scaled"]
    page.page.locator("#link").click()
    assert page.page.locator("#address").input_value() == page.page.url


def a_broken_link_falls_back_and_says_so(page: Explorer) -> None:
    start = page.state()
    for link in (
        "s=nowhere",
        "r=9",
        "d=3",
        "one=1,2",
        "one=a,b|c|d",
        "two=NaN,1;1,1;1,1;1,1|1,1;1,1;1,1;1,1|1,1;1,1;1,1;1,1",
        "m=7",
        "%%%=1&x=2",
    ):
        page.open(link)
        assert page.state() == start, link
        assert page.page.is_visible("#note"), link
    page.open("one=99,1;1,1;1,1;1,1|1,1;1,1;1,1;1,1|1,1;1,1;1,1;1,1")
    assert page.vector("q", 0) == [9, 1], "clamped"


def the_python_program_says_the_same(page: Explorer) -> None:
    for link in ("", "s=causal&r=1&x=0&d=64", "s=cross&r=1&d=16"):
        page.open(link)
        page.page.locator("#python").click()
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(page.page.locator("#program").input_value(), {})
        lines = printed.getvalue().split("\n")
        assert [line.split()[-1] for line in lines if line and not line.startswith("output")] == page.weights()
        output = next(line for line in lines if line.startswith("output"))
        shown = page.strip()[-1][6].replace("−", "-").strip("[]").split(", ")
        assert [float(x) for x in shown] == json.loads(output.removeprefix("output ")), "the same output"


def one_sentence_a_gesture(page: Explorer) -> None:
    page.page.evaluate(
        "window.heard = []; new MutationObserver(() => heard.push(document.getElementById('live').textContent))"
        ".observe(document.getElementById('live'), {childList: true})"
    )
    page.drag("k2", (1, 2))
    text = page.live()
    heard = page.page.evaluate("heard.length")
    for key in ("ArrowUp", "ArrowUp", "ArrowLeft"):
        page.page.keyboard.press(key)
    page.live()

    assert heard == 1
    assert page.page.evaluate("heard.length") == 2, "three quick keys are one sentence"
    assert text.startswith("“it” looks at animal 5") and "Output [" in text


def ties_and_a_zero_query_are_said_in_words(page: Explorer) -> None:
    page.handle("q3").focus()
    page.page.keyboard.press("Home")

    assert page.live().startswith("“it” looks at all 4 keys equally, 25% each (its query is zero")
    assert page.weights() == ["0.250"] * 4
    assert "NaN" not in page.page.inner_text("body")


def the_output_stays_in_the_hull(page: Explorer) -> None:
    script = """() => { const hull = document.querySelector('.hull'), mark = document.querySelector('.output');
        const [x, y] = mark.getAttribute('transform').match(/-?\\d[\\d.]*(e-?\\d+)?/g).map(Number);
        const p = Object.assign(document.getElementById('plane-v').createSVGPoint(), {x, y});
        return [hull.isPointInFill(p) || hull.isPointInStroke(p), hull.points.numberOfItems]; }"""
    rng = random.Random(5)
    for n in range(6):
        numbers = ["|".join(";".join(f"{rng.uniform(-4, 4):.2f},{rng.uniform(-4, 4):.2f}" for _ in range(4)) for _ in range(3))]
        page.open(f"s={('self', 'causal')[n % 2]}&r={n % 4}&one={numbers[0]}")
        assert page.page.evaluate(script)[0]
    page.open("s=self&r=3")
    assert page.page.evaluate(script)[1] == 3, "cross lies on the edge between street and animal"
    page.page.locator("[data-hide='0']").check()
    corners = page.page.evaluate("[...document.querySelector('.hull').points].map((p) => p.x)")
    assert max(corners) < 100, "a masked value is no corner"


def lines_of_equal_score_cross_the_query_at_right_angles(page: Explorer) -> None:
    page.page.locator('[data-key="2"]').click()
    ends = "(name) => [...document.querySelectorAll(name)].map((path) => path.getAttribute('d').match(/-?[\\d.]+(e-?\\d+)?/g).map(Number))"
    lines = page.page.evaluate(ends, ".iso")
    (shadow,) = page.page.evaluate(ends, ".shadow")

    assert len(lines) >= 5
    for x1, y1, x2, y2 in (*lines, shadow):
        assert abs((x2 - x1) * 2 - (y2 - y1) * 1) < 1e-6 * math.hypot(x2 - x1, y2 - y1) + 1e-6
    unit = 188 / 3
    foot = (shadow[2] / unit, -shadow[3] / unit)
    assert max(abs(foot[0] - 0.4), abs(foot[1] - 0.2)) < 1e-9, "the key [1, -1] along the query [2, 1]"
    gaps = {round(abs(b[0] * 2 - b[1] - a[0] * 2 + a[1]) / unit, 6) for a, b in pairwise(lines)}
    assert len(gaps) == 1


def the_area_of_a_disc_is_its_weight(page: Explorer) -> None:
    radii = [float(page.handle(f"k{j}").locator(".weight").get_attribute("r")) for j in range(4)]
    weights = attend(LESSON["q"], LESSON["k"], LESSON["v"])[0]

    for r, w in zip(radii, weights, strict=True):
        assert abs(r * r / (radii[0] ** 2) - w / weights[0]) < 1e-9


def a_lock_keeps_length_or_direction(page: Explorer) -> None:
    page.page.select_option("#lock", "length")
    page.drag("q3", (-1, 2.5))
    length = page.vector("q", 3)
    page.page.locator("#reset").click()
    page.page.select_option("#lock", "direction")
    page.drag("q3", (0.5, 0.5))
    direction = page.vector("q", 3)

    assert abs(math.hypot(*length) - math.sqrt(5)) < 0.02 and length[0] < 0 < length[1]
    assert abs(direction[0] - 2 * direction[1]) < 0.02 and direction[0] < 1


def keys_can_be_hidden_but_not_all(page: Explorer) -> None:
    page.page.locator("[data-hide='0']").check()
    hidden = page.weights()
    own = page.matrix()[0][0]
    page.page.select_option("#scene", "cross")
    for j in range(4):
        page.page.locator(f"[data-hide='{j}']").check()
    last = page.page.locator("[data-hide='4']")
    last.click()

    assert hidden[0] == "0.000" and own != "−∞", "a token always sees itself"
    assert not last.is_checked()
    assert page.state()["hidden"] == [0, 1, 2, 3]
    assert "at least one key" in page.page.inner_text("#note")
    assert page.weights()[4] == "1.000"


def two_heads_are_joined(page: Explorer) -> None:
    page.page.select_option("#scene", "heads")
    state = page.state()["sets"]
    (_, first), (_, second) = (attend(state[name]["q"][3], state[name]["k"], state[name]["v"]) for name in ("one", "two"))
    mean = lambda a, b: [(x + y) / 2 for x, y in zip(a, b, strict=True)]  # noqa: E731
    one, two = state["one"], state["two"]
    both, _ = attend(mean(one["q"][3], two["q"][3]), [mean(a, b) for a, b in zip(one["k"], two["k"], strict=True)], one["v"])
    text = page.page.inner_text("#matrix")

    assert "[" + ", ".join(fmt(x) for x in (*first, *second)) + "]" in text
    assert ", ".join(f"{word} {fmt(w)}" for word, w in zip(one["words"], both, strict=True)) in text
    page.page.locator('[data-row="1-2"]').click()
    assert page.state()["head"] == 1 and page.state()["row"] == 2
    page.handle("k0").focus()
    page.page.keyboard.press("Home")
    assert page.vector("k", 0, "two") == [0, 0] and page.vector("k", 0) == [2, 1]


def scenes_keep_their_vectors(page: Explorer) -> None:
    page.drag("k2", (-2, 2))
    kept = page.vector("k", 2)
    page.page.select_option("#scene", "cross")
    page.page.select_option("#scene", "causal")

    assert page.vector("k", 2) == kept != [1, -1]


def a_case_can_be_pasted(page: Explorer) -> None:
    page.page.evaluate("document.querySelectorAll('details').forEach((each) => each.open = true)")
    load = lambda text: (page.page.locator("#pasted").fill(text), page.page.locator("#load").click())  # noqa: E731
    load(CASE.format("np.array([2.0, 1.0], dtype=np.float64), [[2, 1], [0, 1.5]], np.array([[4.0], [2.]], dtype=np.float64)"))
    state = page.state()
    shown = page.weights()

    assert state["scene"] == "case"
    assert [state["sets"]["case"][name] for name in "qkv"] == [[[2, 1]], [[2, 1], [0, 1.5]], [[4], [2]]]
    assert shown == [fmt(w, 3) for w in attend([2, 1], [[2, 1], [0, 1.5]], [[4], [2]])[0]]
    page.open(page.link())
    assert page.state() == state
    page.page.evaluate("document.querySelectorAll('details').forEach((each) => each.open = true)")
    for text in (
        "nothing",
        CASE.format("[1, 2, 3], [[1, 2, 3]], [[1]]"),
        CASE.format("open('x'), [[1, 2]], [[1]]"),
        CASE.format("[1, 2], [[1, 2]], [[1], [2]]"),
    ):
        load(text)
        assert page.page.is_visible("#note"), text
        assert page.state() == state


def every_challenge_asks_before_it_answers(page: Explorer) -> None:
    for n in range(1, 9):
        page.page.select_option("#challenge", str(n))
        page.page.locator("#reveal").click(force=True)
        assert page.page.inner_text("#answer") == ""
        assert page.page.inner_text("#goal") == "", "no verdict before a prediction"
        page.page.locator("input[name=prediction]").first.check()
        page.page.locator("#reveal").click()
        assert "As you predicted" in page.page.inner_text("#answer") or "Not as you predicted" in page.page.inner_text("#answer")
        assert page.page.locator("input[name=prediction]").first.is_disabled()
        assert page.page.locator("#answer .note").count() == 1


SOLUTIONS: dict[int, tuple[str, int]] = {
    1: ("s=self&r=3&one=0,2;1,-1;-1,1;1,-3|2,1;0,1;1,-1;1,1|4,0;2,2;0,4;1,1", 0),
    2: ("s=self&r=3&l=direction&z=9&one=0,2;1,-1;-1,1;8,4|2,1;0,1;1,-1;1,1|4,0;2,2;0,4;1,1", 1),
    3: ("s=self&r=3&one=0,2;1,-1;-1,1;2,1|1,1;0,3;1.5,0;2,-1|4,0;2,2;0,4;1,1", 1),
    5: ("s=self&r=3&d=256", 2),
    6: ("s=causal&r=1&one=0,2;1,-1;-1,1;2,1|2,1;0,1;2,2;1,1|4,0;2,2;0,4;1,1", 2),
    7: ("s=cross&r=1", 1),
    8: ("s=heads&r=3&one=0,2;1,-1;-1,1;3,1|2,1;0,1;1,-1;1,1|4,0;2,2;0,4;1,1&two=1,1;2,0;0,2;-2,3|-1,1;1,0;-1,2;2,-1|3,1;0,1;1,3;2,-1", 1),
}


def challenges_can_be_met_and_one_cannot(page: Explorer) -> None:
    for n in range(1, 9):
        page.page.select_option("#challenge", str(n))
        solution, right = SOLUTIONS.get(n, ("s=self&r=3&one=9,9;9,9;9,9;-9,9|2,1;0,1;1,-1;1,1|9,9;2,2;0,4;1,1", 2))
        page.page.locator("input[name=prediction]").nth(right).check()
        before = page.page.inner_text("#goal")
        page.page.evaluate("(link) => { location.hash = link; }", solution)
        page.page.wait_for_function(
            "(link) => explorer.encode(explorer.state) === explorer.encode(explorer.decode(link).state)", arg=solution
        )
        after = page.page.inner_text("#goal")
        page.page.locator("#reveal").click()
        assert before.startswith("Not yet"), n
        assert after.startswith("Not yet" if n == 4 else "✓ Reached"), n
        assert "✓ As you predicted" in page.page.inner_text("#answer"), n


def targets_are_large_and_focus_is_seen(page: Explorer) -> None:
    sizes = page.page.evaluate("[...document.querySelectorAll('.hit')].map((each) => each.getBoundingClientRect().width)")
    small = page.page.evaluate(
        "[...document.querySelectorAll('button, select, input, summary')].map((each) => each.getBoundingClientRect())"
        ".filter((box) => box.width && (box.width < 24 || box.height < 24)).length"
    )
    page.handle("k1").focus()
    style = "(each) => { const style = getComputedStyle(each); return [style.strokeWidth, style.vectorEffect, style.stroke]; }"
    ring = page.handle("k1").locator(".ring").evaluate(style)

    assert min(sizes) >= 44
    assert small == 0
    assert 2 <= float(ring[0].removesuffix("px")) <= 4
    assert ring[1] == "non-scaling-stroke" and ring[2] != "none"


def nothing_is_a_black_disc(page: Explorer) -> None:
    fills = page.page.evaluate("[...document.querySelectorAll('.hit, .ring')].map((each) => getComputedStyle(each).fill)")

    assert set(fills) <= {"rgba(0, 0, 0, 0)", "none"}


def toggles_glide_unless_motion_is_unwanted(page: Explorer) -> None:
    page.page.locator("#scaled").uncheck()
    glides = page.page.evaluate("getComputedStyle(document.querySelector('.weight')).transitionDuration")
    page.page.emulate_media(reduced_motion="reduce")
    page.page.locator("#scaled").check()
    calm = page.page.evaluate("getComputedStyle(document.querySelector('.weight')).transitionDuration")
    page.page.emulate_media(reduced_motion="no-preference")

    assert (glides, calm) == ("0.15s", "0s")


PROBES: dict[str, Probe] = {
    name: value
    for name, value in list(globals().items())
    if callable(value) and getattr(value, "__module__", "") == __name__ and not isinstance(value, type)
}
