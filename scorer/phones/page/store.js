// What this phone keeps: its code, who holds it, the size of its letters, a form that is not saved yet, and what the
// server said last.

const PREFIX = "scorer.";
const memory = new Map(); // where the browser keeps nothing, as in a private window

export function kept(name) {
  try {
    return localStorage.getItem(PREFIX + name) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

export function keep(name, text) {
  memory.set(name, text);
  try {
    localStorage.setItem(PREFIX + name, text);
  } catch {
    // It is kept in memory, as long as the page is open.
  }
}

export function forget(name) {
  memory.delete(name);
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Nothing was kept.
  }
}

// A kept value that is no text; null where there is none, or where it cannot be read.
export function keptValue(name) {
  try {
    return JSON.parse(kept(name));
  } catch {
    return null;
  }
}

export function keepValue(name, value) {
  keep(name, JSON.stringify(value));
}
