// Everything beside the planes: the pipeline strip, the weights, the table of numbers. Draws the state; changes go through app.
import { fmt, short, vector } from "./maths.js";
import { attendRow, heads, isSquare, sees, tables } from "./state.js";
import { bothOutputs, compromise, nameOf } from "./texts.js";

// An element with attributes, properties that begin with "on", and children; text is always text.
export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== false && value !== undefined) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children);
  return node;
}

const th = (text, scope = "col", more = {}) => h("th", { scope, ...more }, text);
const td = (text, kind = "n") => h("td", { class: kind }, text);
const shade = (w) => `h${Math.min(9, Math.floor(w * 10))}`;

// The four steps for the current query, one row a key, every number shown.
export function drawStrip(root, app) {
  const { state } = app, { asks, words, v } = tables(state), found = attendRow(state);
  const power = found.shift ? `e^(x − ${short(found.shift)})` : "eˣ";
  const scale = state.scaled ? `÷ √${state.d}` : "not scaled";
  const headings = ["key", "q·k", scale, "mask", power, "÷ total = weight", "weight × value"];
  const rows = words.map((word, j) => {
    const button = h("button", { type: "button", class: "plain", "aria-pressed": String(app.focusKey() === j), "data-key": j, onclick: () => app.select("k", j) }, word);
    const isOpen = sees(state, state.row, j);
    return h("tr", { class: app.focusKey() === j ? "focus" : "" }, th(button, "row"),
      td(fmt(found.dots[j])), td(fmt(found.scores[j])), td(isOpen ? "open" : "−∞", isOpen ? "n soft" : "n shut"),
      td(fmt(found.powers[j])), td(fmt(found.weights[j], 3), `n strong ${shade(found.weights[j])}`),
      td(vector(v[j].map((x) => x * found.weights[j]))));
  });
  const total = h("tr", {}, th("total", "row"), td(""), td(""), td(""), td(fmt(found.total)), td(fmt(found.weights.reduce((a, b) => a + b, 0), 3)), td(vector(found.output), "n strong"));
  replace(root.querySelector("caption"), `The query of “${asks[state.row]}” is ${vector(tables(state).q[state.row], short)}.`);
  become(root.querySelector("thead"), [h("tr", {}, ...headings.map((text, i) => th(text, "col", { class: i ? "n" : "" })))]);
  become(root.querySelector("tbody"), [...rows, total]);
}

// What happens to one key, written out.
export function arithmetic(state, j) {
  const { q, k, v, words } = tables(state), found = attendRow(state), query = q[state.row];
  const grown = state.d === 2 ? "" : ` × √(${state.d}/2)`;
  const steps = [`q·k = ${grown ? "(" : ""}${query.map((x, c) => `${short(x)} × ${short(k[j][c])}`).join(" + ")}${grown ? ")" : ""}${grown} = ${fmt(found.dots[j])}`];
  if (state.scaled) steps.push(`${fmt(found.dots[j])} ÷ √${state.d} = ${fmt(found.scores[j])}`);
  if (!sees(state, state.row, j)) {
    steps.push("the mask makes it −∞", "e^−∞ = 0, so the weight is exactly 0");
  } else {
    steps.push(`e^${found.shift ? `(${fmt(found.scores[j])} − ${short(found.shift)})` : fmt(found.scores[j])} = ${fmt(found.powers[j])}`);
    steps.push(`${fmt(found.powers[j])} ÷ ${fmt(found.total)} = ${fmt(found.weights[j], 3)}`);
    steps.push(`${fmt(found.weights[j], 3)} × ${vector(v[j], short)} = ${vector(v[j].map((x) => x * found.weights[j]))}`);
  }
  return [words[j], steps];
}

export function drawArithmetic(root, app) {
  const [word, steps] = arithmetic(app.state, app.focusKey());
  become(root, [h("b", {}, `Key of “${word}”: `), ...steps.map((step) => h("span", { class: "step" }, step))]);
}

