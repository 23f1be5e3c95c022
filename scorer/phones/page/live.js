// What is newest at the table: a stream says that something changed, and where there is none the page asks.

import { headers } from "./api.js";

const POLLS = 5000; // milliseconds between questions where the stream does not come
const SILENCE = 40000; // of a stream, after which it is dead: it gives a sign of life every 15 seconds
const STREAMS_AGAIN = 6; // polls after which the stream is tried again

let stream = null; // what ends the stream that is open
let timer = 0;
let polls = 0;

// Call `changed` whenever something may have changed, as long as the page is seen. It resolves to whether the server
// answered.
export function watch(changed) {
  const resume = () => {
    stop();
    if (document.hidden) return;
    changed();
    listen(changed);
  };
  document.addEventListener("visibilitychange", resume);
  addEventListener("online", resume);
  addEventListener("pagehide", stop);
  listen(changed);
}

function stop() {
  clearTimeout(timer);
  stream?.abort();
  stream = null;
}

async function listen(changed) {
  const mine = new AbortController();
  stream = mine;
  polls = 0;
  try {
    await read(mine, changed);
  } catch {
    // The stream has ended; the server may still answer.
  }
  if (stream === mine && !document.hidden) poll(changed);
}

async function read(mine, changed) {
  const response = await fetch("/api/stream", { headers: headers(), cache: "no-store", signal: mine.signal });
  if (!response.ok || !response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let dead = setTimeout(() => mine.abort(), SILENCE);
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    clearTimeout(dead);
    if (done) return;
    dead = setTimeout(() => mine.abort(), SILENCE);
    text += value;
    if (/^data:/m.test(text)) changed();
    text = text.slice(text.lastIndexOf("\n") + 1);
  }
}

function poll(changed) {
  timer = setTimeout(async () => {
    const answered = await changed();
    polls += 1;
    if (answered && polls >= STREAMS_AGAIN) listen(changed);
    else poll(changed);
  }, POLLS);
}
