// The state in other words: a sentence, a Python program, and a failing case read from one. Pure.
import { length, percent, vector } from "./maths.js";
import { attendRow, caseSet, heads, sees, tables } from "./state.js";

// One sentence: where the current query looks, then the output.
export function sentence(state) {
  const { asks, words, q, k } = tables(state);
  const { weights, output } = attendRow(state);
  const open = words.map((_, j) => j).filter((j) => sees(state, state.row, j));
  const order = [...open].sort((a, b) => weights[b] - weights[a]);
  const isEven = weights[order[0]] - weights[order.at(-1)] < 1e-9;
  const list = order.map((j) => `${words[j]} ${percent(weights[j])}`).join(", ");
  const who = `“${asks[state.row]}”${state.scene === "heads" ? ` in head ${state.head + 1}` : ""}`;
  const because = open.length === 1 ? "" : length(q[state.row]) === 0 ? " (its query is zero, so every score is zero)" : " (all scores are equal)";
  const looks = isEven && open.length > 1 ? `looks at all ${open.length} keys equally, ${percent(weights[order[0]])} each${because}` : `looks at ${list}`;
  const shut = k.length - open.length ? ` ${k.length - open.length} masked.` : "";
  return `${who} ${looks}.${shut} Output ${vector(output)}.`;
}

// A program without imports but math that prints the same weights and output.
export function pythonText(state) {
  const list = (v) => "[" + v.map((x) => (Array.isArray(x) ? list(x) : String(x))).join(", ") + "]";
  const { asks, words, q, k, v } = tables(state);
  const open = k.map((_, j) => sees(state, state.row, j));
  const dots = state.d === 2 ? "sum(q * k for q, k in zip(query, key))" : "sum(q * k for q, k in zip(query, key)) * math.sqrt(d / 2)";
  return [
    "import math",
    "",
    `words = ${JSON.stringify(words)}`,
    `query = ${list(q[state.row])}  # of ${JSON.stringify(asks[state.row])}`,
    `keys = ${list(k)}`,
    `values = ${list(v)}`,
    `visible = [${open.map((x) => (x ? "True" : "False")).join(", ")}]`,
    state.d === 2 ? "d = 2" : `d = ${state.d}  # simulated: dot products of independent numbers grow like the root of d`,
    "",
    `scores = [${dots}${state.scaled ? " / math.sqrt(d)" : ""} for key in keys]`,
    'scores = [score if seen else float("-inf") for score, seen in zip(scores, visible)]',
    "largest = max(scores)",
    "powers = [math.exp(score - largest) for score in scores]",
    "weights = [power / sum(powers) for power in powers]",
    "output = [sum(w * value[c] for w, value in zip(weights, values)) for c in range(len(values[0]))]",
    "for word, weight in zip(words, weights):",
    '    print(f"{word:10} {weight:.3f}")',
    'print("output", [round(x, 2) for x in output])',
    "",
  ].join("\n");
}

// The last call in the program that `grader case` prints, read as query, keys, values. Returns {set} or {problem}.
export function readCase(text) {
  const call = [...text.slice(0, 20000).matchAll(/^print\(\w+\(/gm)].at(-1);
  if (!call) return { problem: "There is no print(function(…)) in it. Paste everything that grader case prints." };
  let found;
  try { found = pythonList(text, call.index + call[0].length); } catch { return { problem: "The arguments of the call are more than numbers and lists." }; }
  const [query, k, v] = found;
  const causal = found.some((each) => each?.name === "causal" && each.value === true);
  const set = caseSet({ q: Array.isArray(query?.[0]) ? query : [query], k, v, causal });
  return set ? { set } : { problem: "Only attention with queries and keys of 2 numbers, at most 8 of each, and values of at most 4 fits the plane." };
}

// Python's literals up to the closing bracket of the list that begins at `at`; np.array(x, …) is x. Throws on anything else.
function pythonList(text, at) {
  const eat = (mark) => {
    while (/\s/.test(text[at] ?? "")) at += 1;
    if (!text.startsWith(mark, at)) return false;
    at += mark.length;
    return true;
  };
  const match = (pattern) => {
    const found = pattern.exec(text.slice(at, at + 80))?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const items = (close) => {
    const list = [];
    while (!eat(close)) {
      list.push(value());
      if (!eat(",") && !(close === text[at] || /^\s*[\])]/.test(text.slice(at)))) throw new SyntaxError(text.slice(at, at + 20));
    }
    return list;
  };
  const value = () => {
    if (eat("[")) return items("]");
    if (eat("(")) return items(")");
    const number = match(/^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?/i);
    if (number) return Number(number);
    const name = match(/^[A-Za-z_][\w.]*/);
    if (!name) throw new SyntaxError(text.slice(at, at + 20));
    if (eat("=")) return { name, value: value() };
    if (eat("(")) return items(")")[0];
    return { True: true, False: false, None: null }[name] ?? name;
  };
  return items(")");
}

// What one head would do that had to serve both: the average of the two queries against the average of the keys.
export function compromise(state) {
  const mean = (a, b) => a.map((r, i) => r.map((x, c) => (x + b[i][c]) / 2));
  const [one, two] = [state.sets.one, state.sets.two];
  const joined = { ...state, scene: "self", sets: { ...state.sets, one: { ...one, q: mean(one.q, two.q), k: mean(one.k, two.k) } } };
  return attendRow(joined, state.row, 0).weights;
}

export const bothOutputs = (state) => heads(state).flatMap((head) => attendRow(state, state.row, head).output);
export const nameOf = (state, kind, i) => (kind === "q" ? `Query of ${tables(state).asks[i]}` : `${kind === "k" ? "Key" : "Value"} of ${tables(state).words[i]}`);
