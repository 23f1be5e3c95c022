// The form of a deal: one question at a time, its answers above it, and above them the place where it is saved.

import { isAway, newId, post, Refusal, Unreachable } from "./api.js";
import { button, choice, grid, guard, heading, make, press } from "./dom.js";
import {
  changesOf, dealOf, draft, dropDraft, isAnswered, keepDraft, newDraft, openCall, questionsOf, rebased,
} from "./draft.js";
import { mayGrow } from "./pad.js";
import { loadPayouts, payoutsOf } from "./payouts.js";
import { entriesHere } from "./queue.js";
import { sideName } from "./sides.js";
import { inWords, submit } from "./sending.js";
import { cameSince, current, sentence } from "./table.js";
import { go, home, view } from "./views.js";
import { say } from "./words.js";

const WAIT_FOR_DIGIT = 600; // milliseconds in which another digit may come
const DOUBLE_TAP = 500; // milliseconds: the button that saves comes where a question was answered
const REASON = "reason";

let page = null; // the elements of the form that is shown
let previews = 0; // asked for so far: only the answer to the last one counts
let timer = 0;

view("form", (main, { open }) => {
  const begun = draft();
  if (!begun) {
    main.append(heading(say("no_form")), button(say("to_the_table"), home));
    return;
  }
  const questions = allQuestions(begun);
  const question = questions.find(({ key }) => key === open) ?? questions[questions.length - 1];
  page = {
    question,
    fresh: true,
    slot: make("div", { class: "filled", "aria-live": "polite" }),
    facts: make("div", { class: "facts" }),
    place: make("section", { class: "question" }),
    trouble: { textContent: "" }, // what went wrong when it was sent; it is said on the button that sends it again
    between: make("p", { class: "between" }),
    came: [],
  };
  const slot = make("div", { class: "slot" }, page.between, page.slot); // what came stands above what saves
  main.append(slot, page.facts, page.place, ending(begun));
  drawFacts(begun);
  drawQuestion(begun);
  fillSlot();
});

// The first question, where a deal begins at the table; the form is opened by its answer.
export function firstQuestion() {
  const begun = newDraft();
  const question = nextOf(begun);
  page = null;
  loadPayouts();
  const drawn = question.draw(tools(begun, question));
  return make("section", { class: "question" }, make("h2", { text: question.label }), drawn);
}

// The form that was left, to go on with.
export function leftForm(begun) {
  return make("section", { class: "question" },
    make("h2", { text: say(begun.mode === "edit" ? "correction_open" : "form_open") }),
    make("p", { text: answersInWords(begun), dir: "auto" }),
    grid(2, button(say("continue"), () => go("form", { open: nextOf(begun)?.key }), { class: "main" }), discard()));
}

function answersInWords(begun) {
  const facts = allQuestions(begun).filter((question) => isAnswered(question, begun.answers));
  return facts.map((question) => question.shown(begun.answers[question.key])).join(", ");
}

export function openForm(begun) {
  keepDraft(begun);
  go("form", { open: nextOf(begun)?.key });
}

// What is typed stays as it is; what it would do may have changed with the table.
export function renewForm() {
  if (!page?.slot.isConnected) return;
  drawBetween(draft());
  if (!page.question.isWriting) fillSlot();
}

function allQuestions(begun) {
  return begun.mode === "edit" ? [...questionsOf(begun), reason()] : questionsOf(begun);
}

function nextOf(begun) {
  const questions = allQuestions(begun);
  return questions.find((question) => !isAnswered(question, begun.answers)) ?? questions[questions.length - 1];
}

// What a question may do: read the answers, give one and go on, or change one and stay.
function tools(begun, question) {
  return {
    get answers() { return (draft() ?? begun).answers; },
    players: begun.players ?? whoPlays(),
    typed: (key, kept) => typed(draft() ?? begun, key, kept),
    answer: (more) => answer(draft() ?? begun, more),
    change: (more) => change(draft() ?? begun, question, more),
    next: hasNext(begun, question) ? () => go("form", { open: following(draft() ?? begun, question).key }) : null,
  };
}

