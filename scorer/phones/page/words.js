// The words of the page, in the language of the phone: the server has them, no module has any of its own.

let words = {};

const FROM_RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

export function setWords(translated) {
  words = translated;
}

// The words that have this key, with their fields filled in.
export function say(key, fields = {}) {
  const template = words[key] ?? key;
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in fields ? isolated(String(fields[name])) : whole));
}

// A name from right to left keeps its direction to itself.
export function isolated(text) {
  return FROM_RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}
