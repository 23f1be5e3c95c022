// Requests to the server: with the token of this phone, in JSON, and what can become of them.

import { kept } from "./store.js";

const PATIENCE = 6000; // milliseconds until a request counts as not answered
const ID_BYTES = 10;
const VERSION = import.meta.url.split("/").at(-2); // of the page's files: the folder under which they were served

// The server did not answer: nobody knows whether it did what was asked.
export class Unreachable extends Error {}

// The server said no; `code` says which no, `answer` is all that it said.
export class Refusal extends Error {
  constructor(status, answer) {
    super(answer?.detail ?? "");
    this.status = status;
    this.code = answer?.code ?? "";
    this.answer = answer ?? {};
  }
}

let away = false; // nobody answered the last request
let served = VERSION; // the version of the page that the server has now
let match = null; // the number of the match that is meant, where the token is good for several

export function useMatch(number) {
  match = number;
}

// Whether the server did not answer when it was asked last.
export function isAway() {
  return away;
}

// The version of the page that the server has, where it is another one than this; empty where this is it.
export function newerPage() {
  return served === VERSION ? "" : served;
}

export function chosenMatch() {
  return match;
}

// The id of an entry: the same entry sent again has the same one, so that it is recorded once. The page is no secure
// context on a plain network, where there is no randomUUID.
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function headers(more = {}) {
  const token = kept("token");
  return token ? { Authorization: `Bearer ${token}`, ...more } : more;
}

export function address(path) {
  return match === null ? path : `${path}?match=${match}`;
}

export function get(path) {
  return answer(address(path), {}, json);
}

// What a path answers, and its mark; null where it has not changed since `mark`.
export function getNewer(path, mark) {
  const newer = async (response) => (
    response.status === 304 ? null : { mark: response.headers.get("ETag"), body: await response.json() });
  return answer(address(path), { headers: mark ? { "If-None-Match": mark } : {} }, newer);
}

export function getPicture(path) {
  return answer(address(path), {}, (response) => response.blob());
}

export function post(path, body) {
  const whole = match === null ? body : { match, ...body };
  const options = { method: "POST", body: JSON.stringify(whole), headers: { "Content-Type": "application/json" } };
  return answer(path, options, json);
}

function json(response) {
  return response.json();
}

// An answer counts once all of it is here: where the network goes in the middle of it, nobody knows what it said.
async function answer(path, options, read) {
  const impatience = new AbortController();
  const timer = setTimeout(() => impatience.abort(), PATIENCE);
  let response;
  let body;
  try {
    response = await fetch(path, {
      ...options, headers: headers(options.headers), cache: "no-store", signal: impatience.signal,
    });
    const isGood = response.ok || response.status === 304;
    body = await (isGood ? read(response) : json(response));
    away = false;
    served = response.headers.get("Scorer-Page") ?? served;
  } catch {
    away = true;
    throw new Unreachable();
  } finally {
    clearTimeout(timer);
  }
  if (response.ok || response.status === 304) return body;
  throw new Refusal(response.status, body);
}
