// Eight things to try. Each asks for a prediction before it says anything; each is about one mistake people make in code.
import { dot, length, percent } from "./maths.js";
import { attendRow, initial, setScene, tables } from "./state.js";

const start = (change) => () => {
  const state = initial();
  change(state);
  return state;
};
const weight = (state, word, head = state.head) => attendRow(state, state.row, head).weights[tables(state, head).words.indexOf(word)];
const says = (state, word, head) => `${word} has ${percent(weight(state, word, head))}`;

// title, task, start, question, options, right (index), goal(state) -> [is reached, where it stands], answer, takeaway
export const CHALLENGES = [
  {
    title: "Aim",
    task: "Move only the query of “it” until “street” gets at least 80% of its attention.",
    start: start(() => {}),
    question: "Where will the query have to point?",
    options: ["Along the key of “street”", "Towards the value of “street”", "Away from its own key"],
    right: 0,
    goal: (s) => [weight(s, "street") >= 0.8 && s.sets.one.k.flat().join() === initial().sets.one.k.flat().join(), says(s, "street")],
    answer: "A score is a dot product: it is largest where query and key point the same way. Values play no part in the weights.",
    takeaway: "The dot product measures agreement of query and key.",
  },
  {
    title: "Length is sharpness",
    task: "Keep the direction of the query and bring “animal” to 99%. PageUp makes it longer; the view shows −9 to 9.",
    start: start((s) => { s.lock = "direction"; s.view = 9; }),
    question: "At three times the length, [6, 3], “animal” gets …",
    options: ["74%, as before: the direction is the same", "98%: nearly everything", "100% exactly"],
    right: 1,
    goal: (s) => {
      const q = s.sets.one.q[s.row];
      return [weight(s, "animal") >= 0.99 && dot(q, [2, 1]) / (length(q) * Math.sqrt(5)) > 0.999, says(s, "animal")];
    },
    answer: "Three times the query is three times every score, and softmax turns differences of scores into ratios of weights.",
    takeaway: "Length is sharpness, like a low temperature: the reason why scores are scaled.",
  },
  {
    title: "Balance",
    task: "Leave the query at [2, 1] and move keys until all four weights are within one percentage point.",
    start: start(() => {}),
    question: "Which keys get equal weights?",
    options: ["Keys of equal length", "Keys on one iso-score line, at right angles to the query", "Keys on a circle around the query"],
    right: 1,
    goal: (s) => {
      const { weights } = attendRow(s);
      const gap = Math.max(...weights) - Math.min(...weights);
      return [gap <= 0.01 && length(s.sets.one.q[s.row]) >= 1, `the largest and the smallest are ${(gap * 100).toFixed(1)} points apart`];
    },
    answer: "Sliding a key along a line at right angles to the query does not change its dot product, however far away it goes.",
    takeaway: "Only the part of a key along the query counts.",
  },
  {
    title: "Escape the hull",
    task: "Move the query, keys and values so that the output leaves the shaded area around the values.",
    start: start(() => {}),
    question: "How can the output get out?",
    options: ["With a very long query", "With a query that points away from every key", "Not at all: the weights are positive and add up to 1", "With scaling turned off"],
    right: 2,
    goal: () => [false, "it is inside, as it always will be"],
    answer: "This one is impossible. A mix with positive weights that add up to 1 lies between what it mixes, and moving a value moves the area with it.",
    takeaway: "If your output leaves the hull, the weights do not add up to 1 or are negative.",
  },
  {
    title: "Without √d",
    task: "Turn off the division by √d and raise d to 256. Look, then turn it on again and leave d at 256.",
    start: start(() => {}),
    question: "With d = 256 and no division, the largest weight is …",
    options: ["0.735, as before", "about 0.9", "1.000"],
    right: 2,
    goal: (s) => [s.scaled && s.d === 256, `d is ${s.d}, the division is ${s.scaled ? "on" : "off"}, and ${says(s, "animal")}`],
    answer: "Dot products of 256 independent numbers are √128 ≈ 11 times larger than those of 2, and softmax becomes a hard choice with hardly any gradient. Divided by √d it is 0.735 for every d.",
    takeaway: "√d keeps the scores, and so the sharpness, independent of the size of the vectors.",
  },
  {
    title: "Behind the mask",
    task: "Change the key of “street”, which is token 3 of 4, and watch the rows of the weights.",
    start: start((s) => { setScene(s, "causal"); s.row = 1; }),
    question: "Which rows of the matrix will change?",
    options: ["Only the row of “street”", "The rows before it", "Its own row and the rows after it", "All of them"],
    right: 2,
    goal: (s) => [s.scene === "causal" && s.sets.one.k[2].join() !== "1,-1", s.sets.one.k[2].join() === "1,-1" ? "the key of “street” has not moved" : "the rows of “street” and “it” moved"],
    answer: "Rows 1 and 2 cannot see token 3: their weights for it are exactly 0. Row 1 sees only itself, so its output is always its own value.",
    takeaway: "Mask before the softmax, and leave the diagonal open.",
  },
  {
    title: "Shapes across",
    task: "Here 2 queries ask 5 keys, and values have 3 numbers. Look at the output of each query.",
    start: start((s) => { setScene(s, "cross"); s.row = 0; }),
    question: "What is the shape of the whole output?",
    options: ["(2, 5)", "(2, 3)", "(5, 3)", "(3, 2)"],
    right: 1,
    goal: (s) => [s.scene === "cross" && s.row === 1, s.row === 1 ? "both outputs have 3 numbers" : "look at the second query, too"],
    answer: "One row per query and one column per number of a value: (2, 5) weights times (5, 3) values is (2, 3).",
    takeaway: "Queries decide how many outputs there are, values how long they are; keys only decide where to look.",
  },
  {
    title: "Two winners",
    task: "Let “it” look at “animal” in head 1 and at “street” in head 2, with at least 80% each.",
    start: start((s) => { setScene(s, "heads"); }),
    question: "What would one head do that had the average of both queries and keys?",
    options: ["The same: 80% for each", "A compromise: it cannot give 80% to both", "It would pick the better one"],
    right: 1,
    goal: (s) => [s.scene === "heads" && weight(s, "animal", 0) >= 0.8 && weight(s, "street", 1) >= 0.8, s.scene === "heads" ? `head 1: ${says(s, "animal", 0)}; head 2: ${says(s, "street", 1)}` : "this needs two heads"],
    answer: "The weights of one head add up to 1, so two times 80% cannot fit. Two heads have a row each, and their outputs are joined, not averaged.",
    takeaway: "Several heads can look at several places at once.",
  },
];

