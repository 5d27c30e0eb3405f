// What is unlikely about a form, and asked about; an answer holds for what was asked.

// Ask, or ask no longer.
export function ask(form, { doubts = [], answered = "" } = {}) {
  const box = form.querySelector(".asked");
  if (!box) return;
  box.hidden = !doubts.length;
  box.querySelector("[name=answered]").value = answered;
  box.querySelector("ul").replaceChildren(...doubts.map(item));
  if (!doubts.length) return;
  box.scrollIntoView({ block: "center" });
  box.querySelector("button").focus({ preventScroll: true });
}

function item(text) {
  const made = document.createElement("li");
  made.textContent = text;
  return made;
}

for (const kind of ["input", "change"]) {
  document.addEventListener(kind, (event) => {
    const form = event.target.form ?? event.target;
    if (form.matches("form")) ask(form);
  });
}
