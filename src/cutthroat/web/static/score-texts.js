// What the page says of a line that is on no sheet yet.

// A sentence with its {places} filled in.
export const filled = (text, places) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => places[name]?.toString().trim() ?? whole);

// What a form that was filled in says.
export function textOf(form, fields, words) {
  const given = Object.fromEntries(fields);
  const named = (name) =>
    form.querySelector(`[name="${name}"][value="${given[name]}"]`)?.closest("label").textContent ?? "";
  switch (given.do) {
    case "thrown_in":
      return words.thrown;
    case "misdeal":
      return words.misdeal;
    case "stop":
      return filled(words.stop, { reason: given.reason });
    case "next":
      return filled(words.next, { name: named("dealer") });
  }
  const owners = Object.fromEntries(["high", "low", "jack", "game"].map((one) => [one, named(one)]));
  const points = filled(words.points, owners);
  return filled(words.deal, { name: named("bidder"), bid: given.bid, points });
}

// What went wrong with a line, in sentences.
export function whyOf({ message, doubts = [], status }, words) {
  if (message) return [message];
  return doubts.length ? doubts : [filled(words.fault, { status })];
}
