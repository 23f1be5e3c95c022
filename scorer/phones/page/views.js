// Which view is shown. Each has its place in the browser's history, so that Back goes to the one before.

import { guard } from "./dom.js";

const LONGEST_LEAVE = 1000; // milliseconds, where the browser has no view behind this one
const drawn = new Map(); // how each view is drawn, by its name

let pressed = false;
let waits = null; // what is to be drawn anew once nothing is pressed any more
let leaving = null; // the view that is shown is being left: it is gone once this has come to its end

addEventListener("pointerdown", () => { pressed = true; });
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => {
    pressed = false;
    if (waits) setTimeout(() => waits && whenReleased(waits)); // the click comes first
  });
}
addEventListener("popstate", draw);
history.scrollRestoration = "manual"; // every view begins at its top

export function view(name, drawing) {
  drawn.set(name, drawing);
}

export function here() {
  return history.state?.view ?? "table";
}

// What belongs to the view that is shown, such as the id of its entry: it is the same after Back and a reload.
export function facts() {
  return history.state?.facts ?? {};
}

// Open a view; while another one is being left, once that is gone.
export async function go(name, more = {}) {
  if (leaving) await leaving;
  history.pushState({ view: name, facts: more, depth: depth() + 1 }, "");
  draw();
}

// Keep other facts with the view that is shown, without drawing it anew.
function keepFacts(more) {
  history.replaceState({ view: here(), facts: { ...facts(), ...more }, depth: depth() }, "");
}

export function back() {
  return leave(-1);
}

// Go so far in the browser's history, which comes to its end later. Resolves once the view there is drawn.
async function leave(steps) {
  if (leaving) return leaving;
  leaving = new Promise((resolve) => {
    addEventListener("popstate", resolve, { once: true });
    setTimeout(resolve, LONGEST_LEAVE);
  });
  history.go(steps);
  await leaving;
  leaving = null;
}

// The entry of the view that is shown: its id, the step that it stands on and the newest that was shown stay until the
// server has said what became of it; where something newer stands it is shown then, and the next try stands on that.
export function entryHere(words) {
  const { id, step, shown } = facts();
  const renew = (newId) => keepFacts({ id: newId });
  const newer = (newest) => keepFacts({ step: newest, shown: newest });
  return { id, step, shown, words, renew, newer };
}

// Go back to the table, over all views that were opened from it. Resolves once it is drawn.
export async function home() {
  if (leaving) await leaving;
  if (depth()) await leave(-depth());
  else draw();
}

// Draw the view anew with what is newest, but not under a finger.
export function refresh() {
  whenReleased(() => show(false));
}

// Change what is shown, but not under a finger.
export function whenReleased(change) {
  waits = pressed ? change : null;
  if (!pressed) change();
}

export function draw() {
  waits = null;
  show(true);
}

// Draw another view in the place of this one.
export function drawHere(name, main) {
  document.body.dataset.view = name;
  drawn.get(name)(main, {});
}

function depth() {
  return history.state?.depth ?? 0;
}

function show(opened) {
  const main = document.getElementById("main");
  const name = drawn.has(here()) ? here() : "table";
  document.body.dataset.view = name;
  main.replaceChildren();
  drawn.get(name)(main, facts());
  if (!opened) return;
  scrollTo(0, 0);
  guard(main);
  setTimeout(() => main.querySelector("[data-focus]")?.focus({ preventScroll: true }), 260);
}
