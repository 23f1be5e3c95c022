"use strict";
// Counts down to the moment in the page, or to one that was chosen on this screen, which its address keeps.
(() => {
  const RED = 5 * 60; // seconds before the bell
  const at = (id) => document.getElementById(id);
  const clock = at("clock"), left = at("left"), until = at("until"), form = at("form");
  if (!clock) return; // it is stopped
  const two = (number) => String(number).padStart(2, "0");
  const kept = () => {
    const found = /^#until=(\d{12,14})$/.exec(location.hash);
    return found ? Number(found[1]) : NaN;
  };
  const end = () => (clock.dataset.ends ? Date.parse(clock.dataset.ends) : kept());

  const show = () => {
    const ends = end();
    if (Number.isNaN(ends)) return;
    const seconds = Math.max(Math.ceil((ends - Date.now()) / 1000), 0);
    const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
    left.hidden = false;
    left.textContent = (hours ? hours + ":" + two(minutes) : minutes) + ":" + two(seconds % 60);
    left.style.setProperty("--letters", Math.max(left.textContent.length, 4));
    const moment = new Date(ends);
    const words = seconds ? clock.dataset.rings : clock.dataset.rang;
    until.textContent = words.replace("{time}", two(moment.getHours()) + ":" + two(moment.getMinutes()));
    document.body.classList.toggle("soon", seconds > 0 && seconds <= RED);
    document.body.classList.toggle("over", seconds === 0);
    document.title = left.textContent + " " + document.querySelector("h1").textContent;
    if (form) form.hidden = true;
  };

  if (form) {
    at("start").addEventListener("click", () => {
      const minutes = Number(at("minutes").value);
      if (!(minutes >= 1 && minutes <= 1440)) return;
      location.hash = "until=" + (Date.now() + Math.round(minutes * 60000));
      show();
    });
  }
  show();
  setInterval(show, 250);
})();
