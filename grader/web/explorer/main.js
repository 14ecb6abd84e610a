// The page: one state, one draw(), a history of links, and what the controls do. Everything else is asked for.
import { CHALLENGES } from "./challenges.js";
import { attend, clamp, dot, length, round } from "./maths.js";
import { buildTable, drawArithmetic, drawMatrix, drawStrip, fillTable, h, sceneNote } from "./panels.js";
import { Plane } from "./plane.js";
import { LOCKS, SCENES, SIZES, VIEWS, attendRow, caseSet, copy, decode, encode, heads, initial, setScene, tables, toggleHidden } from "./state.js";
import { pythonText, readCase, sentence } from "./texts.js";

const $ = (id) => document.getElementById(id);
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const MOST_STEPS = 200;

const app = {
  state: initial(),
  chosen: { qk: { kind: "q", i: 3 }, v: { kind: "v", i: 0 } },
  past: [], future: [], kept: "", // links: the committed state is `kept`
  challenge: null, prediction: -1, isRevealed: false,
  times: [], // milliseconds of the last draws

  selected(kinds) { return this.chosen[kinds]; },
  focusKey() {
    const { kind, i } = this.last ?? { kind: "k", i: 0 };
    return kind === "q" ? Math.min(this.lastKey ?? 0, tables(this.state).k.length - 1) : Math.min(i, tables(this.state).k.length - 1);
  },
  isDragging() { return planes.some((plane) => plane.drag); },

  // The smallest view that is at least as large as asked for and holds all points.
  range(points) {
    const far = Math.max(this.state.view, ...points.flat().slice(0, 64).map(Math.abs));
    return VIEWS.find((view) => view >= far) ?? VIEWS.at(-1);
  },

  select(kind, i) {
    this.last = { kind, i };
    if (kind !== "q") this.lastKey = i;
    if (kind === "q" && i !== this.state.row) this.choose(i, this.state.head);
    this.chosen[kind === "v" ? "v" : "qk"] = { kind, i };
    draw();
  },

  move(kind, i, point) {
    const vector = tables(this.state)[kind][i];
    const to = kind === "q" ? this.locked(vector, point) : point;
    to.forEach((x, c) => { if (c < vector.length) vector[c] = x; });
    draw();
  },

  // Where a query may go: anywhere, or only in direction, or only in length (from where the gesture began).
  locked(now, to) {
    const from = decode(this.kept).state, start = tables(from).q[this.state.row] ?? now, long = length(start);
    if (this.state.lock === "free" || long === 0) return to;
    if (this.state.lock === "direction") return start.map((x) => round(clamp((x * Math.max(0, dot(start, to))) / (long * long))));
    return length(to) === 0 ? [...now] : to.map((x) => round(clamp((x * long) / length(to))));
  },

  // What was done becomes a step that can be undone, the link of the page, and a sentence. A held key stays one step.
  commit(isHeld = false) {
    const link = encode(this.state);
    if (link === this.kept) return false;
    if (!isHeld) {
      this.past = [...this.past, this.kept].slice(-MOST_STEPS);
      this.future = [];
    }
    this.keep(link);
    return true;
  },
  keep(link) {
    this.kept = link;
    history.replaceState(null, "", `#${link}`);
    $("program").value = pythonText(this.state);
    refreshButtons();
    announce();
  },
  cancel() { this.restore(this.kept); },
  restore(link) {
    this.state = decode(link).state;
    build();
    draw();
  },
  step(from, to) {
    if (!this[from].length) return;
    this[to].push(this.kept);
    const link = this[from].pop();
    this.restore(link);
    this.keep(link);
  },

  change(act) { // a control was used
    act(this.state);
    build();
    draw(true);
    this.commit();
  },
  choose(row, head) { this.change((state) => { state.row = row; state.head = head; this.chosen.qk = { kind: "q", i: row }; }); },
  type(kind, i, c, input) {
    const x = input.valueAsNumber;
    if (!Number.isFinite(x)) return; // empty or half a number: the last one stays
    tables(this.state)[kind][i][c] = round(clamp(x));
    draw();
    if (this.commit(this.typing === input)) this.typing = input; // a number is one step, however many digits
  },
  left() { // a field was left: what it shows is what counts
    this.typing = null;
    draw();
  },
  hide(j, box) {
    if (toggleHidden(this.state, j)) {
      draw(true);
      this.commit();
    } else {
      box.checked = false;
      note("A query must see at least one key, so the last one cannot be hidden.");
    }
  },
};

