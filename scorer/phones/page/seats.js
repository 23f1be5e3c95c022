// Who sits at the table: somebody comes, goes, or takes another player's seat; and who rests until further notice.

import { leave, oneOf } from "./beside_deals.js";
import { button, choice, grid, heading, make, trouble } from "./dom.js";
import { submit } from "./sending.js";
import { current } from "./table.js";
import { entryHere, view } from "./views.js";
import { say } from "./words.js";

view("seats", (main) => {
  const { players, seats, out } = current();
  const chosen = { players: [...seats], out, free: seats.length }; // `free` is the seat that the next player takes
  const place = trouble();
  const list = make("div", {});
  const send = () => {
    const entry = entryHere(`${say("seats")}: ${chosen.players.join(", ")}`);
    submit("seats", entry, { players: chosen.players, out: chosen.out }, place);
  };
  const save = button(say("save"), send, { class: "main" });
  const known = players.filter((player) => !player.seated).map((player) => player.name);
  const drawList = () => list.replaceChildren(
    make("h3", { text: say("who_goes") }), seated(chosen, drawList),
    make("h3", { text: say("who_comes") }), coming(known, chosen, drawList),
    make("h3", { text: say("who_rests") }), resting(chosen));
  drawList();
  main.append(heading(say("seats")), save, place, list, leave());
});

// The seats in playing order; each can be moved one up, or left.
function seated(chosen, renew) {
  const rows = chosen.players.map((name, at) => make("li", {},
    make("bdi", { class: "name", text: name }),
    button("\u2191", () => {
      if (at) chosen.players.splice(at - 1, 2, name, chosen.players[at - 1]);
      renew();
    }, { "aria-label": say("earlier", { name }), disabled: !at }),
    button("\u00d7", () => {
      chosen.players.splice(at, 1);
      chosen.free = at;
      if (chosen.out === name) chosen.out = null;
      renew();
    }, { "aria-label": say("leaves", { name }) })));
  return make("ol", { class: "seats" }, ...rows);
}

// Who comes sits where somebody has just left, or behind the last.
function coming(known, chosen, renew) {
  const sit = (name) => {
    chosen.players.splice(Math.min(chosen.free, chosen.players.length), 0, name);
    chosen.free = chosen.players.length;
    renew();
  };
  const away = known.filter((name) => !chosen.players.includes(name));
  const options = away.map((name) => choice(name, false, () => sit(name), { class: "name" }));
  return make("div", {}, grid(2, ...options), newName(sit));
}

// A field for a name that is not known here.
export function newName(sit) {
  const field = make("input", { type: "text", maxLength: 40, autocapitalize: "words", autocomplete: "off" });
  const add = () => {
    const name = field.value.trim();
    if (name) sit(name);
    field.value = "";
    if (!field.isConnected) document.querySelector("#main .typed input")?.focus(); // drawn anew, for the next name
  };
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") add();
  });
  return make("div", { class: "typed" }, make("label", {}, say("new_name"), field), button(say("add"), add));
}

function resting(chosen) {
  const options = [["", say("by_turns")], ...chosen.players.map((name) => [name, name])];
  return oneOf(2, options, chosen.out ?? "", (name) => { chosen.out = name || null; });
}
