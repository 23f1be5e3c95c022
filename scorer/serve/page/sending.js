// An entry on its way: sent under its id until the server has answered, and then shown at the table.

import { newId, post, Refusal, Unreachable } from "./api.js";
import { kept } from "./store.js";
import { announce } from "./dom.js";
import { newer, setSaved, setTable, showConnection } from "./table.js";
import { say } from "./words.js";
import { home } from "./views.js";

let sending = false;

// Send an entry {id} with its facts. `place` says what went wrong, `asked` may answer a question of the server. The
// id stays with the entry until the server has said what became of it; `renew` gives it another one after that.
export async function submit(verb, entry, more, place, asked = () => false) {
  if (sending) return false;
  sending = true;
  document.body.classList.add("sending");
  place.textContent = "";
  try {
    const answer = await post(`/api/${verb}`, { id: entry.id, by: kept("name") ?? "", ...more });
    setTable(answer.table);
    showConnection("");
    setSaved(answer, verb);
    announce([answer.sentence, ...answer.notices].join(" "));
    entry.done?.();
    home();
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) entry.renew?.(newId());
    showConnection(error instanceof Refusal ? "" : say("not_connected"));
    if (!asked(error)) place.textContent = error instanceof Unreachable ? say("no_answer_saving") : inWords(error);
    if (error.code === "newer") entry.newer?.();
    return false;
  } finally {
    sending = false;
    document.body.classList.remove("sending");
  }
}

// What went wrong, in words. What came between is shown at once.
export function inWords(error) {
  if (error instanceof Unreachable) return say("no_answer");
  if (!(error instanceof Refusal)) throw error;
  const table = error.answer.table ?? error.answer.error?.table;
  if (error.code === "newer" && table) return [say("newer"), ...newer(table)].join(" ");
  return error.message || say("refused");
}
