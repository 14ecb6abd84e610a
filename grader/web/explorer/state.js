// What can be changed, and how it is written into a link. Pure: the page's state is this object and nothing else.
import { LIMIT, attend, clamp, round } from "./maths.js";

export const SCENES = { self: "Self-attention", causal: "Causal self-attention", cross: "Cross-attention", heads: "Two heads", case: "Failing case" };
export const SIZES = [2, 4, 8, 16, 32, 64, 128, 256, 512];
export const LOCKS = { free: "anywhere", length: "keep its length", direction: "keep its direction" };
export const VIEWS = [3, 4.5, 6, LIMIT];

const WORDS = ["animal", "cross", "street", "it"];

// Fresh vectors. `one` is the lesson's worked example: the query of "it" against four keys.
function sets() {
  return {
    one: {
      asks: [...WORDS], words: [...WORDS],
      q: [[0, 2], [1, -1], [-1, 1], [2, 1]], k: [[2, 1], [0, 1], [1, -1], [1, 1]], v: [[4, 0], [2, 2], [0, 4], [1, 1]],
    },
    two: {
      asks: [...WORDS], words: [...WORDS],
      q: [[1, 1], [2, 0], [0, 2], [1, 2]], k: [[-1, 1], [1, 0], [-1, 2], [2, -1]], v: [[3, 1], [0, 1], [1, 3], [2, -1]],
    },
    cross: {
      asks: ["l’animal", "fatigué"], words: ["the", "animal", "was", "too", "tired"],
      q: [[2, 1], [-2, 2]], k: [[0, -1], [2, 1], [-1, 0], [-1, 1], [-2, 2]], v: [[1, 0, 0], [4, 1, 0], [0, 1, 1], [1, 3, 2], [0, 4, 3]],
    },
  };
}

export function initial() {
  return { scene: "self", row: 3, head: 0, scaled: true, d: 2, lock: "free", view: 3, hidden: [], sets: sets() };
}

export const copy = (state) => JSON.parse(JSON.stringify(state));
export const isSquare = (state) => state.scene !== "cross" && state.scene !== "case";
export const isCausal = (state) => state.scene === "causal" || (state.scene === "case" && state.sets.case.causal);

// The vectors of a head of the scene (of the head that is looked at, when none is named).
export function tables(state, head = state.head) {
  if (state.scene === "case") return state.sets.case;
  if (state.scene === "cross") return state.sets.cross;
  return state.scene === "heads" && head === 1 ? state.sets.two : state.sets.one;
}
export const heads = (state) => (state.scene === "heads" ? [0, 1] : [0]);

// Whether query i may look at key j. In self-attention a query always sees itself, so no row is ever empty.
export function sees(state, i, j) {
  if (isSquare(state) && i === j) return true;
  return !state.hidden.includes(j) && !(isCausal(state) && j > i);
}

export function attendRow(state, i = state.row, head = state.head) {
  const { q, k, v } = tables(state, head);
  return attend(q[i], k, v, { scaled: state.scaled, d: state.d, visible: k.map((_, j) => sees(state, i, j)) });
}

// Hide a key or show it again. False when that would leave some query with nothing to look at.
export function toggleHidden(state, j) {
  const before = state.hidden;
  state.hidden = before.includes(j) ? before.filter((each) => each !== j) : [...before, j].sort();
  const { q, k } = tables(state);
  const isFine = q.every((_, i) => k.some((_, each) => sees(state, i, each)));
  if (!isFine) state.hidden = before;
  return isFine;
}

export function setScene(state, scene) {
  state.scene = scene;
  state.head = 0;
  state.hidden = [];
  state.row = Math.min(isSquare(state) ? 3 : state.row, tables(state).q.length - 1);
}

