// That it is one's turn: in the title, by a sound, by vibration.

const title = document.title;
const wants = document.documentElement.dataset;
let audio = null;

// Browsers let a page sound only after somebody has touched it.
addEventListener("pointerdown", () => wants.sound === "on" && (audio ??= new AudioContext()));
addEventListener("keydown", () => wants.sound === "on" && (audio ??= new AudioContext()));

export function myTurn(words) {
  if (document.hidden) document.title = `★ ${words} · ${title}`;
  if (wants.vibration === "on") navigator.vibrate?.(120);
  if (wants.sound === "on" && audio) beep(audio);
}

export function notMyTurn() {
  document.title = title;
}

document.addEventListener("visibilitychange", () => document.hidden || notMyTurn());

function beep(context) {
  const tone = context.createOscillator();
  const volume = context.createGain();
  const now = context.currentTime;
  tone.frequency.setValueAtTime(660, now);
  tone.frequency.setValueAtTime(880, now + 0.09);
  volume.gain.setValueAtTime(0.12, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.3);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.3);
}
