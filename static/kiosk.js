// The kiosk: a keypad that types where the cursor is, and a page that forgets whom it served.
{
  const keypad = document.querySelector("[data-keypad]");
  const form = keypad?.closest("form");
  const fields = form ? [...form.querySelectorAll("input.control")] : [];
  let at = fields[0];

  const press = (key) => {
    if (key === "back") at.value = at.value.slice(0, -1);
    else if (key === "next") advance();
    else if (at.value.length < at.maxLength) at.value += key;
    at.focus();
  };
  const advance = () => {
    const empty = fields.find((field) => !field.value);
    if (!empty) return form.requestSubmit();
    at = empty;
    return at.focus();
  };
  for (const field of fields) {
    field.inputMode = "none";
    field.addEventListener("focus", () => { at = field; });
    // A card reader types the number and then Enter.
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      advance();
    });
  }
  // What somebody typed and left, or a refusal, does not wait for the next one.
  if (form?.dataset.start) {
    let touched = Date.now();
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => { touched = Date.now(); });
    setInterval(() => {
      const left = fields.some((field) => field.value) || form.querySelector(".alert");
      if (left && Date.now() - touched > 60000) location.replace(form.dataset.start);
    }, 1000);
  }
  keypad?.addEventListener("click", (event) => {
    const key = event.target.closest("button[value]");
    if (key) press(key.value);
  });
}

// Going back in the browser must not bring the last player's page back.
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

{
  const box = document.querySelector("dialog[data-idle]");
  if (box) {
    const left = box.querySelector("[data-left]");
    const leave = box.querySelector("form");
    const most = Number(box.dataset.idle), warn = Number(box.dataset.warn);
    let touched = Date.now();

    // The screen is empty at once, even when the server is out of reach; then it tries again until it is heard.
    const forget = async () => {
      document.querySelector("main").replaceChildren();
      if (box.open) box.close();
      try {
        await fetch(leave.action, { method: "POST", body: new FormData(leave) });
        location.replace(box.dataset.start || location.pathname);
      } catch {
        setTimeout(forget, 5000);
      }
    };
    const stay = () => {
      touched = Date.now();
      if (box.open) box.close();
    };
    const look = () => {
      const rest = most - (Date.now() - touched) / 1000;
      if (rest <= 0) {
        forget();
        return;
      }
      if (rest <= warn && !box.open) box.showModal();
      if (left) left.textContent = String(Math.ceil(rest));
      setTimeout(look, 250);
    };
    for (const kind of ["pointerdown", "keydown", "wheel", "input"]) {
      addEventListener(kind, (event) => { if (!box.contains(event.target)) stay(); }, { passive: true });
    }
    box.addEventListener("close", stay);
    look();
  }
}
