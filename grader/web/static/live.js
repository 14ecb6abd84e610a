// Brings the newest check into the page of an exercise as soon as it is there. Without this script a reload shows the same.
const PARTS = ["standing", "result"];
let timer = 0;

const result = () => document.getElementById("result");

// Takes the parts of a fresh copy of this page; they come from the server escaped, and no script in them would run.
async function refresh() {
  const answer = await fetch(location.href, { credentials: "same-origin" });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const id of PARTS) {
    const [old, now] = [document.getElementById(id), fresh.getElementById(id)];
    if (old && now) replace(old, document.adoptNode(now));
  }
  announce(result().dataset.says);
}

// What was unfolded stays so, and the focus stays where it was, as far as the new part has the same shape.
function replace(old, now) {
  const folds = (part) => [...part.querySelectorAll("details")];
  const stops = (part) => [...part.querySelectorAll("summary, a, button")];
  const at = stops(old).indexOf(document.activeElement);
  if (folds(old).length === folds(now).length) folds(now).forEach((each, n) => { each.open = folds(old)[n].open; });
  old.replaceWith(now);
  if (at >= 0) stops(now)[Math.min(at, stops(now).length - 1)]?.focus({ preventScroll: true });
}

// One sentence, once things have come to rest.
function announce(text) {
  clearTimeout(timer);
  timer = setTimeout(() => { document.getElementById("live").textContent = text; }, 400);
}

let source = null;

function listen() {
  source = new EventSource(`${result().dataset.events}?since=${result().dataset.version}`);
  source.addEventListener("check", (event) => {
    if (JSON.parse(event.data).running) document.getElementById("live").textContent = "Checking …";
    refresh();
  });
  source.addEventListener("error", () => { // ours to try again: with a new address, so that nothing is told twice
    source.close();
    setTimeout(listen, 2000);
  });
}

addEventListener("pagehide", () => source.close());
addEventListener("pageshow", (event) => { // back from the browser's own cache
  if (event.persisted) { refresh(); listen(); }
});
listen();
