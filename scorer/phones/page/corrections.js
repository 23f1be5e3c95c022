// A record put right: a deal is opened in the form with its facts, anything else can only be struck out, with a reason.

import { newId } from "./api.js";
import { leave } from "./beside_deals.js";
import { button, heading, make, trouble } from "./dom.js";
import { correction } from "./draft.js";
import { openForm, reasons } from "./form.js";
import { submit } from "./sending.js";
import { current, numbered } from "./table.js";
import { entryHere, go, view } from "./views.js";
import { say } from "./words.js";

export function openRecord(record) {
  if (record.deal) openForm(correction(record));
  else go("void", { number: record.number, edition: record.edition, id: newId() });
}

view("void", (main, { number, edition }) => {
  const record = current().records.find((recorded) => recorded.number === number);
  const place = trouble();
  let why = "";
  const send = () => {
    const entry = entryHere(`${say("void")}: ${numbered(record)}`);
    submit("void", entry, { number, edition, reason: why }, place);
  };
  const strike = button(say("void"), send, { class: "main", disabled: true });
  const isSame = record?.edition === edition;
  main.append(
    heading(say("void_this")),
    make("p", { class: "large", text: record ? numbered(record) : say("record_gone") }),
    isSame ? strike : make("p", { class: "trouble", text: say("changed_meanwhile") }), place,
    make("h3", { text: say("why") }),
    reasons(current().reasons.void, "", (reason) => {
      why = reason;
      strike.disabled = !reason;
    }),
    leave());
});
