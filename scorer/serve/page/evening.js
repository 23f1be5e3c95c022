// The tables of an evening: go to one, or start another.

import { chosenMatch, get, newId, Refusal, useMatch } from "./api.js";
import { button, choice, grid, heading, make, trouble } from "./dom.js";
import { isNameless } from "./phone.js";
import { leave, oneOf } from "./rulings.js";
import { newName } from "./seats.js";
import { inWords, submit } from "./sending.js";
import { keep } from "./store.js";
import { current } from "./table.js";
import { entryHere, go, home, view } from "./views.js";
import { isolated, say } from "./words.js";
import "./codes.js";

let reload = () => {}; // loads the table of the match that was chosen

export function loadWith(load) {
  reload = load;
}

view("evening", async (main) => {
  const place = trouble();
  main.append(heading(say("tables")), place);
  try {
    const evening = await get("/api/evening");
    if (!place.isConnected) return;
    main.append(
      ...tables(say("go_on_with"), evening.open), ...starting(evening, place),
      ...tables(say("finished_matches"), evening.finished), codes(evening), current() ? leave() : "");
  } catch (error) {
    place.textContent = inWords(error);
    if (current()) main.append(leave());
    else if (!(error instanceof Refusal)) main.append(button(say("try_again"), home));
  }
});

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

// The last match again, with everything that was agreed; or another one.
function starting(evening, place) {
  if (!evening.may_start) return [];
  const { last } = evening;
  const id = newId(); // tapped again it is the same match
  const again = () => begin({ id }, startFacts(evening, last.players), place);
  const sameTable = () => make("button", { type: "button", class: "main", onclick: again },
    make("span", { text: say("same_table") }),
    make("small", { text: last.players.map(isolated).join(", "), dir: "auto" }),
    make("small", { text: last.about }));
  const choose = button(say("choose_players"), () => go("start", { id: newId(), evening }));
  return [make("h3", { text: say("start") }), grid(1, last ? sameTable() : null, choose)];
}

// What a new match is made of, until something else is chosen.
function startFacts({ name, variant, last }, players) {
  const { until = "", unit_value = "" } = last ?? {};
  return { name, players, variant: last?.variant || variant, until, unit_value };
}

async function begin(entry, facts, place) {
  const before = chosenMatch();
  useMatch(null); // it is a new one
  if (!(await submit("start", { ...entry, done: keepMatch }, facts, place))) useMatch(before);
  else if (isNameless()) go("who");
}

view("start", (main, { evening }) => {
  const facts = startFacts(evening, []);
  const place = trouble();
  const save = button(say("begin"), () => begin(entryHere(), facts, place), { class: "main top" });
  const seats = make("div", {});
  const draw = () => {
    const variant = evening.variants.find(({ name }) => name === facts.variant);
    const lacking = (variant?.fewest ?? 2) - facts.players.length;
    seats.replaceChildren(...seating(evening.players, facts, draw));
    save.disabled = lacking > 0;
    save.textContent = lacking > 0 ? say("players_missing", { count: lacking }) : say("begin");
  };
  draw();
  main.append(heading(say("start")), save, place, seats, ...settings(evening, facts, draw), leave());
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

function settings(evening, facts, renew) {
  const text = (key, name, more) => {
    const field = make("input", { type: "text", maxLength: 60, value: facts[name], autocomplete: "off", ...more });
    field.addEventListener("input", () => { facts[name] = field.value.trim(); });
    return make("label", {}, say(key), field);
  };
  const options = evening.variants.map(({ name, title }) => make("option", { value: name, text: title }));
  const variants = make("select", {}, ...options);
  variants.value = facts.variant;
  variants.addEventListener("change", () => {
    facts.variant = variants.value;
    renew();
  });
  return [
    text("evening_name", "name", {}),
    make("label", {}, say("variant"), variants),
    make("h3", { text: say("until_when") }),
    oneOf(2, evening.ends.map(({ until, words }) => [until, words]), facts.until, (until) => { facts.until = until; }),
    text("unit_value", "unit_value", { inputMode: "decimal" }),
  ];
}