// Who plays, in the order of the seats: a name stands at the same place in every deal. Where other seats wait to be
// sent it is they who play, and who rests then is not known here.
function whoPlays() {
  const changed = entriesHere().findLast((row) => row.verb === "seats")?.facts;
  if (changed) return changed.players.filter((name) => name !== changed.out);
  const { seats, playing } = current();
  return seats.filter((name) => playing.includes(name));
}

// What is typed in a pad. When a pad was just opened its first key begins anew, unless what stood there is `kept`.
function typed(begun, key, kept = false) {
  const answered = begun.answers[key];
  if (!answered || answered.word || (page?.fresh && !kept)) return { text: "", others: answered?.others ?? false };
  return answered;
}

function following(begun, question) {
  const questions = allQuestions(begun);
  return questions[questions.findIndex(({ key }) => key === question.key) + 1];
}

function hasNext(begun, question) {
  return Boolean(following(begun, question)) && begun.mode !== "edit";
}

function answer(begun, more) {
  put(begun, more);
  go("form", { open: nextOf(begun).key });
}

function change(begun, question, more) {
  put(begun, more);
  if (!page) {
    go("form", { open: question.key });
    return;
  }
  page.fresh = false;
  page.trouble.textContent = "";
  drawFacts(begun);
  const drawn = page.place.lastElementChild;
  if (drawn.renew) drawn.renew();
  else drawQuestion(begun);
  fillSlot();
}

// A new answer makes void what was asked about the old result: a slam, who had more cards.
function put(begun, more) {
  begun.answers = { ...begun.answers, ...more };
  begun.asked = {};
  keepDraft(begun);
}

function drawFacts(begun) {
  page.facts.replaceChildren(...allQuestions(begun).map((question) => {
    const isOpen = question.key === page.question.key;
    const shown = isAnswered(question, begun.answers) || begun.answers[question.key]?.text
      ? question.shown(begun.answers[question.key]) : "";
    return make("button", {
      type: "button", class: shown ? "fact" : "fact empty", "aria-current": isOpen ? "step" : undefined,
      "aria-label": shown ? `${question.short}: ${shown}` : question.short,
      onclick: () => isOpen || go("form", { open: question.key }),
    }, make("small", { text: question.short }), make("bdi", { text: shown }));
  }));
}

function drawQuestion(begun) {
  const { question } = page;
  page.place.replaceChildren(heading(question.label), question.draw(tools(begun, question)));
}

function drawBetween(begun) {
  const came = begun.mode === "edit" ? page.came : cameSince(begun.seen);
  page.between.textContent = came.length ? say("came_between", { sentences: came.join(" ") }) : "";
}

// Below the question: the call alone, the result later; and the way out.
function ending(begun) {
  const { caller, bid, partner } = begun.answers;
  const open = begun.mode === "deal" && caller && bid && !partner && !openCall();
  const keepCall = () => send("call", begun, { caller, bid });
  const strike = () => {
    dropDraft();
    go("void", { number: begun.number, edition: begun.edition, id: newId() });
  };
  return grid(2,
    open ? button(say("result_later"), keepCall, { class: "quiet" }) : null,
    begun.mode === "edit" ? button(say("void"), strike, { class: "quiet" }) : null, discard());
}

function discard() {
  return button(say("discard"), dropAndLeave, { class: "quiet" });
}

function dropAndLeave() {
  dropDraft();
  home();
}

// The id of the form, until the server has said what became of it. What came between has been shown then, and the
// next try stands on it.
function entry(begun, verb) {
  const words = answersInWords(begun);
  return {
    id: begun.id, draft: begun, ...(begun.mode === "edit" ? {} : { step: begun.step, shown: begun.shown }),
    words: verb === "deal" ? words : `${say(verb)}: ${words}`,
    done: dropDraft, renew: (id) => keepDraft({ ...draft(), id }), newer: standOn,
  };
}

function standOn(step) {
  keepDraft({ ...draft(), step, shown: step });
}

