// Pins the scheme that was chosen on this browser. It runs before the page is drawn, so that nothing flashes.
const kept = () => {
  try { return localStorage.getItem("theme") || ""; } catch { return ""; }
};
const pin = (wish) => {
  if (wish) document.documentElement.dataset.theme = wish;
  else delete document.documentElement.dataset.theme;
};
pin(kept());

addEventListener("DOMContentLoaded", () => {
  for (const group of document.querySelectorAll("[data-theme-choice]")) {
    const mark = () => {
      for (const button of group.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.value === kept()));
    };
    group.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      try { localStorage.setItem("theme", button.value); } catch { /* private window: holds for this page only */ }
      pin(button.value);
      mark();
    });
    group.hidden = false;
    mark();
  }
});
