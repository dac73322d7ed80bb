// The decision form: the button says how many decisions it signs, and why it cannot yet. Without script the server says it.
{
  const form = document.querySelector("[data-decide]");
  const button = document.querySelector("[data-sign]");
  const why = document.querySelector("[data-why]");
  const fields = () => [...form.elements];
  const filled = (name) => form.elements[name] && form.elements[name].value.trim() !== "";

  const groups = () => {
    const found = new Map();
    for (const field of fields()) {
      if (field.type !== "radio") continue;
      found.set(field.name, field.checked ? field : found.get(field.name) || null);
    }
    return found;
  };
  const say = (template, count) => template.replace("{n}", count);

  const hindrance = (chosen) => {
    const left = [...chosen.values()].filter((field) => !field).length;
    if (left) return left === 1 ? why.dataset.leftOne : say(why.dataset.leftMany, left);
    for (const field of chosen.values()) {
      const [pk, word] = field.value.split(":");
      if (word === "conditions" && !filled(`conditions-${pk}`)) return why.dataset.conditions;
    }
    if (!filled("instrument")) return why.dataset.instrument;
    if (!filled("effective_at")) return why.dataset.when;
    const reasoned = filled("reasons") || [...chosen.keys()].every((name) => filled(`reasons-${name}`));
    return reasoned ? "" : why.dataset.reasons;
  };

  const look = () => {
    const chosen = groups();
    for (const [name, field] of chosen) {
      const word = document.querySelector(`[data-word="${name}"]`);
      if (!word) continue;
      word.dataset.undecided ??= word.querySelector("span").textContent;
      word.querySelector("span").textContent = field ? field.dataset.says : word.dataset.undecided;
      word.classList.toggle("ok", Boolean(field));
    }
    const reason = hindrance(chosen);
    button.textContent = chosen.size === 1 ? button.dataset.one : say(button.dataset.many, chosen.size);
    button.setAttribute("aria-disabled", String(Boolean(reason)));
    why.textContent = reason || why.dataset.ready;
    return chosen;
  };

  if (form && button && why && !button.disabled) {
    look();
    document.addEventListener("input", look);
    form.addEventListener("submit", (event) => {
      const undecided = [...look()].find(([, field]) => !field);
      if (!undecided) return;
      event.preventDefault();
      fields().find((field) => field.name === undecided[0]).focus();
    });
  }
}
