// What the server does not have yet: why, what a person may decide about it, and its text for another phone.

import { leave } from "./beside_deals.js";
import { button, grid, heading, make, trouble } from "./dom.js";
import { draft, dropDraft, rebased } from "./draft.js";
import { openForm } from "./form.js";
import { add, ageOf, change, drop, entries, isQueued } from "./queue.js";
import { flush, sent, whyItWaits } from "./sending.js";
import { copy } from "./settlement.js";
import { current, showUnsent } from "./table.js";
import { draw, view } from "./views.js";
import { say } from "./words.js";

const MINUTE = 60; // seconds
const HEAD = /^scorer-entries: (\d+) not sent, book (\S*)$/;
const VERBS = ["deal", "call", "redeal", "penalty", "edit", "void", "seats", "finish", "reopen", "undo"];

view("unsent", (main) => {
  const waiting = entries();
  main.append(
    heading(say("unsent")),
    make("p", { text: say(why(waiting)) }),
    make("p", { class: "trouble", text: waiting.length ? whyItWaits() : "" }),
    make("ol", { class: "unsent" }, ...waiting.map(item)),
    waiting.length ? button(say("copy_text"), (event) => copy(asText(waiting), event.currentTarget)) : "",
    takingOver(), leave());
});

function why(waiting) {
  if (!waiting.length) return "all_sent";
  return waiting.some((row) => row.code) ? "held_why" : "unsent_why";
}

function item(row) {
  const minutes = Math.floor(ageOf(row) / MINUTE);
  const isHere = row.match === current()?.match;
  const marks = [isHere ? "" : row.title, row.by, minutes ? say("minutes_ago", { minutes }) : ""].filter(Boolean);
  const behind = entries().some((other) => other.code && other.match === row.match && other.book === row.book);
  return make("li", {},
    make("p", { text: row.words, dir: "auto" }),
    make("small", { text: marks.join(" \u00b7 "), dir: "auto" }),
    make("p", { class: "trouble", text: row.why, dir: "auto" }),
    behind && !row.code ? make("p", { text: say("waits_behind") }) : null,
    row.code ? decisions(row, isHere) : null);
}

// What can be done with an entry that was refused.
function decisions(row, isHere) {
  if (row.code === "same") {
    return grid(2, button(say("same_deal"), () => forget(row)), button(say("another_deal"), () => sendAgain(row)));
  }
  const again = button(say("send_again"), () => sendAgain(row));
  const opened = row.draft && isHere ? button(say("open_again"), () => openAgain(row)) : null;
  const sure = button(say("discard"), () => {
    sure.textContent = say("discard_sure");
    sure.onclick = () => forget(row);
  }, { class: "quiet" });
  return make("div", {}, grid(opened ? 2 : 1, again, ...(opened ? [opened] : [])), grid(1, sure));
}

// Let an entry stand on what was shown when it was refused: what came since is asked about.
async function sendAgain(row) {
  Object.assign(row, standsOnShown(row), { code: "", why: "" });
  await change(row);
  goOn(row);
}

function standsOnShown({ stands_on, shown, newest }) {
  if (stands_on === undefined || newest === undefined) return { stands_on, shown };
  return { stands_on: newest, shown: newest };
}

// The entry stays where it is until it is saved. A correction is one of the newest edition of its record.
function openAgain(row) {
  const { stands_on, shown } = standsOnShown(row);
  const { mode, number } = row.draft;
  const record = mode === "edit" && current().records.find((recorded) => recorded.number === number);
  const begun = record ? rebased(row.draft, record) : row.draft;
  openForm({ ...begun, id: row.id, step: stands_on, shown, reopened: true });
}

// Let an entry go: discarded, or the same as one that is recorded.
async function forget(row) {
  if (row.code === "same" && row.same) await handOn(row);
  await drop(row);
  goOn(row);
}

// What stood on this entry stands on the step that recorded the same; an undo of it goes with it.
async function handOn({ id, same }) {
  const isIt = (named) => named?.entry === id;
  const handed = (named) => (isIt(named) ? same : named);
  for (const row of entries()) {
    if (row.verb === "undo" && isIt(row.facts.step)) await drop(row);
    else if ([row.stands_on, ...row.another_than ?? []].some(isIt)) {
      Object.assign(row, { stands_on: handed(row.stands_on), another_than: row.another_than?.map(handed) });
      await change(row);
    }
  }
}

// A person has decided about an entry: what was typed of it goes, and what waits is sent.
function goOn({ id }) {
  if (current() && draft()?.id === id) dropDraft();
  showUnsent(entries().length);
  draw();
  flush();
}

// One line for each entry, which scorer import takes too; the first says how many follow, so that none is lost on the
// way.
function asText(rows) {
  const lines = rows.map((row) => JSON.stringify({ verb: row.verb, ...sent(row) }));
  return [`scorer-entries: ${rows.length} not sent, book ${rows[0].book}`, ...lines, ""].join("\n");
}

function takingOver() {
  const field = make("textarea", { rows: 3, autocomplete: "off", spellcheck: false });
  const place = trouble();
  const take = async () => {
    const rows = read(field.value);
    place.textContent = rows ? "" : say("no_entries_text");
    if (!rows) return;
    for (const row of rows) if (!isQueued(row.id)) await add(row);
    showUnsent(entries().length);
    draw();
    flush();
  };
  return make("details", {}, make("summary", { text: say("take_over") }),
    make("label", {}, say("paste_text"), field), place, button(say("take_over"), take));
}

// The entries of a text; null where it is none, or not whole.
function read(text) {
  const [head, ...lines] = text.split("\n").map((line) => line.trim()).filter(Boolean);
  const [, count] = HEAD.exec(head ?? "") ?? [];
  if (Number(count) !== lines.length) return null;
  try {
    const rows = lines.map((line) => toRow(JSON.parse(line)));
    return rows.every(isEntry) ? rows : null;
  } catch {
    return null;
  }
}

function isEntry({ verb, id, match }) {
  return VERBS.includes(verb) && typeof id === "string" && Number.isInteger(match);
}

function toRow({ verb, id, match, book, under, by, stands_on, shown, another_than, age = 0, ...facts }) {
  return {
    verb, id, match, book, under, by, stands_on, shown, another_than, facts, title: "",
    entered: Date.now() - age * 1000, words: [say(verb), ...values(facts)].join(" "), draft: null, code: "", why: "",
  };
}

// Everything that an entry says, in a row: it was typed on another phone, whose words are not here.
function values(facts) {
  const isObject = (fact) => fact !== null && typeof fact === "object";
  return Object.values(facts).flatMap((fact) => (isObject(fact) ? values(fact) : [String(fact)]));
}
