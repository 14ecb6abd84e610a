// One plane: handles that can be dragged, tapped into place and moved by keys. It draws the state and reports moves; it decides nothing.
import { clamp, dot, fmt, hull, length, percent, round, short } from "./maths.js";
import { attendRow, sees, tables } from "./state.js";
import { nameOf } from "./texts.js";

const NS = "http://www.w3.org/2000/svg";
const HALF = 200; // half of the drawing, in its own units
const HIT = 23; // CSS pixels around a handle that belong to it

export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(NS, tag);
  set(node, attributes);
  node.append(...children);
  return node;
}
export const set = (node, attributes) => Object.entries(attributes).forEach(([name, value]) => node.setAttribute(name, value));

// Whether a word that is written from a place to the right (reads 1) or left (-1) runs into the diamond at (x, y).
function covers(place, reads, letters, x, y) {
  const along = (x - place.x) * reads;
  return along > -9 && along < letters * 9 + 9 && y < place.y + 9 && y > place.y - 22;
}

// kinds: which vectors it holds ("qk" or "v"). app: {state, move(kind, i, point), commit(), cancel(), select(kind, i)}
export class Plane {
  constructor(root, kinds, app) {
    Object.assign(this, { root, kinds, app, drag: null, pending: null, handles: new Map(), range: 3 });
    this.ground = svg("rect", { class: "ground", x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF });
    this.paper = svg("g", { class: "drawing", "aria-hidden": "true" });
    this.back = svg("g", { class: "drawing", "aria-hidden": "true" });
    this.front = svg("g", {});
    root.append(this.ground, this.paper, this.back, this.front);
    this.ground.addEventListener("click", (event) => this.place(event));
    new ResizeObserver(() => this.fit()).observe(root);
  }

  unit() { return (HALF - 12) / this.range; }
  at([x, y = 0]) { return [x * this.unit(), -y * this.unit()]; }

