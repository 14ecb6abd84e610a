// The one formula of the page, and the small geometry around it. Pure: knows no document.

export const LIMIT = 9; // no coordinate leaves -LIMIT … LIMIT
export const round = (x) => Math.round(x * 100) / 100 + 0; // + 0 turns -0 into 0
export const clamp = (x, most = LIMIT) => Math.min(most, Math.max(-most, x));
export const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
export const length = (a) => Math.hypot(...a);

// query (d_k), keys (n, d_k), values (n, d_v) -> every number of the four steps.
// d is simulated: dot products of independent numbers grow like the root of how many there are, so 2 numbers stand for d.
// A key that is not visible gets the score -Infinity before the softmax, so its weight is exactly 0.
export function attend(query, keys, values, { scaled = true, d = 2, visible = keys.map(() => true) } = {}) {
  const dots = keys.map((key) => dot(query, key) * Math.sqrt(d / 2));
  const divisor = scaled ? Math.sqrt(d) : 1;
  const scores = dots.map((x) => x / divisor);
  const masked = scores.map((x, j) => (visible[j] ? x : -Infinity));
  const largest = Math.max(...masked);
  const shift = largest > 20 ? largest : 0; // what is shown; the weights always subtract the largest
  const shown = masked.map((x) => Math.exp(x - shift));
  const powers = masked.map((x) => (x === -Infinity ? 0 : Math.exp(x - largest)));
  const total = powers.reduce((sum, x) => sum + x, 0);
  const weights = powers.map((x) => x / total);
  const output = values[0].map((_, c) => values.reduce((sum, value, j) => sum + weights[j] * value[c], 0));
  return { dots, divisor, scores, masked, shift, powers: shown, total: shown.reduce((sum, x) => sum + x, 0), weights, output };
}

// The corners of the smallest convex shape around points in the plane, counter-clockwise.
export function hull(points) {
  const sorted = points.map(([x, y]) => [x, y]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turn = (o, a, b) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const half = (list) => {
    const chain = [];
    for (const point of list) {
      while (chain.length > 1 && turn(chain.at(-2), chain.at(-1), point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return sorted.length < 2 ? sorted : [...half(sorted), ...half(sorted.reverse())];
}

// Numbers as people read them: a real minus sign, never "−0.00".
export function fmt(x, digits = 2) {
  if (x === -Infinity) return "−∞";
  if (Math.abs(x) >= 1e6) return x.toExponential(1).replace("e+", "e").replace("-", "−");
  const text = Math.abs(x).toFixed(digits);
  return x < 0 && Number(text) !== 0 ? "−" + text : text;
}
export const short = (x) => fmt(x).replace(/\.?0+$/, "");
export const vector = (v, say = fmt) => "[" + v.map((x) => say(x)).join(", ") + "]";
export const percent = (w) => (w > 0 && w < 0.005 ? "under 1%" : w < 1 && w >= 0.995 ? "over 99%" : Math.round(w * 100) + "%");
