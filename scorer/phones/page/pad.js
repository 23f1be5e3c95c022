// The number pad: a count, or piles one by one (31+43), of either side; or the result in a word.

import { button, choice, make } from "./dom.js";
import { say } from "./words.js";

const LONGEST = 3; // digits of a count
const MOST_PILES = 8;

// The keys stay the same while somebody types with two thumbs: `read` gives what is typed, {text, others}, `change`
// takes what it is then; `read(true)` also what stood there when the pad was opened. `words` gives the buttons beside the digits, as {text, chosen, tap}; `others` names the side
// whose count may be typed instead, if there is one.
export function pad({ read, change, words = () => [], others = "" }) {
  const type = (typing) => change({ ...read(), text: typing(read().text) });
  const goOn = (typing) => change({ ...read(), text: typing(read(true).text) });
  const digit = (key) => button(String(key), () => type((text) => withDigit(text, key)));
  const wordKeys = words().map((word) => choice(word.text, word.chosen, word.tap, { class: "word" }));
  const swap = () => change({ ...read(), others: !read().others });
  const whose = others ? choice(others, read().others, swap, { class: "word whose" }) : null;
  const erase = button("\u232b", () => goOn((text) => text.slice(0, -1)), { "aria-label": say("erase") });
  const plus = button("+", () => goOn(withPlus), { "aria-label": say("plus") });
  const keys = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(digit);
  const hasWords = wordKeys.length || whose;
  const place = make("div", { class: hasWords ? "pad" : "pad plain" },
    make("div", { class: "keys" }, ...keys, erase, digit(0), plus),
    hasWords ? make("div", { class: "beside" }, ...wordKeys, whose) : null);
  place.renew = () => {
    words().forEach((word, at) => wordKeys[at].setAttribute("aria-pressed", String(Boolean(word.chosen))));
    whose?.setAttribute("aria-pressed", String(Boolean(read().others)));
  };
  return place;
}

function withDigit(text, digit) {
  const piles = text.split("+");
  const last = piles.pop();
  const next = last === "0" ? String(digit) : last + digit;
  return [...piles, next.slice(0, LONGEST)].join("+");
}

function withPlus(text) {
  return /\d$/.test(text) && text.split("+").length < MOST_PILES ? `${text}+` : text;
}

// Whether something is typed that can be sent.
export function isWhole(text) {
  return /^\d+(\+\d+)*$/.test(text);
}

// Whether more digits may come: the preview waits a moment for them.
export function mayGrow(text) {
  return /(^|\+)\d$/.test(text) || text === "10" || text === "11" || text === "12";
}

export function sum(text) {
  return text.split("+").reduce((total, pile) => total + Number(pile), 0);
}
