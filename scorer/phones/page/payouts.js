// What a deal would bring while the server is away: looked up in the table that it made for the next deal, and
// calculated nowhere.

import { get } from "./api.js";
import { keepValue, keptValue } from "./store.js";
import { current } from "./table.js";
import { say } from "./words.js";

const KEPT = "payouts", ALONE = "solo";

// Keep the table of the next deal, unless it is kept already.
export async function loadPayouts() {
  const { payouts } = current();
  if (keptValue(KEPT)?.key === payouts) return;
  try {
    keepValue(KEPT, (await get("/api/payouts")) ?? { key: payouts });
  } catch {
    // Without it a deal is kept all the same, and reckoned when it is sent.
  }
}

// What the server would answer to a preview of this deal: {payouts} in words; a question {code, ...} that the table has
// to answer first, or a refusal {code, sentence}; null where that is not known here.
export function payoutsOf(deal) {
  const table = keptValue(KEPT);
  if (table?.key !== current().payouts || deal.bonus || deal.more_cards) return null;
  if (table.bids) return ofContract(table, deal);
  return table.sides ? ofSides(table, deal) : null;
}

function ofContract(table, { caller, bid, partner, result, slam }) {
  const alone = partner === ALONE;
  const way = wayOf(table.bids[bid]?.[alone ? "alone" : "partner"], result);
  if (way?.[0] === "asks_slam") {
    if (slam === undefined) return { code: "asks_slam", question: say("slam_question", { card_points: way[3] }) };
    return contractWords(way[slam ? 1 : 2], caller, alone ? null : partner);
  }
  if (!way || slam !== undefined) return null;
  return asked(way) ?? contractWords(way, caller, alone ? null : partner);
}

// What a result brings: a word, or the last run of counts that begins at it or below.
function wayOf(ways, result) {
  if (!ways) return null;
  return /^\d+$/.test(result) ? ways.counts.findLast(([first]) => first <= Number(result))?.[1] : ways[result];
}

function asked([code]) {
  if (code === "refused") return { code, sentence: say("cannot_be") };
  if (code === "asks_bonuses") return { code, sentence: say("bonuses_in_count"), sides: current().game.sides ?? [[]] };
  if (code === "asks_more_cards") return { code, sides: current().game.sides };
  return null;
}

function contractWords([ofCaller, ofPartner, ofOther], caller, partner) {
  if (!ofCaller && !ofOther) return { payouts: say("nobody_pays") };
  const others = current().playing.filter((name) => name !== caller && name !== partner);
  const words = [has(caller, ofCaller)];
  if (partner) words.push(has(partner, ofPartner));
  if (others.length === 1) words.push(has(others[0], ofOther));
  else words.push(say("others_each", { units: signed(ofOther) }));
  return { payouts: words.join(", ") };
}

function ofSides(table, { sides: words }) {
  const { sides } = current().game;
  const [, name, count] = (words.length === 1 && /^(.*)=(\d+)$/.exec(words[0])) || [];
  const first = name ?? (words[1] === "won" ? words[0] : null);
  const place = sides.findIndex((side) => side.includes(first));
  const way = place < 0 ? null : wayOf(table.sides[place], count ?? "won");
  if (!way) return null;
  return asked(way) ?? sidesWords(way, sides[place], sides[1 - place]);
}

// Who won stands first.
function sidesWords([units, others], side, other) {
  if (!units && !others) return { payouts: say("nobody_pays") };
  const words = [sideHas(side, units), sideHas(other, others)];
  return { payouts: (units < others ? words.reverse() : words).join(", ") };
}

function sideHas(side, units) {
  if (side.length === 1) return has(side[0], units);
  return has(say("names_and", { names: side.slice(0, -1).join(", "), last: side.at(-1) }), units);
}

function has(name, units) {
  return `${name} ${signed(units)}`;
}

function signed(units) {
  return units > 0 ? `+${units}` : String(units);
}
