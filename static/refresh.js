// A part of a page that keeps itself up to date (htmx): swapped only when it changed, so that focus and reading hold;
// and when the server is out of reach, the page says since when.
{
  const note = document.querySelector("[data-not-live]");
  const last = new Map();

  const live = (yes) => {
    if (note) note.hidden = yes;
    if (note && !yes && !note.dataset.told) {
      note.dataset.told = "yes";
      const since = note.querySelector("[data-since]");
      if (since) since.dataset.since = new Date().toISOString();
    }
    if (note && yes) delete note.dataset.told;
  };

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, serverResponse, xhr } = event.detail;
    if (xhr.status !== 200) return;
    // Signed out meanwhile: the answer is another page.
    if (!serverResponse.includes(`id="${target.id}"`)) return location.reload();
    live(true);
    const before = last.get(target.id);
    last.set(target.id, serverResponse);
    if (before === serverResponse) event.detail.shouldSwap = false;
  });
  for (const kind of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) document.addEventListener(kind, () => live(false));
}
