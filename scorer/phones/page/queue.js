// The entries that the server has not answered yet: the browser keeps them until it has, in the order in which they
// were made, also when the page is closed or the phone restarts.

import { current } from "./table.js";

const DATABASE = "scorer", STORE = "entries";
const SECOND = 1000, LONGEST = 7 * 24 * 60 * 60; // as much as the server takes

let rows = []; // as they are kept, the oldest first
let opening = null; // the database; it resolves to null where the browser keeps nothing, as in a private window

export function entries() {
  return rows;
}

// The entries of the match that is shown.
export function entriesHere() {
  const { match, book } = current();
  return rows.filter((row) => row.match === match && row.book === book);
}

// What an entry that is begun now stands on: the last one that waits here, or the newest step of the table; and the
// newest step that is shown.
export function newestHere() {
  const last = entriesHere().at(-1);
  const { step } = current();
  return { step: last ? { entry: last.id } : step, shown: step };
}

// Seconds since an entry was made; never negative, since the phone's clock may have been set back meanwhile.
export function ageOf({ entered }) {
  return Math.min(Math.max(0, Math.round((Date.now() - entered) / SECOND)), LONGEST);
}

export function isQueued(id) {
  return rows.some((row) => row.id === id);
}

// Read what is kept; another tab may have sent some of it.
export async function readQueue() {
  const kept = await within("readonly", (store) => store.getAll());
  if (!kept) return;
  const known = new Set(kept.map((row) => row.id));
  rows = [...kept, ...rows.filter((row) => !row.place && !known.has(row.id))];
}

export async function add(row) {
  rows.push(row);
  const place = await within("readwrite", (store) => store.add(row));
  if (place !== null) row.place = place;
}

// Keep what became of an entry, unless another tab has sent it meanwhile.
export async function change(row) {
  await within("readwrite", (store) => {
    const request = store.get(row.place ?? 0);
    request.onsuccess = () => {
      if (request.result) store.put(row);
    };
    return request;
  });
}

export async function drop(row) {
  rows = rows.filter((other) => other.id !== row.id);
  await within("readwrite", (store) => store.delete(row.place ?? 0));
}

// What the database answers; null where it keeps nothing: what is in memory is sent as long as the page is open, and
// what another tab keeps already is sent by that tab too.
async function within(mode, act) {
  opening ??= open();
  const database = await opening;
  if (!database) return null;
  return new Promise((resolve) => {
    try {
      const transaction = database.transaction(STORE, mode, { durability: "strict" });
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => resolve(null);
    } catch { // the browser has closed it
      resolve(null);
    }
  });
}

function open() {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(DATABASE, 1);
      request.onupgradeneeded = () => {
        const store = request.result.createObjectStore(STORE, { keyPath: "place", autoIncrement: true });
        store.createIndex("id", "id", { unique: true });
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
}
