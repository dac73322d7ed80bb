// The server's clock is the only clock: the page carries its instant, the browser adds what has passed.
{
  const root = document.documentElement;
  const ahead = Date.parse(root.dataset.now) - Date.now() || 0;
  const now = () => Date.now() + ahead;
  const two = (n) => String(n).padStart(2, "0");
  const span = (ms, round) => {
    const s = Math.max(0, round(ms / 1000));
    const h = Math.floor(s / 3600), m = Math.floor(s / 60) % 60;
    return h ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`;
  };
  const locale = root.dataset.locale || root.lang || undefined;
  const zone = root.dataset.zone || undefined;
  const format = (parts) => new Intl.DateTimeFormat(locale, { timeZone: zone, hourCycle: "h23", ...parts });
  const long = format({ hour: "2-digit", minute: "2-digit", second: "2-digit" });
  const short = format({ hour: "2-digit", minute: "2-digit" });

  const tick = () => {
    for (const e of document.querySelectorAll("[data-clock]")) e.textContent = (e.dataset.clock === "short" ? short : long).format(now());
    for (const e of document.querySelectorAll("[data-until]")) e.textContent = span(Date.parse(e.dataset.until) - now(), Math.ceil);
    for (const e of document.querySelectorAll("[data-since]")) e.textContent = span(now() - Date.parse(e.dataset.since), Math.floor);
  };
  tick();
  setInterval(tick, 1000);
}
