// A form that has a page of its own is sent when the server is there; until then its page stays.

import "./score-asked.js";
import { Draft } from "./score-draft.js";
import { isThere } from "./score-post.js";

const RETRY = 2000;
const [sheet] = location.pathname.match(/^.*\/score\/[^/]+/);
const notice = document.getElementById("later");
const drafts = new Map(
  [...document.querySelectorAll("form[data-later]")].map((form) => [
    form,
    new Draft(`${location.pathname}-${form.dataset.later}`, form),
  ]),
);
let wanted = null;
let timer = 0;
let isAsking = false;
let isLeaving = false;

function tell(text) {
  notice.hidden = !text;
  notice.textContent = text;
  if (text) notice.scrollIntoView({ block: "nearest" });
}

document.addEventListener("submit", (event) => {
  if (isLeaving || !drafts.has(event.target)) return;
  event.preventDefault();
  wanted = { form: event.target, button: event.submitter };
  send();
});
addEventListener("online", () => wanted && send());

async function send() {
  if (isAsking) return;
  clearTimeout(timer);
  isAsking = true;
  const isUp = await isThere(`${sheet}/stream`);
  isAsking = false;
  const { form, button } = wanted;
  if (!isUp) return keep(form);
  drafts.get(form).forget();
  tell("");
  isLeaving = true;
  form.requestSubmit(button);
  isLeaving = false;
}

function keep(form) {
  if (form.querySelector("input:not([type=hidden])")) drafts.get(form).keep();
  if (notice.hidden) tell(notice.dataset.offline);
  timer = setTimeout(send, RETRY);
}

// What came back from the server to be mended is newer than what was kept.
const isMended = document.querySelector(".alert:not([hidden])");
for (const draft of drafts.values()) {
  if (isMended) draft.forget();
  else if (draft.restore()) tell(notice.dataset.kept);
}
