// An entry on its way: kept first, then sent under its id until the server has said what became of it.

import { isAway, newId, post, Refusal, Unreachable } from "./api.js";
import { announce, button, guard } from "./dom.js";
import { add, ageOf, change, drop, entries, entriesHere, readQueue } from "./queue.js";
import { kept } from "./store.js";
import { current, newer, setSaved, setTable, showConnection, showUnsent } from "./table.js";
import { home } from "./views.js";
import { say } from "./words.js";

const AGAIN = 5000; // milliseconds until what could not be sent is tried again
const LATER = [408, 429, 502, 503, 504]; // the server was busy, or could not reach its scorebook: nothing was decided
const NOT_OURS = [401, 403]; // of the phone's code, not of the entry: another code may send it
const DOUBLE_TAP = 500; // milliseconds
const SLOW = 500; // milliseconds without an answer, after which the page says that it is sending

let sending = false; // an entry that somebody waits for is on its way
let flushing = false;
let timer = 0;
let delay = ""; // why the server takes nothing now, in its own words
let delivered = () => {}; // shows the table as it is after entries were sent

export function whenDelivered(show) {
  delivered = show;
}

// Send an entry with its facts. `entry` has its `id`, the `step` that it stands on and the newest that was `shown`, if
// they count, and its `words`. Where the server does not answer it is kept and sent later; one that waits under this id
// already, and was opened, keeps its place. `place` says what went wrong; `ask` may put a question of the server to the
// table, and returns whether it did. Resolves to whether nobody has to do any more.
export async function submit(verb, entry, facts, place, ask = () => false) {
  if (sending) return false;
  sending = true;
  document.body.classList.add("sending");
  const slow = setTimeout(() => showSending(true), SLOW);
  place.textContent = "";
  try {
    if (verb === "start") return await start(entry, facts);
    const isNext = !entriesHere().length;
    const opened = entries().find((waiting) => waiting.id === entry.id);
    const row = opened ? typedAnew(opened, verb, entry, facts) : newRow(verb, entry, facts);
    await (opened ? change(row) : add(row));
    if (isNext && !isAway()) await sendNow(row);
    await leave(entry);
    return true;
  } catch (error) {
    if (error instanceof Refusal && !isLater(error)) entry.renew?.(newId());
    showConnection(error instanceof Refusal ? "" : say("not_connected"));
    const again = (newer) => submit(verb, { ...entry, ...newer }, facts, place, ask);
    if (!ask(error) && !askWhetherSame(error, entry, again, place)) {
      place.textContent = error instanceof Unreachable ? say("no_answer_saving") : inWords(error);
    }
    if (stoodOnOther(error) && error.code !== "same") entry.newer?.(error.answer.table.step);
    return false;
  } finally {
    sending = false;
    clearTimeout(slow);
    showSending(false);
    document.body.classList.remove("sending");
    showUnsent(entries().length);
    if (entries().length) flush();
  }
}

function showSending(isSlow) {
  const words = document.getElementById("sending");
  words.textContent = isSlow ? say("sending") : "";
  words.hidden = !isSlow;
}

// Why what waits was not taken when it was sent last; empty where nobody answered.
export function whyItWaits() {
  return delay;
}

// A match is only begun where the server answers.
async function start(entry, facts) {
  setSaved(shown(await post("/api/start", { id: entry.id, by: kept("name") ?? "", ...facts })), "start");
  await leave(entry);
  return true;
}

function newRow(verb, entry, facts) {
  const { match, title, book, token, step } = current();
  const last = entriesHere().at(-1);
  const row = {
    verb, id: entry.id, match, title, book, facts, by: kept("name") ?? "", under: token, entered: Date.now(),
    words: entry.words ?? say(verb), draft: entry.draft ?? null, code: "", why: "",
  };
  if (entry.step === undefined) return row;
  // Where nothing came from elsewhere since the form was begun, it stands on what was typed here.
  const stands_on = last && entry.step === step ? { entry: last.id } : entry.step;
  const others = entriesHere().filter((other) => isLike(other, row)).map(({ id }) => ({ entry: id }));
  return { ...row, stands_on, shown: entry.shown, another_than: others.length ? others : undefined };
}

