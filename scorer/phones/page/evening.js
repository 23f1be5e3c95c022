// The tables of an evening: go to one, or start another.

import { chosenMatch, get, newId, Refusal, useMatch } from "./api.js";
import { leave, oneOf } from "./beside_deals.js";
import "./codes.js";
import { button, choice, grid, guard, heading, make, trouble } from "./dom.js";
import { isNameless } from "./phone.js";
import { newName } from "./seats.js";
import { inWords, submit } from "./sending.js";
import { keep } from "./store.js";
import { current } from "./table.js";
import { entryHere, go, home, view, whenReleased } from "./views.js";
import { isolated, say } from "./words.js";

const MOVED = 500; // milliseconds in which no tap counts that was meant for what stood there before

let shown = {}; // what the open view shows of the evening, where it says what goes wrong, and how it is drawn anew
let reload = () => {}; // loads the table of the match that was chosen

export function loadWith(load) {
  reload = load;
}

view("evening", async (main) => {
  const place = trouble();
  const list = make("div", {});
  main.append(heading(say("tables")), place, list);
  try {
    const evening = await get("/api/evening");
    if (!place.isConnected) return;
    const draw = (newest) => {
      place.textContent = "";
      list.replaceChildren(...evenings(newest, place));
    };
    draw(evening);
    follow(evening, place, draw);
  } catch (error) {
    place.textContent = inWords(error);
    if (current()) main.append(leave());
    else if (!(error instanceof Refusal)) main.append(button(say("try_again"), home));
  }
});

function evenings(evening, place) {
  return [
    ...tables(say("go_on_with"), evening.open), ...starting(evening, place),
    ...tables(say("finished_matches"), evening.finished), codes(evening), current() ? leave() : ""];
}

// What the view that is open shows of the evening is drawn anew when that changes.
function follow(evening, place, draw) {
  shown = { evening: JSON.stringify(evening), place, draw };
}

// Show what others began meanwhile. Resolves to whether the server answered.
export async function renewEvening() {
  const { place, draw } = shown;
  if (!place?.isConnected) return true;
  try {
    const newest = await get("/api/evening");
    if (!place.isConnected || JSON.stringify(newest) === shown.evening) return true;
    shown.evening = JSON.stringify(newest);
    whenReleased(() => {
      draw(newest);
      guard(place.parentElement, MOVED);
    });
    return true;
  } catch (error) {
    place.textContent = inWords(error);
    return error instanceof Refusal;
  }
}

function tables(title, matches) {
  const buttons = matches.map((match) => make("button", {
    type: "button", class: "record", onclick: () => chooseMatch(match.match),
  }, make("b", { text: match.title, dir: "auto" }), make("small", { text: match.about })));
  return buttons.length ? [make("h3", { text: title }), grid(1, ...buttons)] : [];
}

function codes(evening) {
  return evening.may_show_codes ? grid(1, button(say("codes"), () => go("codes"))) : "";
}

async function chooseMatch(match) {
  useMatch(match);
  keep("match", String(match));
  await reload();
  if (isNameless()) go("who"); // once, before it records anything
  else home();
}

// The last match again, with everything that was agreed, unless it is still played; or another one.
function starting(evening, place) {
  if (!evening.may_start) return [];
  const { last } = evening;
  const id = newId(); // tapped again it is the same match
  const again = () => begin({ id }, startFacts(evening, last.players), evening, place);
  const sameTable = () => make("button", { type: "button", class: "main", onclick: again },
    make("span", { text: say("same_table") }),
    make("small", { text: last.players.map(isolated).join(", "), dir: "auto" }),
    make("small", { text: last.about }));
  const choose = button(say("choose_players"), () => go("start", { id: newId(), evening }));
  return [make("h3", { text: say("start") }), grid(1, last && !last.goes_on ? sameTable() : null, choose)];
}

// What a new match is made of, until something else is chosen.
function startFacts(evening, players) {
  const { name, last } = evening;
  const variant = last?.variant || evening.variant;
  return { name, players, variant, until: choiceOf(evening, variant)?.until, unit_value: last?.unit_value ?? "" };
}

function choiceOf({ variants }, variant) {
  return variants.find(({ name }) => name === variant);
}