const planes = [new Plane($("plane-qk"), "qk", app), new Plane($("plane-v"), "v", app)];

function build() {
  const { state } = app;
  if (app.chosen.qk.kind === "q" || app.chosen.qk.i >= tables(state).k.length) app.chosen.qk = { kind: "q", i: state.row };
  if (app.chosen.v.i >= tables(state).v.length) app.chosen.v = { kind: "v", i: 0 };
  const focused = document.activeElement?.dataset.handle;
  planes.forEach((plane) => plane.build());
  const { asks, words, v } = tables(state), shape = [asks, words, v[0].length].join();
  if (shape !== build.shape) buildTable($("numbers"), app);
  build.shape = shape;
  fillOptions($("scene"), Object.entries(SCENES).filter(([name]) => name !== "case" || state.sets.case), state.scene);
  fillOptions($("query"), heads(state).flatMap((head) => tables(state, head).asks.map((ask, i) => [`${head}.${i}`, heads(state).length > 1 ? `head ${head + 1}: ${ask}` : ask])), `${state.head}.${state.row}`);
  if (focused) document.querySelector(`[data-handle="${focused}"]`)?.focus({ preventScroll: true }); // the focus stays where it was
}

function draw(isTween = false) {
  const before = performance.now(), { state } = app;
  document.body.classList.toggle("tween", isTween && !CALM.matches);
  planes.forEach((plane) => plane.draw());
  drawStrip($("strip"), app);
  drawArithmetic($("arithmetic"), app);
  drawMatrix($("matrix"), app);
  fillTable($("numbers"), app);
  $("scaled").checked = state.scaled;
  $("size").value = String(SIZES.indexOf(state.d));
  $("size").setAttribute("aria-valuetext", String(state.d));
  $("size-now").textContent = String(state.d);
  $("lock").value = state.lock;
  $("view").value = String(state.view);
  $("scene-note").textContent = sceneNote(state);
  if (!app.isDragging()) $("program").value = pythonText(state);
  drawGoal();
  app.times = [...app.times.slice(-499), performance.now() - before];
}

function refreshButtons() {
  $("undo").setAttribute("aria-disabled", String(!app.past.length));
  $("redo").setAttribute("aria-disabled", String(!app.future.length));
}

// One sentence a gesture, when it has come to rest.
function announce(text) {
  clearTimeout(announce.timer);
  announce.timer = setTimeout(() => { $("live").textContent = text ?? sentence(app.state) + goalText(); }, 400);
}

function note(text) {
  $("note").hidden = !text;
  $("note").textContent = text;
  if (text) announce(text);
}

function fillOptions(select, pairs, value) {
  if ([...select.options].map((each) => each.value + each.text).join() !== pairs.map((pair) => pair.join("")).join()) {
    select.replaceChildren(...pairs.map(([name, text]) => h("option", { value: name }, text)));
  }
  select.value = value;
}

// Challenges: predict, try, reveal.
function goal() {
  if (!app.challenge || app.prediction < 0) return null;
  return app.challenge.goal(app.state);
}
function goalText() {
  const found = goal();
  return found ? ` ${found[0] ? "Goal reached" : "Goal not reached yet"}.` : "";
}
function drawGoal() {
  const found = goal();
  if (!app.challenge) return;
  $("goal").textContent = found ? (found[0] ? `✓ Reached: ${found[1]}.` : `Not yet: ${found[1]}.`) : "";
  $("goal").className = found?.[0] ? "tag pass wrap" : "soft";
}

function openChallenge(n) {
  app.challenge = CHALLENGES[n] ?? null;
  app.prediction = -1;
  app.isRevealed = false;
  const card = $("challenge-body");
  if (!app.challenge) {
    card.replaceChildren(h("p", { class: "soft" }, "Play freely, or pick one of eight challenges. Each asks what you expect before it shows what happens."));
    return;
  }
  const { title, task, question, options } = app.challenge;
  const radios = options.map((option, i) => h("label", { class: "option" }, h("input", { type: "radio", name: "prediction", value: i, onchange: () => predict(i) }), h("span", {}, option)));
  card.replaceChildren(h("h3", {}, `${n + 1}. ${title}`), h("p", {}, task),
    h("fieldset", {}, h("legend", {}, `First predict: ${question}`), ...radios),
    h("p", { id: "goal", class: "soft" }),
    h("button", { type: "button", id: "reveal", "aria-disabled": "true", onclick: reveal }, "Reveal"),
    h("p", { id: "reveal-why", class: "soft small" }, "Choose what you expect first."), h("div", { id: "answer", role: "status" }));
  app.change(() => { app.state = app.challenge.start(); });
}

