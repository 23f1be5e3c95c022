// The page begins: its token, its words, its table; then it shows what changes.

import { get, getNewer, newerPage, Refusal, Unreachable, useMatch } from "./api.js";
import { button, make } from "./dom.js";
import { renewForm } from "./form.js";
import { loadWith, renewEvening } from "./evening.js";
import { watch } from "./live.js";
import { isNameless, setSize } from "./phone.js";
import { entries, readQueue } from "./queue.js";
import { flush, inWords, whenDelivered } from "./sending.js";
import { forget, keep, keepValue, kept, keptValue } from "./store.js";
import { current, setTable, showConnection, showUnsent, useKeptTable } from "./table.js";
import { draw, go, here, refresh } from "./views.js";
import { setWords, say } from "./words.js";
import "./home.js";
import "./seats.js";
import "./settlement.js";
import "./unsent.js";

let mark = ""; // the ETag of the table that is shown
let wasAway = false; // the server did not answer when it was asked last
let isWaiting = false; // for a table, since the server did not answer

addEventListener("hashchange", () => location.reload()); // another code was scanned into this tab
takeToken();
setSize();
start();

// The token comes in the address and leaves it at once: no history, no screen and no server's list has it then.
function takeToken() {
  const token = location.hash.slice(1);
  if (!token) return;
  if (token !== kept("token")) ["match", "draft", "table"].forEach(forget);
  keep("token", token);
  history.replaceState(history.state, "", location.pathname);
}

async function start() {
  if (!(await loadWords()) || renewsPage()) return;
  useMatch(Number(kept("match")) || null);
  loadWith(load);
  await readQueue();
  showUnsent(entries().length);
  whenDelivered(redraw);
  try {
    await load();
    open();
  } catch (error) {
    if (isOfEvening(error)) showEvening();
    else if (error instanceof Unreachable && useKeptTable()) openKept();
    else showTrouble(error);
    if (error instanceof Refusal && !isOfEvening(error)) return;
  }
  watch(renew);
  flush();
}

// Whether the page is loaded anew, because the server has a newer one than this browser had kept; once for each.
function renewsPage() {
  const newer = newerPage();
  if (!newer || newer === kept("page")) return false;
  keep("page", newer);
  location.reload();
  return true;
}

// The server has a newer page than this one, whose words and requests may be others by now.
function offerNewerPage() {
  const words = make("p", { id: "newer", role: "alert", text: `${say("newer_page")} ` });
  words.append(button(say("reload"), () => location.reload()));
  if (newerPage() && !document.getElementById("newer")) document.getElementById("main").before(words);
}

// The table as this phone knew it, until the server answers.
function openKept() {
  showConnection(say("not_connected"));
  open();
}

// The words are kept, so that the page can say in them that the server does not answer.
async function loadWords() {
  try {
    keepValue("words", await get("/api/words"));
  } catch {
    if (!keptValue("words")) {
      document.getElementById("unreachable").hidden = false;
      return false;
    }
  }
  setWords(keptValue("words"));
  document.documentElement.lang = say("language");
  return true;
}

function open() {
  if (isNameless() && here() === "table") go("who");
  else draw();
}

async function load() {
  const newest = await getNewer("/api/table", "");
  mark = newest.mark;
  setTable(newest.body);
}

// A token that is good for several matches has to say which.
function isOfEvening(error) {
  return error instanceof Refusal && (error.status === 404 || error.status === 400);
}

function showEvening() {
  useMatch(null);
  forget("match");
  draw();
}

function showTrouble(error) {
  isWaiting = true;
  document.getElementById("main").replaceChildren(make("p", { class: "trouble", role: "alert", text: inWords(error) }));
}

// Show what is newest. What is being typed stays as it is. Resolves to whether the server answered.
async function renew() {
  const before = current();
  const isEveningThere = await renewEvening();
  if (!before && !isWaiting) return isEveningThere; // a table has to be chosen first
  try {
    const newest = await getNewer("/api/table", mark);
    showConnection("");
    offerNewerPage();
    if (wasAway && here() === "form") renewForm(); // what a deal brings can be reckoned again
    wasAway = false;
    flush();
    if (current() !== before) return renew(); // something was recorded here meanwhile
    if (newest) show(newest, before);
    return true;
  } catch (error) {
    showConnection(error instanceof Unreachable ? say("not_connected") : inWords(error));
    wasAway = error instanceof Unreachable;
    if (isWaiting) showTrouble(error);
    return error instanceof Refusal;
  }
}

function show(newest, before) {
  mark = newest.mark;
  setTable(newest.body);
  if (isWaiting) open();
  else if (!sameTable(newest.body, before)) redraw();
  isWaiting = false;
}

function redraw() {
  if (here() === "table" || here() === "unsent") refresh();
  else if (here() === "form") renewForm();
}

// Whether nothing changed at this table: the mark is of the whole scorebook.
function sameTable(table, before) {
  return JSON.stringify({ ...table, revision: "" }) === JSON.stringify({ ...before, revision: "" });
}