// Begin a match, unless others of its players have begun one that was not shown here. A name that nobody typed is one
// that is free when it begins.
async function begin(entry, facts, evening, place) {
  const before = chosenMatch();
  const name = facts.name === evening.name ? "" : facts.name;
  useMatch(null); // it is a new one
  const known = evening.open.map(({ match }) => match);
  if (!(await submit("start", { ...entry, done: keepMatch }, { ...facts, name, shown: known }, place, goOn(place)))) {
    useMatch(before);
  } else if (isNameless()) go("who");
}

// The table of these players has begun: nothing is left but to go on with it.
function goOn(place) {
  return (error) => {
    if (error.code !== "begun") return false;
    const { match, name } = error.answer;
    place.replaceChildren(error.message, guard(goOnWith(match, name), MOVED));
    return true;
  };
}

function goOnWith(match, title) {
  return button(say("go_on_with_match", { match: title }), () => chooseMatch(match), { class: "main" });
}

view("start", (main, { evening }) => {
  const facts = startFacts(evening, []);
  const place = trouble();
  const came = make("div", {});
  const save = button(say("begin"), () => begin(entryHere(), facts, evening, place), { class: "main top" });
  const seats = make("div", {});
  const ends = make("div", {});
  const draw = () => {
    const lacking = (choiceOf(evening, facts.variant)?.fewest ?? 2) - facts.players.length;
    seats.replaceChildren(...seating(evening.players, facts, draw));
    save.disabled = lacking > 0;
    save.textContent = lacking > 0 ? say("players_missing", { count: lacking }) : say("begin");
  };
  const drawEnds = () => ends.replaceChildren(...untilWhen(evening, facts));
  const play = (variant) => { // another game has an end of its own
    facts.variant = variant;
    facts.until = choiceOf(evening, variant)?.until;
    drawEnds();
    draw();
  };
  draw();
  drawEnds();
  main.append(heading(say("start")), came, save, place, seats, ...settings(evening, facts, play, ends), leave());
  const known = evening.open.map(({ match }) => match);
  const drawCame = ({ open }) => came.replaceChildren(
    ...open.filter(({ match }) => !known.includes(match)).map(({ match, title }) => goOnWith(match, title)));
  follow(evening, place, drawCame);
  renewEvening();
});

function keepMatch() {
  useMatch(current().match);
  keep("match", String(current().match));
}

// Names that are tapped in the order in which they sit; tapped again, they go.
function seating(known, facts, renew) {
  const names = [...known, ...facts.players.filter((name) => !known.includes(name))];
  const toggle = (name) => {
    const at = facts.players.indexOf(name);
    if (at < 0) facts.players.push(name);
    else facts.players.splice(at, 1);
    renew();
  };
  const place = (name) => facts.players.indexOf(name) + 1;
  const words = (name) => (place(name) ? `${place(name)}  ${name}` : name);
  return [
    make("h3", { text: say("who_sits") }),
    make("p", { text: facts.players.map(isolated).join(" \u2192 "), dir: "auto" }),
    grid(2, ...names.map((name) => choice(words(name), place(name), () => toggle(name), { class: "name" }))),
    newName(toggle),
  ];
}

function untilWhen(evening, facts) {
  const ends = choiceOf(evening, facts.variant)?.ends ?? [];
  const choices = oneOf(2, ends.map(({ until, words }) => [until, words]), facts.until, (until) => { facts.until = until; });
  return [make("h3", { text: say("until_when") }), choices];
}

function settings(evening, facts, play, ends) {
  const text = (key, name, more) => {
    const field = make("input", { type: "text", maxLength: 60, value: facts[name], autocomplete: "off", ...more });
    field.addEventListener("input", () => { facts[name] = field.value.trim(); });
    return make("label", {}, say(key), field);
  };
  const options = evening.variants.map(({ name, title }) => make("option", { value: name, text: title }));
  const variants = make("select", {}, ...options);
  variants.value = facts.variant;
  variants.addEventListener("change", () => play(variants.value));
  return [
    text("evening_name", "name", {}),
    make("label", {}, say("variant"), variants),
    ends,
    text("unit_value", "unit_value", { inputMode: "decimal" }),
  ];
}
