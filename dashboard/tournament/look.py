"""How a tournament looks: on a page, on a phone, and on the wall, where everything is as large as there is room."""

from typing import Final

# `\3c ` is the bracket of <integer>: written out, the page would take the whole style for something that hides a tag.
LOOK: Final = """
@property --left { syntax: '\\3c integer\\3e '; initial-value: 0; inherits: true; }
@property --minutes { syntax: '\\3c integer\\3e '; initial-value: 0; inherits: true; }
@property --seconds { syntax: '\\3c integer\\3e '; initial-value: 0; inherits: true; }
@keyframes counting { from { --left: var(--all); } to { --left: 0; } }
@keyframes soon { to { color: #D55E00; } }
@keyframes rung { to { visibility: visible; } }
.clock { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1.2rem; }
.clock .left { font-size: 3.6rem; font-weight: 700; line-height: 1.05; font-variant-numeric: tabular-nums;
  --minutes: calc((var(--left) - 29.5) / 60); --seconds: calc(var(--left) - 60 * var(--minutes)); }
.clock .left::after { counter-reset: m var(--minutes) s var(--seconds);
  content: counter(m) ":" counter(s, decimal-leading-zero); }
.clock .rung { visibility: hidden; font-weight: 700; color: #D55E00; }
.clock .until { opacity: 0.75; }
.stages { display: flex; flex-wrap: wrap; gap: 0.6rem; margin: 0.2rem 0; }
.stages > div { flex: 1 1 13rem; margin: 0; padding: 0.5rem 0.8rem; border-radius: 0.6rem; overflow-wrap: anywhere;
  border-left: 0.4rem solid color-mix(in srgb, currentColor 25%, transparent);
  background: color-mix(in srgb, currentColor 4%, transparent); }
.stages > .done { border-left-color: #009E73; }
.stages > .now { border-left-color: #E69F00; background: color-mix(in srgb, #E69F00 12%, transparent); }
.stages b { display: block; }
.stages span { display: block; font-size: 0.9rem; opacity: 0.75; }
.stages .went { opacity: 1; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: 0.8rem; }
.card { border-radius: 0.6rem; padding: 0.5em 0.8em 0.6em; min-width: 0; border-top: 0.3em solid;
  border-top-color: color-mix(in srgb, currentColor 25%, transparent);
  background: color-mix(in srgb, currentColor 4%, transparent); }
.card.over { border-top-color: #009E73; }
.card.playing { border-top-color: #E69F00; }
.card .top, .card .line { display: flex; justify-content: space-between; gap: 0.6em; align-items: baseline; }
.card .top { margin-bottom: 0.25em; }
.card .top b { white-space: nowrap; }
.card .state { font-size: 0.8em; opacity: 0.75; white-space: nowrap; }
.card .line { line-height: 1.5; }
.card .line bdi { text-align: left; overflow: hidden;
  text-overflow: ellipsis; white-space: nowrap; flex: 1; min-width: 0; }
.card .first { font-weight: 700; }
.card .figure { font-variant-numeric: tabular-nums; text-align: right; min-width: 2.2em; }
.card .figure:empty { display: none; }
.card .gave { font-variant-numeric: tabular-nums; text-align: right; min-width: 2.4em; opacity: 0.7; }
.card .pair { border-left: 0.2em solid color-mix(in srgb, currentColor 35%, transparent); padding-left: 0.5em;
  margin: 0.25em 0; }
.card .odd { font-size: 0.8em; opacity: 0.7; }
.rests { margin-top: 0.6rem; overflow-wrap: anywhere; }
.board { overflow-x: auto; }
.places { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
.places th { text-align: right; white-space: nowrap; font-weight: 600; font-size: 0.8em; opacity: 0.7;
  padding: 0.2em 0.6em; }
.places td { text-align: right; padding: 0.28em 0.6em; vertical-align: baseline;
  border-top: 1px solid color-mix(in srgb, currentColor 12%, transparent); }
.places th.who, .places td.who, .places th.why, .places td.why { text-align: left; }
.places th:first-child, .places td:first-child { width: 2.6em; }
.places td.who { overflow-wrap: anywhere; }
.places td.why { font-size: 0.85em; opacity: 0.75; }
.places td.total { font-weight: 700; }
.places tr.on td:first-child { box-shadow: inset 0.3em 0 #009E73; }
.places tr.tied td:first-child { box-shadow: inset 0.3em 0 #E69F00; }
.places tr.cut td { text-align: left; border-top: 0.2em solid #009E73; width: auto;
  font-size: 0.85em; padding: 0.1em 0.6em 0.5em; }
.places tr.stage td { text-align: left; font-weight: 600; padding-top: 0.8em; }
.places .more { display: none; font-size: 0.85em; opacity: 0.7; }
.podium { display: flex; align-items: flex-end; justify-content: center; gap: 1rem; margin: 0.8rem auto;
  max-width: 60rem; }
.podium > div { flex: 1 1 0; min-width: 0; margin: 0; text-align: center; overflow-wrap: anywhere; }
.podium .step2 { order: 1; } .podium .step1 { order: 2; } .podium .step3 { order: 3; }
.podium bdi { display: block; font-weight: 700; font-size: 1.3em; line-height: 1.15; }
.podium .step1 bdi { font-size: 1.7em; }
.podium .made { opacity: 0.75; font-size: 0.9em; margin: 0.3em 0; }
.podium .stand { font-size: 2.4em; font-weight: 700; line-height: 1; padding-top: 0.25em;
  border-radius: 0.15em 0.15em 0 0; border-top: 0.12em solid #E69F00;
  background: color-mix(in srgb, #E69F00 18%, transparent); }
.podium .step1 .stand { height: 3.4em; } .podium .step2 .stand { height: 2.4em; }
.podium .step3 .stand { height: 1.7em; }
.names { columns: 14rem; }
.names div { break-inside: avoid; overflow-wrap: anywhere; }
@media (max-width: 640px) {
  .places .wide { display: none; }
  .places .more { display: block; }
  .places td, .places th { padding-left: 0.35em; padding-right: 0.35em; }
  .podium { gap: 0.4rem; }
  .podium bdi, .podium .step1 bdi { font-size: 1em; }
}
"""
# Of the wall: the letters of the tables are as large as --wide and --high let them be, those of the standing as its
# --rows do; the head takes what a fifth of the screen has.
WALL: Final = """
.named { font-size: max(1.7rem, 2.6vw); }
.wall { display: grid; gap: 0.8vw 1.6vw; align-items: start; margin-bottom: 0.8vw; }
.wall .story { font-size: max(1.2rem, 1.8vw); padding: 0; }
.wall .stages { gap: 1vw; margin: 0.3vw 0 0; }
.wall .stages > div { flex: 0 1 auto; font-size: max(1rem, 1.4vw); padding: 0.1em 0.8em; }
.wall .stages span, .wall .match, .wall .gave { display: none; }
.wall .clock { justify-content: flex-end; font-size: max(1rem, 1.2vw); gap: 0 1em; text-align: right; }
.wall .clock .left { font-size: 4.6em; }
.wall .clock .until { flex-basis: 100%; }
.wall .rests { font-size: max(1.1rem, 1.5vw); margin: 0; }
@media (min-width: 900px) {
  .wall.head { grid-template-columns: 66fr 34fr; }
  .wall.two { grid-template-columns: 66fr 34fr; }
  .wall .cards { grid-template-columns: repeat(var(--across), minmax(0, 1fr)); gap: 0.8vw; margin-bottom: 0.5vw;
    font-size: max(0.9rem, min(var(--wide), var(--high))); }
  .wall .card { padding: 0.3em 0.6em 0.3em; border-top-width: 0.25em; }
  .wall .card .line { line-height: 1.32; }
  .wall .card .top { margin-bottom: 0; }
  .wall .board { overflow: hidden; }
  .wall .places { font-size: max(1rem, min(2vw, calc(47vh / var(--rows)))); line-height: 1.2; }
  .wall .places td { padding: 0.13em 0.4em; }
  .wall .places th { padding: 0 0.5em; white-space: normal; line-height: 1; }
  .wall .places td.who, .wall .places tr.cut td { max-width: 0; overflow: hidden; text-overflow: ellipsis;
    white-space: nowrap; }
  .wall .places td.who { width: 100%; }
  .wall .places tr.cut td, .wall .places tr.stage td { font-size: 0.7em; padding: 0.05em 0.5em; }
  .wall .places .wide { display: none; }
  .wall .podium { max-width: none; width: 100%; font-size: 2.1vw; gap: 1.2vw; margin-top: 6vh; }
  .wall .podium .stand { font-size: 2.2em; }
  .wall .names { columns: 5; line-height: 1.35; font-size: max(1.1rem, min(2.6vw, calc(250vh / var(--rows)))); }
}
"""
