// What is filled in and not sent: this browser keeps it, so that a reload loses nothing.

const OWN = new Set(["at", "key", "do", "answered"]); // of the page that is shown

// What a form sends, by a button of it or by none.
export function fieldsOf(form, button = null) {
  const fields = [...new FormData(form)];
  return button?.name ? [...fields, [button.name, button.value]] : fields;
}

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

// Whether nobody has filled anything in.
export const isUntouched = (form) =>
  [...form.elements].every((one) =>
    one.type === "radio" ? one.checked === one.defaultChecked : !isWritten(one),
  );

const isWritten = (field) =>
  field.name === "replaces" ? field.value : field.type === "text" && field.value !== field.defaultValue;

export class Draft {
  #key;
  #form;

  constructor(key, form) {
    this.#key = `cutthroat-draft-${key}`;
    this.#form = form;
  }

  // Keep whatever is filled in from now on.
  follow() {
    for (const kind of ["input", "change"]) this.#form.addEventListener(kind, () => this.keep());
  }

  keep() {
    try {
      localStorage.setItem(this.#key, JSON.stringify(fieldsOf(this.#form)));
    } catch {
      // It stays in the form at least.
    }
  }

  // Fill the form in as it was; whether there was anything.
  restore() {
    try {
      const fields = JSON.parse(localStorage.getItem(this.#key));
      if (fields) fill(this.#form, fields);
      return Boolean(fields);
    } catch {
      this.forget();
      return false;
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
