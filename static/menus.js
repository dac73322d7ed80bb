// Menus are <details class="menu">: they open without script. Escape, a click elsewhere or another menu closes them.
const open = () => document.querySelectorAll("details.menu[open]");

addEventListener("click", (event) => {
  for (const menu of open()) if (!menu.contains(event.target)) menu.open = false;
});
addEventListener("focusin", (event) => {
  for (const menu of open()) if (!menu.contains(event.target)) menu.open = false;
});
addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of open()) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});
addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) print();
});
