// The deal that is being typed: its answers, and the id under which it is sent. It is kept until it is saved, so that
// Back, a reload or a server that does not answer lose nothing, and the same deal sent again is the same entry.

import { newId } from "./api.js";
import { contractAnswers, contractDeal, contractQuestions } from "./contract.js";
import { sidesDeal, sidesQuestions } from "./sides.js";
import { entriesHere, isQueued, newestHere } from "./queue.js";
import { forget, keepValue, keptValue } from "./store.js";
import { current, editions } from "./table.js";

const KEPT = "draft";

// The deal that is being typed at this table; null where there is none.
export function draft() {
  const begun = keptValue(KEPT);
  return begun?.match === current().match && (begun.reopened || !isQueued(begun.id)) ? begun : null;
}

// Whether it is a correction that was opened and changes nothing yet.
export function isUntouched(begun) {
  return begun.mode === "edit" && !changesOf(begun) && !begun.answers.reason;
}

export function keepDraft(begun) {
  keepValue(KEPT, begun);
}

export function dropDraft() {
  forget(KEPT);
}

// The call whose result is open once everything that waits is recorded; null where there is none.
export function openCall() {
  const last = entriesHere().findLast((row) => ["call", "deal", "redeal", "undo"].includes(row.verb));
  if (!last) return current().call;
  return last.verb === "call" ? last.facts : null;
}

// A new deal, which stands on what is newest at the table; an open call answers its first two questions.
export function newDraft() {
  const { match } = current(), call = openCall();
  const answers = call ? { caller: call.caller, bid: call.bid } : {};
  return { mode: "deal", id: newId(), match, ...newestHere(), seen: editions(), answers };
}

// A recorded deal, to be corrected.
export function correction(record) {
  const original = record.deal;
  return {
    ...newDraft(), mode: "edit", number: record.number, edition: record.edition, sentence: record.sentence,
    players: Object.keys(record.units), original, answers: answersOf(original),
  };
}

// The same correction of a newer edition of its record: only what was changed here is changed there.
export function rebased(begun, record) {
  const changed = Object.keys(changesOf(begun) ?? {});
  const isOwn = (key) => key === "reason" || changed.includes(key) || !begun.original.caller;
  const own = Object.entries(begun.answers).filter(([key]) => isOwn(key));
  const newest = correction(record);
  return { ...newest, id: begun.id, asked: begun.asked, answers: { ...newest.answers, ...Object.fromEntries(own) } };
}

// A deal that was taken back, to be recorded again.
export function again(record) {
  return { ...newDraft(), answers: answersOf(record.deal) };
}

function answersOf(deal) {
  return deal.caller ? contractAnswers(deal) : {};
}

export function questionsOf(begun) {
  const { game } = current();
  return game.kind === "contract" ? contractQuestions(game, begun.answers) : sidesQuestions(game, begun.answers);
}

// The deal as it is sent, with what the table was asked about it; null as long as an answer is missing.
export function dealOf(begun) {
  const { game } = current();
  const deal = game.kind === "contract" ? contractDeal(game, begun.answers) : sidesDeal(game, begun.answers);
  return deal && { ...deal, ...begun.asked };
}

// What a correction changes; null where it changes nothing. A deal without a caller is said anew as a whole.
export function changesOf(begun) {
  const deal = dealOf(begun);
  if (!deal) return null;
  const { sides, ...facts } = deal;
  if (sides) facts.result = sides.join(" ");
  const changed = Object.entries(facts).filter(([name, fact]) => fact !== begun.original[name]);
  return changed.length ? Object.fromEntries(changed) : null;
}

export function isAnswered(question, answers) {
  const answer = answers[question.key];
  if (answer === undefined || answer === null) return false;
  return question.isAnswered ? question.isAnswered(answer) : true;
}
