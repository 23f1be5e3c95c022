// The table itself: the last deal in large words, what comes next, the first question, and the deals before.

import { chosenMatch, newId } from "./api.js";
import { button, grid, heading, make, trouble } from "./dom.js";
import { openRecord } from "./corrections.js";
import { again, draft, isUntouched } from "./draft.js";
import { firstQuestion, leftForm, openForm } from "./form.js";
import { entriesHere, newestHere } from "./queue.js";
import { submit, whyItWaits } from "./sending.js";
import { current, lastSaved, mayRecord, numbered, sentence } from "./table.js";
import { draw, drawHere, go, view } from "./views.js";
import { say } from "./words.js";

const LATEST = 3; // deals below the form; the others are one tap away
const NEW_RECORDS = ["deal", "redeal", "penalty"];
// Milliseconds in which nothing is taken back that has only just come: not by the second of two quick taps on save, nor
// by a tap that was meant for what stood there before.
const UNDO_WAITS = 1000;

let offered = { step: 0, until: 0 }; // the step that can be taken back, and until when it cannot be yet
let undoEntry = { step: 0, id: "" }; // the same undo sent again has the same id

view("table", (main) => {
  const table = current();
  if (!table) { // the code is good for an evening: a table has to be chosen first
    drawHere("evening", main);
    return;
  }
  main.append(lastWords(table));
  main.append(make("div", { class: "lines" }, ...lines(table).map((line) => (
    make("p", { class: line, text: sentence(table[line]) })))));
  if (mayRecord() && table.over && !table.finished) main.append(grid(1, opens("finish", "finish", { class: "main" })));
  if (mayRecord()) main.append(table.finished ? finished() : question());
  main.append(latest(table));
  if (mayRecord()) main.append(actions(table));
  main.append(forEverybody());
});

view("deals", (main) => {
  const records = current().records;
  main.append(heading(say("all_deals")), records.length ? list(records) : make("p", { text: say("no_deals") }));
});

// What comes next is known as long as nothing waits that changes it.
function lines(table) {
  return (entriesHere().length ? ["over"] : ["over", "waiting", "next", "left"]).filter((line) => table[line]);
}

function question() {
  const left = draft();
  return left && !isUntouched(left) ? leftForm(left) : firstQuestion();
}

function finished() {
  return grid(1, button(say("settlement"), () => go("settlement"), { class: "main" }));
}

// What was recorded last, large, with the way to take it back; what waits is later than all that the server has.
function lastWords(table) {
  const waiting = entriesHere();
  if (waiting.length) return lastWaiting(waiting);
  const mine = lastSaved();
  const newest = table.records[0];
  const words = mine?.sentence ? sentence(mine.sentence) : newest ? numbered(newest) : say("no_deals");
  const place = trouble();
  return make("section", { class: "last" },
    make("p", { class: "large", text: mine?.verb === "undo" ? takenBack(words) : words }),
    ...(mine?.notices ?? []).map((text) => make("p", { text })),
    place,
    mayRecord() ? undoing(table, mine, place) : null);
}

// `3: Anna called ...` as the deals below have it.
function takenBack(words) {
  return say("taken_back", { sentence: words.replace(/^(\d+): /, "$1  ") });
}

function lastWaiting(waiting) {
  const last = waiting.at(-1);
  const isHeld = waiting.some((row) => row.code);
  const place = trouble();
  const undone = waiting.filter((row) => row.verb === "undo").map((row) => row.facts.step.entry);
  const left = waiting.findLast((row) => row.verb !== "undo" && !undone.includes(row.id));
  const undo = () => {
    submit("undo", { id: newId(), words: takenBack(left.words) }, { step: { entry: left.id } }, place);
  };
  return make("section", { class: "last" },
    make("p", { class: "large", text: last.words, dir: "auto" }),
    make("p", { class: "trouble", text: say(isHeld ? "unsent_held" : "unsent_here", { count: waiting.length }) }),
    make("p", { class: "trouble", text: whyItWaits() }),
    place,
    make("div", { class: "undo" },
      make("p", { text: left && left !== last ? left.words : "", dir: "auto" }),
      button(say("look_at_them"), () => go("unsent"), { class: isHeld ? "main" : "quiet" }),
      left ? button(say("undo"), undo) : null));
}

