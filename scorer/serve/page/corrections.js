// One record: corrected, or struck out with a reason.

import { button, grid, heading, make, trouble } from "./dom.js";
import { correction } from "./draft.js";
import { openForm, reasons } from "./form.js";
import { submit } from "./sending.js";
import { current, numbered } from "./table.js";
import { back, entryHere, facts, go, home, view } from "./views.js";
import { say } from "./words.js";

view("record", (main, { number, edition }) => {
  const record = found(number);
  if (!record) {
    main.append(heading(say("record_gone")), button(say("to_the_table"), home));
    return;
  }
  const brought = Object.entries(record.units).map(([name, units]) => make("li", {},
    make("bdi", { class: "name", text: name }), make("b", { text: units > 0 ? `+${units}` : String(units).replace("-", "\u2212") })));
  main.append(
    heading(numbered(record)),
    record.edition === edition ? "" : make("p", { class: "trouble", text: say("changed_meanwhile") }),
    make("ul", { class: "brought" }, ...brought));
  const open = !current().finished;
  main.append(grid(1,
    open && record.deal ? button(say("correct"), () => openForm(correction(record)), { class: "main" }) : null,
    open ? button(say("void"), () => go("void", { ...facts(), edition: record.edition })) : null,
    button(say("back"), back, { class: "quiet" })));
});

view("void", (main, { number, edition }) => {
  const record = found(number);
  const place = trouble();
  let why = "";
  const strike = button(say("void"), () => submit("void", entryHere(), { number, edition, reason: why }, place), {
    class: "main", disabled: true,
  });
  main.append(
    heading(say("void_this")),
    make("p", { text: record ? numbered(record) : say("record_gone"), dir: "auto" }),
    strike, place,
    make("h3", { text: say("why") }),
    reasons(current().reasons.void, "", (reason) => {
      why = reason;
      strike.disabled = !reason;
    }),
    button(say("back"), back, { class: "quiet" }));
});

function found(number) {
  return current().records.find((record) => record.number === number);
}