// The place above the answers: what is still missing, a question of the server, or the button that saves.
function fillSlot() {
  const begun = draft();
  drawBetween(begun);
  const number = ++previews;
  clearTimeout(timer);
  if (begun.mode === "edit") return fillForCorrection(begun, number);
  const deal = dealOf(begun);
  if (!deal) return hint(page.trouble.textContent || comesNext());
  hint("\u2026");
  timer = setTimeout(() => preview(deal, number), untilTyped(begun));
}

// Milliseconds until a count counts as typed.
function untilTyped(begun) {
  const open = begun.answers[page.question.key];
  return open?.text && mayGrow(open.text) ? WAIT_FOR_DIGIT : 0;
}

function comesNext() {
  if (entriesHere().length) return say("unsent_short", { count: entriesHere().length });
  return sentence([current().next, current().waiting].filter(Boolean).join(" \u00b7 "));
}

function hint(text) {
  page.slot.replaceChildren(make("p", { class: "hint", text }));
}

async function preview(deal, number) {
  let would;
  try {
    would = isAway() ? reckoned(deal) : await post("/api/preview", { deal });
  } catch (error) {
    if (!isAwaited(number)) return;
    if (error instanceof Unreachable) would = reckoned(deal);
    else if (askTable(error)) return;
    else return hint(inWords(error));
  }
  if (!isAwaited(number)) return;
  if (!would.code) offerToSave(deal, would);
  else if (!ask(would)) hint(would.sentence);
}

// Whether a preview is the last one, and the form that asked for it is still shown.
function isAwaited(number) {
  return number === previews && Boolean(page?.slot.isConnected);
}

// What a deal would bring, or a question, without the server. On what the server does not have yet nothing is reckoned.
function reckoned(deal) {
  const would = payoutsOf(deal);
  return would?.code || (would && !entriesHere().length) ? would : { payouts: say("reckoned_when_sent") };
}

function offerToSave(deal, would) {
  const save = () => send("deal", draft(), { deal });
  const small = say(current().game.bonuses && !deal.bonus ? "save_without_bonuses" : "save");
  putSave(small, sentence(would.payouts), would.notices ?? [], save);
}

// The button that saves: what it does in small words, or why it did not, and what it would bring in large ones.
function putSave(small, large, notices, save) {
  const button = make("button", { type: "button", class: "save", onclick: save },
    make("small", { text: page.trouble.textContent || small }),
    make("strong", { text: large }),
    ...notices.map((text) => make("small", { text })));
  page.slot.replaceChildren(guard(button, DOUBLE_TAP));
}

async function send(verb, begun, facts) {
  if (await submit(verb, entry(begun, verb), facts, page.trouble, askTable)) return;
  if (!page?.slot.isConnected) return;
  if (begun.mode === "edit") standOnNewest(draft());
  const words = page.trouble.textContent;
  const button = page.slot.querySelector(".save");
  if (button && words) button.firstElementChild.textContent = words;
  else if (words) hint(words);
}

function fillForCorrection(begun, asked) {
  const changed = changesOf(begun);
  if (!changed) return hint(say("tap_what_was_wrong", { sentence: sentence(begun.sentence) }));
  if (!begun.answers.reason) return hint(say("reason_missing"));
  const { number, edition } = begun;
  const facts = { number, edition, deal: changed, reason: begun.answers.reason };
  const save = () => send("edit", draft(), facts);
  const saveWith = (payouts) => {
    const small = `${say("save_correction", { number })}: ${shownChanges(begun, changed)}`;
    putSave(small, payouts ? sentence(payouts) : say("reckoned_when_sent"), [], save);
  };
  if (isAway()) return saveWith("");
  hint("\u2026");
  timer = setTimeout(() => previewCorrection(facts, asked, saveWith), untilTyped(begun));
}

// What a correction would bring; a question of the table is asked now, as before a deal.
async function previewCorrection(facts, asked, saveWith) {
  try {
    const { payouts } = await post("/api/preview", { verb: "edit", ...facts });
    if (isAwaited(asked)) saveWith(payouts);
  } catch (error) {
    if (!isAwaited(asked)) return;
    if (error instanceof Unreachable || error.code === "newer") saveWith("");
    else if (!askTable(error)) hint(inWords(error));
  }
}

