// The reader of the rules: the tree folds away on a phone, switches act at once and keep the place.
{
  const tree = document.querySelector("[data-fold]");
  if (tree && matchMedia("(max-width: 48rem)").matches) tree.open = false;

  // The clause at the top of the window, so that the next page opens where this one was read.
  const bar = () => (document.querySelector("[data-reader]")?.getBoundingClientRect().bottom ?? 0) + 8;
  const place = () => {
    const lines = [...document.querySelectorAll(".rule-text .clause[id]")];
    const top = lines.find((line) => line.getBoundingClientRect().bottom > bar());
    return top && scrollY > 200 ? `#${top.id}` : "";
  };
  const follow = () => {
    const heads = [...document.querySelectorAll(".clause-tree a")];
    let here = null;
    for (const head of heads) {
      const at = document.getElementById(head.hash.slice(1));
      if (at && at.getBoundingClientRect().top <= bar() + 40) here = head;
    }
    for (const head of heads) head.toggleAttribute("aria-current", head === here);
    if (here && tree?.open && matchMedia("(min-width: 48.01rem)").matches) {
      const box = tree.closest("nav"), row = here.offsetTop;
      if (row < box.scrollTop || row > box.scrollTop + box.clientHeight - 40) box.scrollTop = row - box.clientHeight / 2;
    }
  };

  addEventListener("DOMContentLoaded", () => {
    const form = document.querySelector("[data-reader]");
    const send = () => {
      form.action = form.getAttribute("action").split("#")[0] + place();
      form.requestSubmit();
    };
    for (const field of form?.querySelectorAll("select, [role=switch]") ?? []) {
      field.addEventListener("change", () => {
        if (field.matches("select")) form.elements.changes.checked = true;
        send();
      });
    }
    for (const link of document.querySelectorAll(".clause-tree a")) {
      link.addEventListener("click", () => { if (matchMedia("(max-width: 48rem)").matches) tree.open = false; });
    }
    for (const button of document.querySelectorAll("[data-print]")) {
      button.hidden = false;
      button.addEventListener("click", () => print());
    }
    let asked = false;
    const later = () => {
      if (asked) return;
      asked = true;
      requestAnimationFrame(() => { asked = false; follow(); });
    };
    if (tree) {
      addEventListener("scroll", later, { passive: true });
      later();
    }
  });
}
