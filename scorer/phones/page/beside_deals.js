// Cards that were not played, units taken from a player, and the end of the match.

import { post, Refusal } from "./api.js";
import { button, choice, grid, heading, make, press, trouble } from "./dom.js";
import { reasons } from "./form.js";
import { submit } from "./sending.js";
import { current, sentence } from "./table.js";
import { back, entryHere, view } from "./views.js";
import { say } from "./words.js";

const MOST_UNITS = 99;

view("redeal", (main) => {
  const place = trouble();
  const kinds = current().redeals.map(({ kind, words }) => (
    button(words, () => submit("redeal", entryHere(words), { kind }, place))));
  main.append(heading(say("redeal_why")), place, grid(1, ...kinds), leave());
});

view("penalty", (main) => {
  const facts = { player: "", units: current().penalty_shares, to: "others", reason: "" };
  const place = trouble();
  const inWords = () => `${say("penalty")}: ${facts.player}, ${facts.units}, ${facts.reason}`;
  const brings = make("small", {});
  const send = () => submit("penalty", entryHere(inWords()), facts, place);
  const save = make("button", { type: "button", class: "main top", onclick: send }, say("save"), brings);
  const check = () => {
    save.disabled = !facts.player || !facts.reason;
    showPayouts(facts, brings);
  };
  const set = (name, value) => {
    facts[name] = value;
    check();
  };
  check();
  const units = stepper(facts, check);
  main.append(
    heading(say("penalty")), save, place,
    make("h3", { text: say("who") }),
    oneOf(2, current().seats.map((name) => [name, name]), "", (name) => set("player", name)),
    make("h3", { text: say("how_many_units") }), units,
    make("h3", { text: say("who_gets_them") }),
    oneOf(2, [["others", say("the_others")], ["nobody", say("the_pot")]], "others", (to) => {
      set("to", to);
      units.renew();
    }),
    make("h3", { text: say("why") }), reasons(current().reasons.penalty, "", (why) => set("reason", why)),
    leave());
});

// What a penalty brings everybody, as long as the server answers.
async function showPayouts(facts, place) {
  const asked = JSON.stringify(facts);
  place.dataset.asked = asked;
  let words = "";
  try {
    if (facts.player) words = (await post("/api/preview", { verb: "penalty", ...facts })).payouts;
  } catch (error) {
    words = error instanceof Refusal ? error.message : "";
  }
  if (place.dataset.asked === asked) place.textContent = sentence(words);
}

view("finish", (main) => {
  const place = trouble();
  const finish = (facts) => submit("finish", entryHere(), facts, place, askEarly);
  const askEarly = (error) => {
    if (error.code !== "asks_early") return false;
    place.replaceChildren(error.message, button(say("finish_early"), () => finish({ early: true })));
    return true;
  };
  const finishNow = button(say("finish"), () => finish({}), { class: "main" });
  const left = make("p", { text: current().left ?? "" });
  main.append(heading(say("finish_this")), left, place, grid(1, finishNow), leave());
});

view("reopen", (main) => {
  const place = trouble();
  const reopen = button(say("reopen"), () => submit("reopen", entryHere(), {}, place), { class: "main" });
  main.append(heading(say("reopen_this")), place, grid(1, reopen), leave());
});

export function leave() {
  return button(say("back"), back, { class: "quiet" });
}

// Buttons of which one is down: options are [value, words].
export function oneOf(columns, options, chosen, tap) {
  const buttons = options.map(([value, words], at) => choice(words, value === chosen, () => {
    press(buttons, buttons[at]);
    tap(value);
  }, { class: "name" }));
  return grid(columns, ...buttons);
}

// Units in steps that can be shared by the others in whole units; where nobody gets them, one by one.
function stepper(facts, renew) {
  const shown = make("output", { text: String(facts.units) });
  const share = () => (facts.to === "others" ? current().penalty_shares : 1);
  const set = (units) => {
    if (units >= share() && units <= MOST_UNITS) facts.units = units;
    shown.textContent = String(facts.units);
    renew();
  };
  const place = make("div", { class: "stepper" },
    button("\u2212", () => set(facts.units - share()), { "aria-label": say("fewer") }), shown,
    button("+", () => set(facts.units + share()), { "aria-label": say("more_units") }));
  place.renew = () => set(share());
  return place;
}
