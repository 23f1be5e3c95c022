// The table as the server has it, and the head of the page that shows it: numbers change in place, nothing moves.

import { make } from "./dom.js";
import { keepValue, keptValue } from "./store.js";
import { isolated, say } from "./words.js";

const DEALS = "\u25c6";
const RESTS = "\u263e";

let table = null;
let trouble = ""; // what keeps the page from hearing what is newest
let unsent = 0; // entries that wait
let saved = null; // the answer to what this phone recorded last, and the step that it made

export function current() {
  return table;
}

export function setTable(state) {
  table = state;
  keepValue("table", state);
  drawHead();
}

// The table as it was when the server answered last, for a page that is opened while it does not.
export function useKeptTable() {
  const known = keptValue("table");
  if (known) setTable(known);
  return Boolean(known);
}

export function mayRecord() {
  return table.may_record;
}

export function setSaved(answer, verb) {
  saved = { ...answer, verb, step: answer.table.step };
}

// What this phone recorded last, as long as nothing newer stands at the table.
export function lastSaved() {
  return saved && saved.step === table.step ? saved : null;
}

// The sentences of what stands in a newer state of the table, and not yet in this one; the newer one is shown.
export function newer(state) {
  const seen = new Set(table.records.map((record) => record.edition));
  const came = state.records.filter((record) => !seen.has(record.edition)).map(numbered);
  setTable(state);
  return came;
}

// What came to the table since it had these editions.
export function cameSince(editions) {
  return table.records.filter((record) => !editions.includes(record.edition)).map(numbered);
}

export function editions() {
  return table.records.map((record) => record.edition);
}

// A sentence of the server, in which each name keeps its direction to itself.
export function sentence(words) {
  return table.players.reduce((text, { name }) => text.replaceAll(name, () => isolated(name)), words);
}

export function numbered(record) {
  return `${record.number}  ${sentence(record.sentence)}`;
}

// What keeps the page from hearing what is newest, in words; empty where nothing does.
export function showConnection(words) {
  trouble = words;
  drawConnection();
}

// How many entries the server does not have yet.
export function showUnsent(count) {
  unsent = count;
  drawConnection();
}

function drawConnection() {
  const place = document.getElementById("connection");
  place.textContent = [trouble, unsent ? say("unsent_short", { count: unsent }) : ""].filter(Boolean).join(" \u00b7 ");
  place.classList.toggle("lost", Boolean(place.textContent));
}

function drawHead() {
  document.getElementById("head").hidden = false;
  document.getElementById("title").textContent = table.title;
  document.title = table.title;
  document.getElementById("units").replaceChildren(...table.players.map(player));
}

function leads(has) {
  const [first] = table.players;
  const last = table.players.at(-1);
  const isLike = (other) => has.units === other.units && has.also === other.also;
  return isLike(first) && !isLike(last);
}

function player(has) {
  const marks = (has.deals ? DEALS : "") + (has.rests ? RESTS : "");
  const meaning = [has.deals ? say("deals") : "", has.rests ? say("rests") : ""].filter(Boolean).join(", ");
  const colour = has.units > 0 ? "up" : has.units < 0 ? "down" : "";
  return make(
    "li",
    { class: [leads(has) ? "first" : "", has.seated ? "" : "gone"].join(" ") },
    make("bdi", { class: "name", text: has.name }),
    marks ? make("span", { class: "mark", role: "img", "aria-label": meaning, title: meaning, text: marks }) : null,
    make("span", { class: "has" },
      has.also ? make("small", { text: has.also }) : null,
      make("b", { class: colour, text: has.shown })),
  );
}
