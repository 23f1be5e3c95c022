// The questions of a deal without a caller: who took how much, who won, or what happened.

import { choice, grid, make } from "./dom.js";
import { isWhole, pad } from "./pad.js";
import { say } from "./words.js";

const EVEN = "even", WON = "won", COUNTS = "counts";

export function sidesQuestions(game, answers) {
  const questions = [what(game)];
  if (answers.what?.event) questions.push(whose(game));
  for (const place of counted(game, answers)) questions.push(count(game, place));
  for (const place of answers.bonusesAsked ?? []) questions.push(bonus(game, place));
  return questions;
}

// The deal in the words that the server reads; null as long as one is missing.
export function sidesDeal(game, answers) {
  const sides = words(game, answers);
  if (!sides) return null;
  const deal = { sides };
  const asked = answers.bonusesAsked ?? [];
  if (asked.length) {
    if (asked.some((place) => !isWhole(answers[`bonus${place}`]?.text ?? ""))) return null;
    deal.bonus = asked.map((place) => `${game.sides[place][0]}=${answers[`bonus${place}`].text}`).join(",");
  }
  return deal;
}

function words(game, answers) {
  const { what } = answers;
  if (!what) return null;
  if (what.word === EVEN) return [EVEN];
  if (what.event) return answers.who ? [what.event, answers.who] : null;
  if (what.winners) return [...what.winners.map((place) => game.sides[place][0]), WON];
  const places = counted(game, answers);
  if (places.some((place) => !isWhole(answers[`count${place}`]?.text ?? ""))) {
    return answers[`count${places[0]}`]?.word === WON ? [game.sides[places[0]][0], WON] : null;
  }
  return places.map((place) => `${game.sides[place][0]}=${answers[`count${place}`].text}`);
}

// The sides whose count is asked for: of two the one that was tapped, of more all but the last.
function counted(game, answers) {
  if (answers.what?.side !== undefined) return [answers.what.side];
  if (answers.what?.word === COUNTS) return game.sides.slice(0, -1).map((_side, place) => place);
  return [];
}

export function sideName(side) {
  return side.reduce((first, second) => say("and", { first, second }));
}

function what(game) {
  const two = game.sides.length === 2;
  return {
    key: "what",
    label: say(two ? "whose_side" : "who_won"),
    short: say("result"),
    shown: (answer) => shownWhat(game, answer),
    draw: (form) => {
      const chosen = form.answers.what ?? {};
      const options = two ? bySide(game, form, chosen) : byWinner(game, form, chosen);
      return make("div", { class: "groups" }, ...options, others(game, form, chosen));
    },
  };
}

function shownWhat(game, answer) {
  const name = (place) => sideName(game.sides[place]);
  if (answer.winners) return say("won_by", { who: answer.winners.map(name).join(", ") });
  if (answer.side !== undefined) return name(answer.side);
  return answer.event ?? say(answer.word);
}

function bySide(game, form, chosen) {
  const tap = (side) => form.answer({ what: { side } });
  return [grid(1, ...game.sides.map((side, place) => (
    choice(sideName(side), place === chosen.side, () => tap(place), { class: "name" }))))];
}

// Of more than two sides: all counts one after the other, or who won; several who share it are tapped all.
function byWinner(game, form, chosen) {
  const enter = () => form.answer({ what: { word: COUNTS } });
  const counts = grid(1, choice(say("enter_counts"), chosen.word === COUNTS, enter));
  if (!game.uncounted) return [counts];
  const toggle = (place) => {
    const winners = chosen.winners ?? [];
    const left = winners.includes(place) ? winners.filter((other) => other !== place) : [...winners, place];
    form.change({ what: left.length ? { winners: left.sort() } : undefined });
  };
  const winners = game.sides.map((side, place) => (
    choice(sideName(side), chosen.winners?.includes(place), () => toggle(place), { class: "name" })));
  return [counts, make("p", { text: say("or_who_won") }), grid(2, ...winners)];
}

function others(game, form, chosen) {
  const even = () => choice(say(EVEN), chosen.word === EVEN, () => form.change({ what: { word: EVEN } }));
  const events = (game.events ?? []).map(({ event, words }) => (
    choice(event, chosen.event === event, () => form.answer({ what: { event } }), { title: words })));
  const choices = game.even ? [even(), ...events] : events;
  return choices.length ? grid(2, ...choices) : null;
}

function whose(game) {
  return {
    key: "who",
    label: say("who_was_it"),
    short: say("player"),
    shown: (answer) => answer,
    draw: (form) => grid(2, ...game.sides.flat().map((name) => (
      choice(name, name === form.answers.who, () => form.change({ who: name }), { class: "name" })))),
  };
}

function count(game, place) {
  const key = `count${place}`;
  const won = (form) => ({
    text: say(WON), chosen: form.answers[key]?.word === WON, tap: () => form.change({ [key]: { word: WON } }),
  });
  return {
    key,
    label: say(game.bonuses ? "count_of" : "card_points_of", { side: sideName(game.sides[place]) }),
    short: game.sides.length === 2 ? say(game.bonuses ? "count" : "card_points") : sideName(game.sides[place]),
    isAnswered: (answer) => answer.word === WON || isWhole(answer.text ?? ""),
    shown: (answer) => (answer.word ? say(answer.word) : answer.text),
    draw: (form) => {
      const mayAsk = game.bonuses && !form.answers.bonusesAsked;
      const mayBeUncounted = game.uncounted && game.sides.length === 2;
      return keys(form, key, () => [...(mayBeUncounted ? [won(form)] : []), ...(mayAsk ? [bonuses(game, form)] : [])]);
    },
  };
}

// The bonuses of each side are asked for behind its count.
function bonuses(game, form) {
  const ask = () => form.answer({ bonusesAsked: game.sides.map((_side, place) => place) });
  return { text: say("with_bonuses"), chosen: false, tap: ask };
}

function bonus(game, place) {
  const key = `bonus${place}`;
  return {
    key,
    label: say("bonuses_of", { side: sideName(game.sides[place]) }),
    short: say("bonuses_of", { side: sideName(game.sides[place]) }),
    isAnswered: (answer) => isWhole(answer.text),
    shown: (answer) => answer.text,
    draw: (form) => keys(form, key, () => []),
  };
}

// A pad whose digits go on to the next question by a key of their own, since a count may have one digit or three.
function keys(form, key, words) {
  const next = form.next ? [{ text: say("next"), chosen: false, tap: form.next }] : [];
  const read = (kept) => form.typed(key, kept);
  return pad({ read, words: () => [...words(), ...next], change: (typed) => form.change({ [key]: typed }) });
}
