// What is filled in and not sent: this browser keeps it, so that a reload loses nothing.

const OWN = new Set(["at", "key", "do"]); // of the page that is shown

export const fieldsOf = (form, button) => [...new FormData(form, button)];

// Fill a form in.
export function fill(form, fields) {
  form.reset();
  for (const [name, value] of fields) {
    const field = form.elements.namedItem(name);
    if (field && !OWN.has(name)) field.value = value; // of radio buttons it checks that one
  }
  const counter = form.querySelector(".counter");
  if (counter) counter.open = fields.some(([name, value]) => name.startsWith("card-") && value);
  form.dispatchEvent(new Event("change", { bubbles: true }));
}

export class Draft {
  #key;
  #form;

  constructor(sheet, form) {
    this.#key = `cutthroat-draft-${sheet}-${form.id}`;
    this.#form = form;
    for (const kind of ["input", "change"]) form.addEventListener(kind, () => this.keep());
  }

  keep() {
    try {
      localStorage.setItem(this.#key, JSON.stringify(fieldsOf(this.#form)));
    } catch {
      // It stays in the form at least.
    }
  }

  restore() {
    try {
      const fields = JSON.parse(localStorage.getItem(this.#key));
      if (fields) fill(this.#form, fields);
    } catch {
      this.forget();
    }
  }

  forget() {
    try {
      localStorage.removeItem(this.#key);
    } catch {
      // Nothing is kept there.
    }
  }
}