// One table of weights per head; the row header chooses the query.
export function drawMatrix(root, app) {
  const { state } = app;
  const figures = heads(state).map((head) => {
    const { asks, words } = tables(state, head);
    const rows = asks.map((ask, i) => {
      const isNow = i === state.row && head === state.head;
      const { weights } = attendRow(state, i, head);
      const pick = h("button", { type: "button", class: "plain", "aria-pressed": String(isNow), "data-row": `${head}-${i}`, onclick: () => app.choose(i, head) }, ask);
      const cells = weights.map((w, j) => (sees(state, i, j) ? td(fmt(w), shade(w)) : h("td", { class: "masked" }, "−∞", h("span", { class: "hidden" }, " masked, weight 0"))));
      return h("tr", { class: isNow ? "now" : "" }, th(pick, "row"), ...cells, td(fmt(weights.reduce((a, b) => a + b, 0)), "total"));
    });
    return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": heads(state).length > 1 ? `Weights of head ${head + 1}` : "Weights" },
      h("table", { class: "heat" }, h("caption", {}, heads(state).length > 1 ? `Head ${head + 1}: ` : "", "rows are queries, columns are keys, every row adds up to 1"),
        h("thead", {}, h("tr", {}, th("query"), ...words.map((word) => th(word)), th("sum"))), h("tbody", {}, ...rows)));
  });
  const notes = [];
  if (heads(state).length > 1) {
    const words = tables(state).words;
    notes.push(h("p", {}, `Joined output of both heads: ${vector(bothOutputs(state))}: two heads of 2 numbers make 4.`));
    notes.push(h("p", {}, `One head with the average of both would give: ${compromise(state).map((w, j) => `${words[j]} ${fmt(w)}`).join(", ")}.`));
  }
  if (state.scene === "causal") notes.push(h("p", {}, "A token sees itself and what comes before it; the first row can only ever return its own value."));
  become(root, [...figures, ...notes]);
}

// The numbers themselves, to read and to type. Built for a set of vectors, then filled; a field that is typed in is left alone.
export function buildTable(root, app) {
  const { asks, words, v } = tables(app.state);
  const field = (kind, i, c) => h("td", {}, h("input", {
    type: "number", step: "0.1", min: "-9", max: "9", inputmode: "decimal", "data-field": `${kind}${i}.${c}`,
    "aria-label": `${nameOf(app.state, kind, i)}, ${c < 2 ? "xy"[c] : `number ${c + 1}`}`,
    oninput: (event) => app.type(kind, i, c, event.target), onfocus: () => app.select(kind, i), onblur: () => app.left(),
  }));
  const queries = asks.map((ask, i) => h("tr", {}, th(ask, "row"), field("q", i, 0), field("q", i, 1)));
  const keys = words.map((word, j) => h("tr", {}, th(word, "row"), field("k", j, 0), field("k", j, 1), ...v[j].map((_, c) => field("v", j, c)),
    h("td", {}, h("label", { class: "check" }, h("input", { type: "checkbox", "data-hide": j, onchange: (event) => app.hide(j, event.target) }), h("span", {}, "hide"), h("span", { class: "hidden" }, ` the key of ${word}`)))));
  const numbered = v[0].map((_, c) => th(`value ${c < 2 ? "xy"[c] : c + 1}`));
  const both = [["Queries", [th("token"), th("query x"), th("query y")], queries], ["Keys and values", [th("token"), th("key x"), th("key y"), ...numbered, th("mask")], keys]];
  root.replaceChildren(...both.map(([name, headings, rows]) => h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": name },
    h("table", { class: "numbers" }, h("caption", {}, name), h("thead", {}, h("tr", {}, ...headings)), h("tbody", {}, ...rows)))));
}

export function fillTable(root, app) {
  const table = tables(app.state);
  for (const input of root.querySelectorAll("[data-field]")) {
    const [, kind, i, c] = /^(\w)(\d+)\.(\d)$/.exec(input.dataset.field);
    if (input !== document.activeElement) input.value = table[kind][i][c];
  }
  for (const box of root.querySelectorAll("[data-hide]")) box.checked = app.state.hidden.includes(Number(box.dataset.hide));
}


export const sceneNote = (state) => ({
  self: "Every token asks, and every token answers. Choose another query in the matrix.",
  causal: "A generator must not peek: keys after the query get −∞ before the softmax.",
  cross: "Queries of one sentence, keys and values of another. Values have 3 numbers here; the plane shows the first two.",
  heads: "Two heads with vectors of their own look at the same tokens; their outputs are joined.",
  case: "The call that your code got wrong, with what it should have given.",
}[state.scene] + (isSquare(state) || state.scene === "cross" || tables(state).v[0].length === 2 ? "" : " The plane shows the first two numbers of a value."));

function replace(node, text) { if (node.textContent !== text) node.textContent = text; }

// Give a node these children by changing only what differs: a drag redraws a few texts, and nobody loses the focus.
function become(node, children) {
  if (node.childNodes.length !== children.length) return node.replaceChildren(...children);
  children.forEach((child, n) => {
    const old = node.childNodes[n];
    if (old.nodeName !== child.nodeName || (child.nodeType === Node.ELEMENT_NODE && !alike(old, child))) return old.replaceWith(child);
    if (child.nodeType === Node.TEXT_NODE) return replace(old, child.textContent);
    for (const { name, value } of child.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    return become(old, [...child.childNodes]);
  });
  return undefined;
}
// Nodes that stand for the same thing; what listens on one listens for the other, too.
const alike = (a, b) => a.attributes.length === b.attributes.length && a.dataset.key === b.dataset.key && a.dataset.row === b.dataset.row;