function undoing(table, mine, place) {
  const { undo } = table;
  const back = mine?.verb === "undo" && mine.undone?.deal
    ? button(say("put_back"), () => openForm(again(mine.undone))) : null;
  if (!undo) return back;
  if (undo.step !== offered.step) offered = { step: undo.step, until: Date.now() + UNDO_WAITS };
  const waits = offered.until - Date.now();
  const takeBack = button(say("undo"), () => takeLastBack(table, place), { disabled: waits > 0 });
  if (waits > 0) setTimeout(() => { takeBack.disabled = false; }, waits);
  const newest = table.records[0];
  const isLarge = isNewestLarge(table);
  const isShown = (mine?.sentence && mine.verb !== "undo") || (isLarge && undo.sentence.endsWith(newest.sentence));
  const mayCorrect = isLarge && !table.finished;
  const correct = mayCorrect ? button(say("correct"), () => openRecord(newest), { class: "quiet" }) : null;
  if (isShown || !correct) {
    const undone = make("p", { text: isShown ? "" : sentence(undo.sentence) });
    return make("div", { class: "undo" }, undone, back ?? correct, takeBack);
  }
  // What is taken back is not what stands there in large words, such as a call behind a deal.
  return make("div", {}, make("div", { class: "undo" }, correct),
    make("div", { class: "undo" }, make("p", { text: sentence(undo.sentence) }), back, takeBack));
}

async function takeLastBack(table, place) {
  const { step } = table.undo;
  if (undoEntry.step !== step) undoEntry = { step, id: newId() };
  const before = table.records;
  const entry = { id: undoEntry.id, words: sentence(table.undo.sentence), renew: (id) => { undoEntry.id = id; } };
  if (!(await submit("undo", entry, { step }, place))) return;
  const left = current().records.map((record) => record.number); // of a correction that is taken back it is there
  const gone = before.filter((record) => !left.includes(record.number));
  const mine = lastSaved();
  if (gone.length !== 1 || !mine) return;
  [mine.undone] = gone;
  draw();
}

// Whether the large words are those of the newest record, and not of a correction, an undo, or what was not sent yet.
function isNewestLarge(table) {
  if (entriesHere().length || !table.records.length) return false;
  const mine = lastSaved();
  return !mine?.sentence || NEW_RECORDS.includes(mine.verb);
}

// The deals before the one in large words.
function latest(table) {
  const before = table.records.slice(isNewestLarge(table) ? 1 : 0);
  if (!before.length) return make("section", {});
  const more = before.length > LATEST ? button(say("all_deals"), () => go("deals"), { class: "quiet" }) : null;
  return make("section", {}, make("h2", { text: say("last_deals") }), list(before.slice(0, LATEST)), more);
}

function list(records) {
  return make("ol", { class: "records" }, ...records.map((record) => make("li", {}, row(record))));
}

// A deal in words, and what it brought; tapped, it can be corrected.
function row(record) {
  const words = make("span", { text: numbered(record) });
  if (!mayRecord() || current().finished) return make("p", {}, words);
  return make("button", { type: "button", class: "record", onclick: () => openRecord(record) }, words);
}

// A button that opens a view for something else than a deal.
function opens(key, name, properties = {}) {
  return button(say(key), () => go(name, { id: newId(), ...newestHere() }), properties);
}

function actions(table) {
  const tables = chosenMatch() === null ? null : opens("other_tables", "evening"); // a code of one table has no others
  if (table.finished) return grid(2, opens("reopen", "reopen"), tables);
  return make("section", {}, make("h2", { text: say("more") }), grid(2,
    opens("redeal", "redeal"), opens("penalty", "penalty"), opens("seats", "seats"), opens("finish", "finish"),
    opens("settlement", "settlement"), tables));
}

function forEverybody() {
  const settlement = mayRecord() ? null : button(say("settlement"), () => go("settlement"));
  return grid(2, button(say("this_phone"), () => go("phone")), settlement);
}
