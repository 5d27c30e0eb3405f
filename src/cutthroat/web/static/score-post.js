// What the server says to a form, or to nothing at all.

const AWAY = new Set([408, 429, 502, 503, 504]);
const PATIENCE = 8000; // milliseconds after which an answer will not come

// Whether it took the form, and what it told; null while it is away. An answer that no page of ours
// understands is a fault: whatever stands between may be well again later.
export function post(address, fields) {
  const headers = { Accept: "application/json" };
  return asked(address, { method: "POST", body: new URLSearchParams(fields), headers }, understood);
}

// Whether anybody answers there.
export async function isThere(address) {
  return Boolean(await asked(address, { method: "HEAD" }, () => true));
}

async function asked(address, options, read) {
  const leaving = new AbortController(); // AbortSignal.timeout is not in every browser
  const timer = setTimeout(() => leaving.abort(), PATIENCE);
  try {
    const answer = await fetch(address, { ...options, signal: leaving.signal });
    return AWAY.has(answer.status) ? null : await read(answer);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

async function understood(answer) {
  const { ok, status } = answer;
  const told = parsed(await answer.text());
  if (ok && !told) return null; // somebody else answers, such as the page of a hotel's network
  return { ok, status, told: told ?? {}, isFault: !told || status >= 500 };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
