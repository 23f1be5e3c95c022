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
import { say } from "./words.js";
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
    main.append(...open(evening), ...starting(evening), codes(evening), current() ? leave() : "");
  } catch (error) {
    place.textContent = inWords(error);
    if (current()) main.append(leave());
    else if (!(error instanceof Refusal)) main.append(button(say("try_again"), home));
  }
});

function open(evening) {
  const tables = evening.open.map(({ match, title, about }) => make("button", {
    type: "button", class: "record", onclick: () => chooseMatch(match),
  }, make("b", { text: title, dir: "auto" }), make("small", { text: about })));
  return tables.length ? [make("h3", { text: say("go_on_with") }), grid(1, ...tables)] : [];
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

function starting(evening) {
  if (!evening.may_start) return [];
  const start = (players) => go("start", { id: newId(), evening, players });
  const sameTable = () => make("button", { type: "button", class: "main", onclick: () => start(evening.last) },
    make("span", { text: say("same_table") }), make("small", { text: evening.last.join(", "), dir: "auto" }));
  const choose = button(say("choose_players"), () => start([]));
  return [make("h3", { text: say("start") }), grid(1, evening.last.length ? sameTable() : null, choose)];
}

// A new match: what is chosen is what the league plays, until something else is tapped.
view("start", (main, { evening, players }) => {
  const facts = { name: evening.name, players: [...players], variant: evening.variant, until: "", unit_value: "" };
  const place = trouble();
  const begin = button(say("begin"), () => {
    const before = chosenMatch();
    useMatch(null); // it is a new one
    submit("start", { ...entryHere(), done: keepMatch }, facts, place).then((begun) => {
      if (!begun) useMatch(before);
      else if (isNameless()) go("who");
    });
  }, { class: "main" });
  const seats = make("div", {});
  const drawSeats = () => {
    seats.replaceChildren(...seating(evening.players, facts, drawSeats));
    begin.disabled = facts.players.length < 2;
  };
  drawSeats();
  main.append(heading(say("start")), begin, place, seats, ...settings(evening, facts), leave());
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
    make("p", { text: facts.players.join(" \u2192 "), dir: "auto" }),
    grid(2, ...names.map((name) => choice(words(name), place(name), () => toggle(name), { class: "name" }))),
    newName(toggle),
  ];
}

function settings(evening, facts) {
  const text = (key, name, more) => {
    const field = make("input", { type: "text", maxLength: 60, value: facts[name], autocomplete: "off", ...more });
    field.addEventListener("input", () => { facts[name] = field.value.trim(); });
    return make("label", {}, say(key), field);
  };
  const options = evening.variants.map(({ name, title }) => make("option", { value: name, text: title }));
  const variants = make("select", {}, ...options);
  variants.value = evening.variant;
  variants.addEventListener("change", () => { facts.variant = variants.value; });
  return [
    text("evening_name", "name", {}),
    make("label", {}, say("variant"), variants),
    make("h3", { text: say("until_when") }),
    oneOf(2, evening.ends.map(({ until, words }) => [until, words]), "", (until) => { facts.until = until; }),
    text("unit_value", "unit_value", { inputMode: "decimal" }),
  ];
}
