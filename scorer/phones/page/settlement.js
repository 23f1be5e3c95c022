// Who pays whom: to show, to copy as text, and as the picture of the sheet.

import { get, getPicture } from "./api.js";
import { leave } from "./beside_deals.js";
import { announce, button, grid, heading, make, trouble } from "./dom.js";
import { inWords } from "./sending.js";
import { view } from "./views.js";
import { say } from "./words.js";

view("settlement", async (main) => {
  const place = trouble();
  const picture = make("div", { class: "picture" });
  main.append(heading(say("settlement")), place);
  try {
    const { lines, text } = await get("/api/settlement");
    if (!place.isConnected) return;
    main.append(
      make("ul", { class: "payments" }, ...lines.map((line) => make("li", { text: line, dir: "auto" }))),
      grid(1,
        button(say("copy_text"), (event) => copy(text, event.currentTarget)),
        button(say("show_picture"), () => show(picture, place))),
      picture);
  } catch (error) {
    place.textContent = inWords(error);
  }
  main.append(leave());
});

// The clipboard of a page is only there on https: a marked field is copied everywhere.
export function copy(text, pressed) {
  const field = make("textarea", { class: "copied", value: text, readOnly: true });
  pressed.after(field);
  field.select();
  field.setSelectionRange(0, text.length);
  const done = document.execCommand("copy");
  if (done) field.remove(); // else it stays, marked, to be copied by hand
  pressed.textContent = say(done ? "copied" : "copy_by_hand");
  announce(pressed.textContent);
}

async function show(picture, place) {
  try {
    const source = URL.createObjectURL(await getPicture("/api/sheet.png"));
    picture.replaceChildren(
      make("img", { src: source, alt: say("picture_of_sheet") }), make("p", { text: say("hold_to_share") }),
      make("a", { href: source, download: "sheet.png", text: say("save_picture") }));
  } catch (error) {
    place.textContent = inWords(error);
  }
}
