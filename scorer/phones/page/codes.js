// The codes of the open matches, for the organiser to show: each as a drawing that phones scan.

import { get } from "./api.js";
import { leave } from "./beside_deals.js";
import { heading, make, trouble } from "./dom.js";
import { inWords } from "./sending.js";
import { view } from "./views.js";
import { say } from "./words.js";

const LOOK_AGAIN = 5000; // milliseconds: a match may have been started meanwhile

view("codes", (main) => {
  const place = trouble();
  const shown = make("div", { class: "codes" });
  main.append(heading(say("codes")), make("p", { text: say("codes_why") }), place, shown, leave());
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
  const caption = make("figcaption", {}, make("b", { text: title, dir: "auto" }), make("small", { text: until }));
  return make("figure", {}, picture, caption);
}