function predict(i) {
  app.prediction = i;
  $("reveal").setAttribute("aria-disabled", "false");
  $("reveal-why").textContent = "Now try it; reveal when you are done.";
  drawGoal();
}

function reveal() {
  if (app.prediction < 0 || app.isRevealed) return;
  app.isRevealed = true;
  const { options, right, answer, takeaway } = app.challenge;
  document.getElementsByName("prediction").forEach((each) => { each.disabled = true; });
  $("reveal").setAttribute("aria-disabled", "true");
  $("reveal-why").textContent = "";
  const verdict = app.prediction === right ? h("b", { class: "tag pass wrap" }, "✓ As you predicted") : h("b", { class: "tag part wrap" }, "✗ Not as you predicted");
  $("answer").replaceChildren(h("p", {}, verdict), h("p", {}, h("b", {}, `${options[right]}. `), answer), h("p", { class: "note" }, takeaway));
}

async function copyText(field, said) {
  $(field).closest("details").open = true;
  $(field).focus();
  $(field).select();
  try {
    await navigator.clipboard.writeText($(field).value);
    announce(`${said} copied.`);
  } catch {
    announce(`${said} is selected; copy it with your keyboard.`);
  }
}

function loadCase(found) {
  if (found.problem) return note(found.problem);
  note("");
  app.change((state) => {
    state.sets.case = found.set;
    setScene(state, "case");
    state.row = 0;
  });
  return undefined;
}

const on = (id, type, act) => $(id).addEventListener(type, act);
on("scene", "change", (event) => app.change((state) => setScene(state, event.target.value)));
on("query", "change", (event) => { const [head, row] = event.target.value.split(".").map(Number); app.choose(row, head); });
on("scaled", "change", (event) => app.change((state) => { state.scaled = event.target.checked; }));
on("size", "input", (event) => { app.state.d = SIZES[event.target.value]; draw(true); });
on("size", "change", () => app.commit());
on("lock", "change", (event) => app.change((state) => { state.lock = event.target.value; }));
on("view", "change", (event) => app.change((state) => { state.view = Number(event.target.value); }));
on("undo", "click", () => app.step("past", "future"));
on("redo", "click", () => app.step("future", "past"));
on("reset", "click", () => app.change(() => { const kept = app.state.sets.case; app.state = initial(); if (kept) app.state.sets.case = kept; }));
on("link", "click", () => { $("address").value = location.href; copyText("address", "The link"); });
on("python", "click", () => copyText("program", "The program"));
on("load", "click", () => loadCase(readCase($("pasted").value)));
on("challenge", "change", (event) => openChallenge(Number(event.target.value) - 1));
addEventListener("hashchange", () => open(location.hash));
addEventListener("keydown", (event) => {
  if (event.key === "Escape") planes.forEach((plane) => plane.stop());
  if (!(event.ctrlKey || event.metaKey) || event.target.matches("input, textarea")) return;
  const isBack = event.key === "z" && !event.shiftKey, isOn = event.key === "y" || (event.key.toLowerCase() === "z" && event.shiftKey);
  if (isBack || isOn) event.preventDefault();
  if (isBack) app.step("past", "future");
  if (isOn) app.step("future", "past");
});

// From a link, else from a case that came with the page, else the lesson's example.
function open(hash) {
  const { state, notes } = decode(hash);
  const given = JSON.parse($("case").textContent);
  if (!hash && given) {
    state.sets.case = caseSet(given);
    setScene(state, "case");
    state.row = 0;
    $("case-note").textContent = given.note;
    $("case-note").hidden = false;
  }
  app.state = state;
  app.chosen.qk = { kind: "q", i: state.row };
  app.kept = encode(state);
  note(notes.length ? `This link could not be read in full (${notes.join(", ")}); the lesson’s example stands in.` : "");
  build();
  draw();
  refreshButtons();
}

fillOptions($("lock"), Object.entries(LOCKS), "free");
fillOptions($("view"), VIEWS.map((view) => [String(view), `−${view} to ${view}`]), "3");
fillOptions($("challenge"), [["0", "none, play freely"], ...CHALLENGES.map(({ title }, n) => [String(n + 1), `${n + 1}. ${title}`])], "0");
openChallenge(-1);
open(location.hash);
document.body.classList.add("ready");

window.explorer = { attend, attendRow, decode, encode, readCase, caseSet, get state() { return copy(app.state); }, get times() { return app.times; } }; // for the console
