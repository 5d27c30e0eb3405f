// What the cards that were given to each player count, added up as they are given.

const forms = document.querySelectorAll("form.deal");

// The sums beside the names, by what each card counts.
export function recount(form) {
  for (const sum of form.querySelectorAll("[data-sum]")) {
    const taken = form.querySelectorAll(`.taken input[value="${sum.dataset.sum}"]:checked`);
    const worth = [...taken].map((one) => Number(one.closest("[data-worth]").dataset.worth));
    sum.textContent = worth.reduce((all, one) => all + one, 0);
  }
}

for (const form of forms) {
  form.addEventListener("change", () => recount(form));
  form.addEventListener("reset", () => setTimeout(() => recount(form)));
  recount(form); // the browser may have filled it in again
}
