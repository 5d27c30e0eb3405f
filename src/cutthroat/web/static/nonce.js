// Adds to a form what makes the shuffle fair: a word that this browser alone knows, or its hash.
// The server hears the word itself only after every player has fixed one (docs/fairness.md).

const KEPT = "cutthroat-nonces";
const MOST = 50;

function freshNonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

async function hashOf(text) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? [];
  } catch {
    return [];
  }
}

function keep(hash, nonce) {
  try {
    localStorage.setItem(KEPT, JSON.stringify([...kept(), [hash, nonce]].slice(-MOST)));
    return nonceOf(hash) === nonce;
  } catch {
    return false;
  }
}

// The word that this browser fixed by its hash; undefined if another browser did.
export function nonceOf(hash) {
  return kept().findLast(([one]) => one === hash)?.[1];
}

function put(form, name, value) {
  form.querySelectorAll("input[data-nonce-field]").forEach((field) => field.remove());
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = name;
  field.value = value;
  field.dataset.nonceField = "";
  form.append(field);
}

// Where the browser computes no hashes, on a plain address, the word is given at once.
export async function addNonce(form) {
  const nonce = freshNonce();
  const hash = crypto.subtle ? await hashOf(nonce) : null;
  if (hash && keep(hash, nonce)) put(form, "nonce_hash", hash);
  else put(form, "nonce", nonce);
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form[data-nonce]") || form.closest("#table")) return;
  if (form.dataset.nonce === "added") return;
  event.preventDefault();
  if (form.dataset.nonce === "adding") return;
  form.dataset.nonce = "adding";
  try {
    await addNonce(form);
  } finally {
    form.dataset.nonce = "added";
    // Not before this event is over: until then browsers ignore it.
    setTimeout(() => form.requestSubmit(event.submitter));
  }
});

// A page that comes back by the back button begins anew.
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  document.querySelectorAll("form[data-nonce]").forEach((form) => (form.dataset.nonce = ""));
});
