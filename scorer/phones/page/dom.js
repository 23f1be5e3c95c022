// Elements of the page. Every text that comes from somebody is set as text, never as HTML.

// An element with its properties (`text`, `class`, attributes with a hyphen) and children; null children are left out.
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name === "text") element.textContent = value;
    else if (name === "class") element.className = value;
    else if (name.includes("-") || name === "role" || name === "for") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export function button(text, onclick, properties = {}) {
  return make("button", { type: "button", text, onclick, ...properties });
}

// A button that stays down while it is chosen.
export function choice(text, chosen, onclick, properties = {}) {
  return button(text, onclick, { "aria-pressed": String(Boolean(chosen)), ...properties });
}

// Of these buttons, only the one that was chosen stays down; none for null.
export function press(buttons, chosen) {
  for (const option of buttons) option.setAttribute("aria-pressed", String(option === chosen));
}

// Buttons beside each other, as many in a row as `columns` says (1 to 5).
export function grid(columns, ...buttons) {
  return make("div", { class: `grid of${columns}` }, ...buttons);
}

// What is read first where a view has just been opened.
export function heading(text) {
  return make("h2", { text, tabIndex: -1, "data-focus": "" });
}

// The place for words about what went wrong; empty as long as nothing did.
export function trouble() {
  return make("p", { class: "trouble", role: "alert" });
}

// What is opened under a finger takes no tap for a moment: the second of two quick taps was meant for what stood there.
export function guard(element, milliseconds = 250) {
  element.inert = true;
  setTimeout(() => { element.inert = false; }, milliseconds);
  return element;
}

// Say what was saved to people who do not see the page.
export function announce(text) {
  document.getElementById("said").textContent = text;
}