// A correction that was refused since another came before it: what that one says is shown, and the next try stands on
// it, with the facts that were tapped here.
function standOnNewest(begun) {
  const record = current().records.find(({ number }) => number === begun.number);
  if (!record || record.edition === begun.edition) return;
  keepDraft(rebased(begun, record));
  page.trouble.textContent = say("newer");
  page.came = [sentence(record.sentence)];
  drawFacts(draft());
  fillSlot();
}

function shownChanges(begun, changed) {
  const shown = allQuestions(begun).filter(({ key }) => key !== REASON && (key in changed || !begun.original.caller));
  return shown.map((question) => `${question.short}: ${question.shown(begun.answers[question.key])}`).join(" \u00b7 ");
}

// A question that only the table can answer stands where the deal is saved otherwise. Returns whether there is one.
function askTable(error) {
  if (!(error instanceof Refusal)) return false;
  if (error.code === "same") {
    inWords(error); // shows the table with the other phone's deal
    return askWhetherSame(error);
  }
  return ask({ sentence: error.message, ...error.answer });
}

function ask({ code, question, sides, sentence }) {
  const option = (text, facts) => choice(text, false, () => tell(facts));
  if (code === "asks_slam") {
    putQuestion(question, [option(say("yes"), { slam: true }), option(say("no"), { slam: false })]);
  } else if (code === "asks_more_cards") {
    const choices = sides.map((side) => option(sideName(side), { more_cards: side[0] }));
    putQuestion(say("who_has_more_cards"), [...choices, option(say("nobody"), { more_cards: "even" })], 1);
  } else if (code === "asks_bonuses") {
    askBonuses(sentence, sides);
  } else {
    return false;
  }
  return true;
}

// Another phone has recorded a deal with the same facts: theirs is this one, or there were two.
function askWhetherSame(error) {
  const another = () => {
    standOn(error.answer.table.step);
    fillSlot();
  };
  const choices = [choice(say("same_deal"), false, dropAndLeave), choice(say("another_deal"), false, another)];
  putQuestion(error.message, choices);
  return true;
}

// A question may be higher than the place in which it stands: it lies over what is below, so that nothing moves.
function putQuestion(question, choices, columns = choices.length) {
  const asked = make("div", { class: "asks" }, make("p", { text: question }), guard(grid(columns, ...choices)));
  page.slot.replaceChildren(asked);
}

function tell(facts) {
  const begun = draft();
  begun.asked = { ...begun.asked, ...facts };
  keepDraft(begun);
  fillSlot();
}

function askBonuses(sentence, sides) {
  const open = () => {
    const begun = draft();
    begun.answers.bonusesAsked = sides.map((_side, place) => place);
    keepDraft(begun);
    go("form", { open: nextOf(begun).key });
  };
  page.slot.replaceChildren(make("p", { text: sentence }), button(say("enter_bonuses"), open, { class: "main" }));
}

// Why a deal is corrected: tapped, or typed.
function reason() {
  return {
    key: REASON,
    label: say("why"),
    short: say("reason"),
    isWriting: true,
    shown: (answer) => answer,
    draw: (form) => reasons(current().reasons.edit, form.answers.reason, (why) => form.change({ reason: why })),
  };
}

// Reasons to tap, and a field for any other.
export function reasons(known, chosen, tap) {
  const typed = make("input", { type: "text", maxLength: 200, value: known.includes(chosen) ? "" : chosen ?? "" });
  const field = make("label", {}, say("another_reason"), typed);
  const choices = known.map((why, at) => choice(why, why === chosen, () => {
    typed.value = "";
    press(choices, choices[at]);
    tap(why);
  }));
  const place = make("div", { class: "groups" }, grid(2, ...choices), field);
  typed.addEventListener("input", () => {
    press(choices, null);
    tap(typed.value.trim());
  });
  place.renew = () => {}; // what is typed keeps its cursor
  return place;
}
