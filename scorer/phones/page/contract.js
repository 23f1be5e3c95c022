// The questions of a deal with a caller: who called, what, with whom, and how it ended.

import { button, choice, grid, make } from "./dom.js";
import { isWhole, pad, sum } from "./pad.js";
import { say } from "./words.js";

const ALONE = "solo"; // the word of the table for a caller without a partner
const TEN = 10;

// The questions of this game in their order, for the answers that are there.
export function contractQuestions(game, answers) {
  const questions = [caller(), bid(game)];
  if (!isAlone(game, answers)) questions.push(partner());
  questions.push(result(game));
  if (answers.bonusesAsked) questions.push(bonus());
  return questions;
}

// Whether the caller has no partner by the rules of the game, or of the bid.
function isAlone(game, answers) {
  return game.always_alone || bidOf(game, answers.bid)?.alone;
}

function bidOf(game, text) {
  return game.bids.find((bid) => bid.bid === text);
}

// The deal in the words that the server reads; null as long as one is missing.
export function contractDeal(game, answers) {
  const partner = isAlone(game, answers) ? ALONE : answers.partner;
  const counted = resultWords(game, answers.result);
  if (!answers.caller || !answers.bid || !partner || !counted) return null;
  const deal = { caller: answers.caller, bid: answers.bid, partner, result: counted };
  if (!answers.bonusesAsked) return deal;
  return isWhole(answers.bonus?.text ?? "") ? { ...deal, bonus: answers.bonus.text } : null;
}

// The answers that would give these words of a recorded deal.
export function contractAnswers(deal) {
  const counted = /^\d/.test(deal.result);
  const result = counted ? { text: deal.result, others: false } : { word: deal.result };
  return { caller: deal.caller, bid: deal.bid, partner: deal.partner, result };
}

// The others' count is what the calling side leaves of all card points.
function resultWords(game, result) {
  if (!result) return "";
  if (result.word) return result.word;
  if (!isWhole(result.text)) return "";
  return result.others ? String(game.most - sum(result.text)) : result.text;
}

function caller() {
  return {
    key: "caller",
    label: say("who_called"),
    short: say("caller"),
    shown: (answer) => answer,
    draw: (form) => players(form, form.players, form.answers.caller, (name) => {
      form.answer({ caller: name, partner: form.answers.partner === name ? undefined : form.answers.partner });
    }),
  };
}

function players(form, names, chosen, tap) {
  return grid(2, ...names.map((name) => choice(name, name === chosen, () => tap(name), { class: "name" })));
}

function partner() {
  return {
    key: "partner",
    label: say("with_whom"),
    short: say("partner"),
    shown: (answer) => (answer === ALONE ? say("alone") : answer),
    draw: (form) => {
      const tap = (name) => form.answer({ partner: name });
      const others = form.players.filter((name) => name !== form.answers.caller);
      const place = players(form, others, form.answers.partner, tap);
      place.append(choice(say("alone"), form.answers.partner === ALONE, () => tap(ALONE)));
      return place;
    },
  };
}

function bid(game) {
  return {
    key: "bid",
    label: say("what_called"),
    short: say("bid"),
    shown: (answer) => bidOf(game, answer)?.words ?? answer,
    draw: (form) => bids(game, form, null),
  };
}

// The bids in the order of the auction; card points by tens, and then those of the tens that were tapped.
function bids(game, form, tens) {
  const group = (name) => game.bids.filter((bid) => bid.group === name);
  const tap = (bid) => form.answer({ bid: bid.bid });
  const isChosen = (bid) => bid.bid === form.answers.bid;
  const option = (bid) => choice(bid.short, isChosen(bid), () => tap(bid), { "aria-label": bid.words });
  const named = (bid) => choice(bid.words, isChosen(bid), () => tap(bid));
  const place = make("div", { class: "groups" });
  const open = (band) => place.replaceWith(bids(game, form, band));
  if (tens) {
    place.append(grid(5, ...tens.map(option)), button(say("all_bids"), () => open(null)));
    return place;
  }
  const bandOption = (band) => (band.length === 1 ? option(band[0]) : button(ends(band), () => open(band)));
  for (const [columns, buttons] of [
    [5, group("ranks").map(option)],
    [3, byTens(group("card points")).map(bandOption)],
    [2, group("named").map(named)],
  ]) {
    if (buttons.length) place.append(grid(columns, ...buttons));
  }
  return place;
}

function ends(bids) {
  return `${bids[0].short}\u2013${bids.at(-1).short}`;
}

// 61 to 70, 71 to 80 and so on, as the payout tables have them.
function byTens(bids) {
  const tens = new Map();
  for (const bid of bids) {
    const ten = Math.floor((Number(bid.short) - 1) / TEN);
    tens.set(ten, [...(tens.get(ten) ?? []), bid]);
  }
  return [...tens.values()];
}

function labelOf(game) {
  if (game.bonuses) return say("count_with_bonuses");
  return say(game.uncounted.includes("failed") ? "card_points_of_callers" : "card_points_if_failed");
}

function result(game) {
  return {
    key: "result",
    label: labelOf(game),
    short: say(game.bonuses ? "count" : "card_points"),
    isAnswered: (answer) => Boolean(resultWords(game, answer)),
    shown: ({ word, others, text }) => (word ? say(word) : others ? say("others_have", { count: text }) : text),
    draw: (form) => {
      const word = (name) => ({
        text: say(name), chosen: form.answers.result?.word === name, tap: () => form.change({ result: { word: name } }),
      });
      const bonuses = { text: say("with_bonuses"), chosen: false, tap: () => form.answer({ bonusesAsked: [0] }) };
      const mayAsk = game.bonuses && !form.answers.bonusesAsked;
      const words = () => [...game.uncounted.map(word), ...(mayAsk ? [bonuses] : [])];
      const others = game.bonuses ? "" : say("count_of_others");
      const read = (kept) => form.typed("result", kept);
      return pad({ read, words, others, change: (typed) => form.change({ result: typed }) });
    },
  };
}

// Bonuses are part of the count; the server asks for them where the count alone does not say enough.
function bonus() {
  return {
    key: "bonus",
    label: say("bonuses_in_count"),
    short: say("bonuses"),
    isAnswered: (answer) => isWhole(answer.text),
    shown: (answer) => answer.text,
    draw: (form) => pad({ read: (kept) => form.typed("bonus", kept), change: (typed) => form.change({ bonus: typed }) }),
  };
}
