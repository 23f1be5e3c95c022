// What belongs to this phone: who holds it, and how large its letters are.

import { leave, oneOf } from "./beside_deals.js";
import { button, grid, heading, make } from "./dom.js";
import { newName } from "./seats.js";
import { keep, kept } from "./store.js";
import { current, mayRecord } from "./table.js";
import { back, go, home, view } from "./views.js";
import { say } from "./words.js";

const SIZES = [["", "usual_letters"], ["large", "large_letters"], ["largest", "largest_letters"]];

export function setSize() {
  document.documentElement.dataset.size = kept("size") ?? "";
}

// Whether the phone still has to be asked who holds it: once, before it records anything.
export function isNameless() {
  return mayRecord() && kept("name") === null;
}

view("who", (main) => {
  main.append(heading(say("who_holds")), make("p", { text: say("who_holds_why") }), ...names(home));
});

view("phone", (main) => {
  main.append(heading(say("this_phone")));
  main.append(oneOf(1, SIZES.map(([size, key]) => [size, say(key)]), kept("size") ?? "", (size) => {
    keep("size", size);
    setSize();
  }));
  if (mayRecord()) main.append(make("h3", { text: say("who_holds") }), ...names(back));
  if (mayRecord()) main.append(button(say("unsent"), () => go("unsent")));
  main.append(leave());
});

function names(done) {
  const choose = (name) => {
    keep("name", name);
    done();
  };
  return [
    grid(2, ...current().seats.map((name) => button(name, () => choose(name), { class: "name" }))),
    newName(choose),
    button(say("nobody_in_particular"), () => choose(""), { class: "quiet" }),
  ];
}