  world(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.root.getScreenCTM().inverse());
    return [point.x / this.unit(), -point.y / this.unit()];
  }

  // A single click or tap on the empty plane: what dragging does, without dragging.
  place(event) {
    const { kind, i } = this.app.selected(this.kinds);
    this.app.move(kind, i, this.inside(this.world(event)));
    this.app.commit();
    this.handles.get(kind + i)?.focus({ preventScroll: true });
  }

  inside(point) { return point.map((x) => round(clamp(x, this.range))); }

  // New handles for the current set of vectors.
  build() {
    this.front.replaceChildren();
    this.handles.clear();
    const { words, k } = tables(this.app.state);
    const row = this.app.state.row;
    const list = this.kinds === "v" ? words.map((_, j) => ["v", j]) : [...k.map((_, j) => ["k", j]), ["q", row]];
    list.forEach(([kind, i]) => this.handles.set(kind + i, this.handle(kind, i)));
    this.output = svg("path", { class: "output", d: "M0-9 9 0 0 9-9 0Z", "aria-hidden": "true" });
    this.front.append(...this.handles.values(), ...(this.kinds === "v" ? [this.output] : []));
    this.fit();
  }

  handle(kind, i) {
    const { asks, words } = tables(this.app.state);
    const shape = kind === "v" ? svg("rect", { class: "knob", x: -6, y: -6, width: 12, height: 12 }) : svg("circle", { class: "knob", r: kind === "q" ? 8 : 6 });
    const label = svg("text", { class: "word" });
    label.textContent = kind === "q" ? `query: ${asks[i]}` : words[i];
    const group = svg("g", { class: `handle ${kind}`, tabindex: "0", role: "group", "aria-roledescription": "movable point", "data-handle": kind + i },
      svg("circle", { class: "hit" }), svg("circle", { class: "weight", r: 0 }), svg("circle", { class: "ring" }), shape, label);
    group.addEventListener("pointerdown", (event) => this.down(event, group, kind, i));
    group.addEventListener("pointermove", (event) => this.drift(event));
    group.addEventListener("pointerup", (event) => this.up(event));
    group.addEventListener("pointercancel", (event) => this.stop(event));
    group.addEventListener("lostpointercapture", (event) => this.stop(event));
    // touch-action on parts of an SVG does not stop scrolling; this does, and leaves swipes on the empty plane alone.
    group.addEventListener("touchstart", (event) => { if (event.touches.length === 1) event.preventDefault(); }, { passive: false });
    group.addEventListener("keydown", (event) => this.key(event, kind, i));
    group.addEventListener("focus", () => this.app.select(kind, i));
    return group;
  }

  down(event, group, kind, i) {
    if (event.button !== 0 || !event.isPrimary || this.app.isDragging()) return;
    event.preventDefault();
    group.setPointerCapture(event.pointerId);
    group.focus({ preventScroll: true });
    const [x, y] = this.world(event), [px, py = 0] = tables(this.app.state)[kind][i];
    this.drag = { id: event.pointerId, kind, i, off: [px - x, py - y] };
  }

  drift(event) {
    if (event.pointerId !== this.drag?.id) return;
    const [x, y] = this.world(event), [dx, dy] = this.drag.off;
    const isNew = this.pending === null;
    this.pending = this.inside([x + dx, y + dy]);
    if (isNew) requestAnimationFrame(() => this.flush()); // one draw a frame, however many moves
  }

  flush() {
    if (this.pending && this.drag) this.app.move(this.drag.kind, this.drag.i, this.pending);
    this.pending = null;
  }

  up(event) {
    if (event.pointerId !== this.drag?.id) return;
    this.flush();
    this.drag = null;
    this.app.commit();
  }

  // A gesture that the system or Escape ended: back to where it began.
  stop(event) {
    if (!this.drag || (event && event.pointerId !== this.drag.id)) return;
    this.drag = this.pending = null;
    this.app.cancel();
  }

  key(event, kind, i) {
    if (this.drag) return;
    const step = event.shiftKey ? 1 : event.altKey ? 0.01 : 0.1;
    const [x, y = 0] = tables(this.app.state)[kind][i];
    const to = {
      ArrowLeft: [x - step, y], ArrowRight: [x + step, y], ArrowUp: [x, y + step], ArrowDown: [x, y - step],
      Home: [0, 0], PageUp: [x * 1.1, y * 1.1], PageDown: [x / 1.1, y / 1.1],
    }[event.key];
    if (!to || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.app.move(kind, i, to.map((each) => round(clamp(each))));
    this.app.commit(event.repeat);
  }

  // Sizes that are meant in CSS pixels follow the size of the drawing.
  fit() {
    const scale = this.root.getBoundingClientRect().width / (2 * HALF) || 1;
    this.root.querySelectorAll(".hit").forEach((each) => each.setAttribute("r", HIT / scale));
    this.root.querySelectorAll(".ring").forEach((each) => each.setAttribute("r", 15 / scale));
    this.root.style.setProperty("--text", `${Math.min(22, 13 / scale)}px`);
  }

  draw() {
    const { state } = this.app, table = tables(state), found = attendRow(state);
    const points = this.kinds === "v" ? [...table.v, found.output] : [...table.k, table.q[state.row]];
    if (!this.drag) this.range = this.app.range(points);
    if (this.drawn !== this.range) this.paper.replaceChildren(...this.grid());
    this.drawn = this.range;
    this.back.replaceChildren(...(this.kinds === "v" ? this.area(table.v) : this.lines(table, state)));
    for (const [name, group] of this.handles) this.drawHandle(group, name[0], Number(name.slice(1)), found);
    if (this.kinds === "v") this.output.setAttribute("transform", `translate(${this.at(found.output)})`);
  }

  drawHandle(group, kind, i, { weights, output }) {
    const { state } = this.app, point = tables(state)[kind][i], [x, y] = this.at(point);
    const isShut = kind !== "q" && !sees(state, state.row, i);
    const chosen = this.app.selected(this.kinds);
    group.setAttribute("transform", `translate(${x} ${y})`);
    group.classList.toggle("masked", isShut);
    group.classList.toggle("chosen", chosen.kind === kind && chosen.i === i);
    const said = kind === "q" ? "" : isShut ? ", masked: weight 0" : `, weight ${percent(weights[i])}`;
    group.setAttribute("aria-label", `${nameOf(state, kind, i)}, x ${fmt(point[0])}, y ${fmt(point[1] ?? 0)}${said}`);
    if (kind !== "q") group.querySelector(".weight").setAttribute("r", 26 * Math.sqrt(weights[i])); // the area is the weight
    const label = group.querySelector(".word");
    const side = x < 0 ? -1 : 1, isNearEdge = Math.abs(x) > HALF / 2; // near an edge a word reads inwards, above or below its point
    const up = (y > 0 ? -1 : 1) * (kind === "q" ? -1 : 1);
    const place = (turn) => ({ x: side * (isNearEdge ? 16 : 13), y: (isNearEdge ? -22 : -10) * turn + (turn < 0 ? 8 : 0) });
    const reads = side * (isNearEdge ? -1 : 1);
    const [ox, oy] = kind === "v" ? this.at(output) : [Infinity, 0];
    const isInTheWay = (turn) => covers(place(turn), reads, label.textContent.length, ox - x, oy - y);
    set(label, { ...place(isInTheWay(up) && !isInTheWay(-up) ? -up : up), "text-anchor": reads > 0 ? "start" : "end" });
  }

  grid() {
    const parts = [], end = HALF - 2, whole = Math.floor(this.range);
    for (let n = -whole; n <= whole; n += 1) {
      const at = n * this.unit();
      parts.push(svg("path", { class: n ? "grid" : "axis", d: `M${at} ${-end}V${end}M${-end} ${at}H${end}` }));
      if (n && (this.range < 6 || n % 3 === 0)) parts.push(this.text(at, 14, n, "tick"), this.text(-9, -at + 4, n, "tick"));
    }
    return parts;
  }

  text(x, y, content, kind) {
    const node = svg("text", { x, y, class: kind, "text-anchor": "middle" });
    node.textContent = typeof content === "number" ? String(content).replace("-", "−") : content;
    return node;
  }

  // Around the values a query may see: the output never leaves it.
  area(values) {
    const { state } = this.app;
    const corners = hull(values.filter((_, j) => sees(state, state.row, j)).map(([x, y = 0]) => [x, y])).map((point) => this.at(point));
    return [svg("polygon", { class: "hull", points: corners.map((point) => point.join()).join(" ") })];
  }

  // Arrows to query and keys; lines of equal score across the query; the shadow of the chosen key on the query.
  lines({ k, q }, state) {
    const query = q[state.row], long = length(query), parts = [];
    if (long > 0) parts.push(...this.isoScores(query, long));
    const key = k[this.app.focusKey()];
    if (key && long > 0) {
      const along = dot(key, query) / (long * long), foot = query.map((x) => x * along);
      const [a, b, c] = [key, foot, [0, 0]].map((point) => this.at(point).join(" "));
      parts.push(svg("path", { class: "foot", d: `M${c}L${b}` }), svg("path", { class: "shadow", d: `M${a}L${b}` }));
    }
    k.forEach((each, j) => parts.push(this.arrow(each, sees(state, state.row, j) ? "k" : "k masked")));
    return [...parts, this.arrow(query, "q")];
  }

  isoScores(query, long) {
    const across = [-query[1] / long, query[0] / long], parts = [];
    const step = [0.5, 1, 2, 5, 10, 20, 50].find((each) => each / long > this.range / 4) ?? 100;
    for (let n = -6; n <= 6; n += 1) {
      const middle = query.map((x) => (x * n * step) / (long * long)), far = 3 * this.range;
      if (length(middle) > this.range * 1.35) continue;
      const [a, b] = [-far, far].map((t) => this.at(middle.map((x, c) => x + across[c] * t)).join(" "));
      parts.push(svg("path", { class: n ? "iso" : "iso none", d: `M${a}L${b}` }));
      const [x, y] = this.at(middle.map((each, c) => each + across[c] * this.range * 0.62));
      const isFree = Math.abs(x) > 40 && Math.abs(y) > 24 && Math.max(Math.abs(x) + 30, Math.abs(y)) < HALF - 6;
      if (isFree) parts.push(this.text(x, y - 3, `q·k = ${short(n * step)}`, "level"));
    }
    return parts;
  }

  arrow(point, kind) {
    const [x, y] = this.at(point), long = Math.hypot(x, y), size = kind === "q" ? 13 : 9;
    if (long < 1) return svg("path", { class: `arrow ${kind}`, d: "M0 0" });
    const [ux, uy] = [x / long, y / long], tip = Math.max(0, long - 8), neck = Math.max(0, tip - size);
    const corner = (side) => `${ux * neck - uy * side * size * 0.42} ${uy * neck + ux * side * size * 0.42}`;
    return svg("path", { class: `arrow ${kind}`, d: `M0 0L${ux * neck} ${uy * neck}M${corner(1)}L${ux * tip} ${uy * tip}L${corner(-1)}Z` });
  }
}