// Whether two entries say the same: typed on one phone they are two.
function isLike(one, other) {
  return one.verb === other.verb && JSON.stringify(one.facts) === JSON.stringify(other.facts);
}

// An entry that was refused, as it was typed anew: it keeps its place before those that stand on it.
function typedAnew(row, verb, entry, facts) {
  const { step, shown, words, draft } = entry;
  const standing = step === undefined ? {} : { stands_on: step, shown };
  return Object.assign(row, { verb, facts, words, draft, ...standing, code: "", why: "" });
}

async function sendNow(row) {
  try {
    const answer = await deliver(row);
    announce([answer.sentence, ...answer.notices].join(" "));
  } catch (error) {
    if (isLater(error)) return;
    await drop(row);
    throw error;
  }
}

// Another phone has recorded the same: theirs is this one, or there were two. Returns whether that is the question.
function askWhetherSame(error, entry, again, place) {
  if (error.code !== "same") return false;
  inWords(error); // shows the table with the other phone's entry
  const { step } = error.answer.table;
  const another = () => again({ id: newId(), step, shown: step });
  const choices = [button(say("same_deal"), () => leave(entry)), button(say("another_deal"), another)];
  place.replaceChildren(error.message, ...choices.map((choice) => guard(choice, DOUBLE_TAP)));
  return true;
}

function leave(entry) {
  entry.done?.();
  return home();
}

// An entry as it is said to the server, and in a text.
export function sent(row) {
  const { id, by, match, book, under, stands_on, shown, another_than, facts } = row;
  return { id, by, match, book, under, stands_on, shown, another_than, age: ageOf(row), ...facts };
}

async function deliver(row) {
  const { verb } = row;
  const answer = await posted(verb, row);
  await drop(row);
  if (current()?.match === answer.table.match) setSaved(shown(answer), verb);
  return answer;
}

async function posted(verb, row) {
  try {
    const answer = await post(`/api/${verb}`, sent(row));
    delay = "";
    return answer;
  } catch (error) {
    if (isLater(error)) delay = error.message;
    throw error;
  }
}

function shown(answer) {
  setTable(answer.table);
  showConnection("");
  return answer;
}

// Send what waits, each match in its order. Behind an entry that is refused the later ones of its match wait, until a
// person has decided.
export async function flush() {
  if (flushing || sending) return;
  flushing = true;
  clearTimeout(timer);
  let changed = false;
  const before = delay;
  try {
    await readQueue();
    const held = new Set(entries().filter((row) => row.code).map(tableOf));
    for (;;) {
      const row = entries().find((waiting) => !held.has(tableOf(waiting)));
      if (!row) break;
      try {
        await deliver(row);
        changed = true;
      } catch (error) {
        if (isLater(error)) break;
        await hold(row, error);
        held.add(tableOf(row));
        changed = true;
      }
    }
  } finally {
    flushing = false;
    showUnsent(entries().length);
    if (entries().some((row) => !row.code) && !document.hidden) timer = setTimeout(flush, AGAIN);
  }
  if (changed || delay !== before) delivered();
}

// Entries wait for others of the same table alone.
function tableOf({ book, match }) {
  return `${book} ${match}`;
}

async function hold(row, error) {
  if (!(error instanceof Refusal)) throw error;
  row.why = error.message;
  if (NOT_OURS.includes(error.status)) return;
  row.code = error.code || "refused";
  row.newest = error.answer.table?.step; // what was shown with it, and what it stands on if it is sent again
  row.same = error.answer.step; // the step that recorded what may be the same
  await change(row);
}

function isLater(error) {
  return error instanceof Unreachable || (error instanceof Refusal && LATER.includes(error.status));
}

// Whether it was refused since the table is another one than the form stood on.
function stoodOnOther(error) {
  return error instanceof Refusal && ["newer", "same", "waits"].includes(error.code);
}

// What went wrong, in words. What came between is shown at once.
export function inWords(error) {
  if (error instanceof Unreachable) return say("no_answer");
  if (!(error instanceof Refusal)) throw error;
  const { table } = error.answer;
  if (stoodOnOther(error) && table) {
    const came = newer(table);
    if (error.code === "newer") return [say("newer"), ...came].join(" ");
  }
  return error.message || say("refused");
}