// A set of vectors from outside (a failing case), or null: numbers are rounded and clamped; sizes must fit.
export function caseSet(found) {
  const isTable = (t, most) => Array.isArray(t) && t.length > 0 && t.length <= most && t.every((r) => Array.isArray(r) && r.every(Number.isFinite));
  const { q, k, v } = found ?? {};
  if (!isTable(q, 8) || !isTable(k, 8) || !isTable(v, 8) || k.length !== v.length) return null;
  if (![...q, ...k].every((r) => r.length === 2) || !v.every((r) => r.length === v[0].length) || v[0].length < 1 || v[0].length > 4) return null;
  const tidy = (t) => t.map((r) => r.map((x) => round(clamp(x))));
  return {
    asks: q.map((_, i) => `query ${i + 1}`), words: k.map((_, j) => `key ${j + 1}`), causal: Boolean(found.causal),
    q: tidy(q), k: tidy(k), v: tidy(v),
  };
}

const flat = (set) => [set.q, set.k, set.v].map((t) => t.map((r) => r.join(",")).join(";")).join("|");
const deep = (text) => text.split("|").map((t) => t.split(";").map((r) => r.split(",").map((x) => (x.trim() === "" ? NaN : Number(x)))));

// The state as the part of a link behind #; only vectors that were changed are in it.
export function encode(state) {
  const fresh = sets();
  const parts = [`s=${state.scene}`, `r=${state.row}`, `h=${state.head}`, `x=${Number(state.scaled)}`, `d=${state.d}`, `l=${state.lock}`, `z=${state.view}`];
  if (state.hidden.length) parts.push(`m=${state.hidden.join(",")}`);
  for (const [name, set] of Object.entries(state.sets)) {
    if (!fresh[name] || flat(set) !== flat(fresh[name])) parts.push(`${name}=${flat(set)}${set.causal ? "|causal" : ""}`);
  }
  return parts.join("&");
}

// The state of a link. What cannot be read falls back to its default and is named in `notes`.
export function decode(text) {
  const state = initial(), notes = [];
  const given = new Map(text.replace(/^#/, "").split("&").filter(Boolean).map((part) => {
    const at = part.indexOf("=");
    let value = part.slice(at + 1);
    try { value = decodeURIComponent(value); } catch { value = ""; }
    return [part.slice(0, at), value];
  }));
  const pick = (key, name, allowed, use) => {
    if (!given.has(key)) return;
    const value = allowed(given.get(key));
    if (value === undefined) notes.push(name);
    else use(value);
  };
  const among = (list) => (text) => list.find((each) => String(each) === text);
  for (const name of ["one", "two", "cross", "case"]) {
    pick(name, "vectors", (text) => readSet(text, state.sets[name]), (set) => { state.sets[name] = set; });
  }
  pick("s", "scene", among(Object.keys(SCENES).filter((each) => each !== "case" || state.sets.case)), (scene) => setScene(state, scene));
  pick("r", "query", among(tables(state).q.map((_, i) => i)), (row) => { state.row = row; });
  pick("h", "head", among(heads(state)), (head) => { state.head = head; });
  pick("x", "scaling", among([0, 1]), (x) => { state.scaled = x === 1; });
  pick("d", "d", among(SIZES), (d) => { state.d = d; });
  pick("l", "lock", among(Object.keys(LOCKS)), (lock) => { state.lock = lock; });
  pick("z", "zoom", among(VIEWS), (view) => { state.view = view; });
  if (given.has("m") && !given.get("m").split(",").every((j) => tables(state).k[j] && toggleHidden(state, Number(j)))) notes.push("hidden keys");
  return { state, notes };
}

function readSet(text, model) {
  const isMarked = text.endsWith("|causal");
  const [q, k, v, ...rest] = deep(isMarked ? text.slice(0, -7) : text);
  const found = rest.length ? null : caseSet({ q, k, v, causal: isMarked });
  if (!found || !model) return found ?? undefined;
  const isSame = ["q", "k", "v"].every((t) => found[t].length === model[t].length && found[t][0].length === model[t][0].length);
  return isSame ? { asks: model.asks, words: model.words, q: found.q, k: found.k, v: found.v } : undefined;
}
