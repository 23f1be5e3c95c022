// The deal that is being typed: its answers, and the id under which it is sent. It is kept until it is saved, so that
// Back, a reload or a server that does not answer lose nothing, and the same deal sent again is the same entry.

import { newId } from "./api.js";
import { contractAnswers, contractDeal, contractQuestions } from "./contract.js";
import { sidesDeal, sidesQuestions } from "./sides.js";
import { isQueued, newestHere } from "./queue.js";
import { forget, keepValue, keptValue } from "./store.js";
import { current, editions } from "./table.js";

const KEPT = "draft";

// The deal that is being typed at this table; null where there is none.
export function draft() {
  const found = keptValue(KEPT);
  return found?.match === current().match && !isQueued(found.id) ? found : null;
}

// Whether it is a correction that was opened and changes nothing yet.
export function isUntouched(some) {
  return some.mode === "edit" && !changesOf(some) && !some.answers.reason;
}

export function keepDraft(some) {
  keepValue(KEPT, some);
}

export function dropDraft() {
  forget(KEPT);
}

// A new one, which stands on what is newest at the table; an open call has its first two answers.
export function newDraft() {
  const { match, call } = current();
  const answers = call ? { caller: call.caller, bid: call.bid } : {};
  return { mode: "deal", id: newId(), match, step: newestHere(), seen: editions(), answers };
}

// A recorded deal, to be corrected.
export function correction(record) {
  const original = record.deal;
  return {
    ...newDraft(), mode: "edit", number: record.number, edition: record.edition, sentence: record.sentence,
    players: Object.keys(record.units), original, answers: known(original),
  };
}

// The same correction of a newer edition of its record: only what was changed here is changed there.
export function rebased(some, record) {
  const changed = Object.keys(changesOf(some) ?? {});
  const own = Object.entries(some.answers).filter(([key]) => key === "reason" || changed.includes(key) || !some.original.caller);
  const newest = correction(record);
  return { ...newest, id: some.id, answers: { ...newest.answers, ...Object.fromEntries(own) } };
}

// A deal that was taken back, to be recorded again.
export function again(record) {
  return { ...newDraft(), answers: known(record.deal) };
}

function known(deal) {
  return deal.caller ? contractAnswers(deal) : {};
}

export function questionsOf(some) {
  const { game } = current();
  return game.kind === "contract" ? contractQuestions(game, some.answers) : sidesQuestions(game, some.answers);
}

// The deal as it is sent; null as long as an answer is missing.
export function dealOf(some) {
  const { game } = current();
  const { slam, more_cards } = some.answers;
  const deal = game.kind === "contract" ? contractDeal(game, some.answers) : sidesDeal(game, some.answers);
  if (!deal) return null;
  if (slam !== undefined) deal.slam = slam;
  if (more_cards !== undefined) deal.more_cards = more_cards;
  return deal;
}

// What a correction changes; null where it changes nothing. A deal without a caller is said anew as a whole.
export function changesOf(some) {
  const deal = dealOf(some);
  if (!deal) return null;
  const { sides, ...facts } = deal;
  if (sides) facts.result = sides.join(" ");
  const changed = Object.entries(facts).filter(([name, fact]) => fact !== some.original[name]);
  return changed.length ? Object.fromEntries(changed) : null;
}

export function isAnswered(question, answers) {
  const answer = answers[question.key];
  if (answer === undefined || answer === null) return false;
  return question.isAnswered ? question.isAnswered(answer) : true;
}
