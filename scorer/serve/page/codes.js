// The codes of the open matches, for the organiser to show: each as a drawing that phones scan.

import { get } from "./api.js";
import { button, heading, make, trouble } from "./dom.js";
import { inWords } from "./sending.js";
import { back, view } from "./views.js";
import { say } from "./words.js";

const LOOK_AGAIN = 5000; // milliseconds: a match may have been started

view("codes", (main) => {
  const place = trouble();
  const shown = make("div", { class: "codes" });
  main.append(heading(say("codes")), make("p", { text: say("codes_why") }), place, shown, button(say("back"), back, { class: "quiet" }));
  show(shown, place, "");
});

async function show(shown, place, before) {
  let addresses = before;
  try {
    const { codes } = await get("/api/codes");
    place.textContent = "";
    addresses = codes.map(({ address }) => address).join(" ");
    if (addresses !== before) shown.replaceChildren(...codes.map(code));
  } catch (error) {
    place.textContent = inWords(error);
  }
  setTimeout(() => { if (shown.isConnected) show(shown, place, addresses); }, LOOK_AGAIN);
}

function code({ title, until, svg }) {
  const source = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const picture = make("img", { src: source, alt: "", onload: () => URL.revokeObjectURL(source) });
  return make("figure", {}, picture, make("figcaption", {}, make("b", { text: title, dir: "auto" }), make("small", { text: until })));
}
