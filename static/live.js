// Live pages: one stream, parts that follow it, clocks that follow the server's, and a word when it falls silent.
//
// [data-live]     the page's one stream; with data-device, data-version, data-csrf, data-beat and data-confirm it is
//                 a paired device, which is heard every few seconds and confirms what it shows
// [data-kinds]    which changes concern the page; each is also sent to the body as the event live:<kind> (for htmx)
// [data-part]     fetched anew from this address when something changed; the one with data-shows is what is confirmed
// [data-stale]    shown while nothing is heard; inside it [data-stale-at] says since when, [data-stale-for] how long
// [data-pairing]  asks until the device was accepted
{
  const root = document.documentElement;
  const home = document.querySelector("[data-live]");
  const STALE_AFTER = 6500, BEAT_EVERY = 3000, POLL_EVERY = 2000;

  // The server's clock: what it said last, and what has passed here since, whatever the wall clock does.
  let said = Date.parse(root.dataset.now) || Date.now(), saidAt = performance.now();
  const now = () => said + performance.now() - saidAt;
  const setClock = (at) => {
    if (Math.abs(at - now()) < 200) return;
    said = at;
    saidAt = performance.now();
  };
  const locale = root.dataset.locale || root.lang || undefined;
  const format = (parts) => new Intl.DateTimeFormat(locale, { timeZone: root.dataset.zone || undefined, hourCycle: "h23", ...parts });
  const long = format({ hour: "2-digit", minute: "2-digit", second: "2-digit" });
  const short = format({ hour: "2-digit", minute: "2-digit" });
  const money = root.dataset.currency && new Intl.NumberFormat(locale, { style: "currency", currency: root.dataset.currency, currencyDisplay: "narrowSymbol" });
  const two = (n) => String(n).padStart(2, "0");
  const span = (ms, round) => {
    const s = Math.max(0, round(ms / 1000)), h = Math.floor(s / 3600), m = Math.floor(s / 60) % 60;
    return h ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`;
  };
  // What drove a page away may still hold: not more than one reload in three seconds.
  const reload = () => setTimeout(() => location.reload(), Math.max(0, 3000 - performance.now()));
  const each = (selector, act, scope = document) => scope.querySelectorAll(selector).forEach(act);

  // clock.js counts from when the page was made: on a live page these elements follow the stream instead.
  const takeOver = (scope) => {
    for (const [theirs, ours] of [["clock", "liveClock"], ["until", "liveUntil"], ["since", "liveSince"]]) {
      each(`[data-${theirs}]`, (e) => {
        e.dataset[ours] = e.dataset[theirs];
        delete e.dataset[theirs];
      }, scope);
    }
    each("[data-count]", (e) => { e.liveFrom = now(); }, scope);
  };
  const put = (e, text) => { if (e.textContent !== text) e.textContent = text; };
  const tick = () => {
    each("[data-live-clock]", (e) => put(e, (e.dataset.liveClock === "short" ? short : long).format(now())));
    each("[data-live-until]", (e) => put(e, span(Date.parse(e.dataset.liveUntil) - now(), Math.ceil)));
    each("[data-live-since]", (e) => put(e, span(now() - Date.parse(e.dataset.liveSince), Math.floor)));
  };
  // A meter climbs towards the last amount that the pool is known to hold, never past it, and stands while stale.
  const climb = () => {
    if (!money || stale) return;
    each("[data-count]", (e) => {
      const passed = (now() - (Date.parse(e.dataset.at) || e.liveFrom)) / 1000;
      const reached = Math.floor((Number(e.dataset.count) + passed * Number(e.dataset.rate || 0)) * 100) / 100;
      put(e, money.format(Math.min(Number(e.dataset.most || Infinity), reached)));
      e.classList.toggle("long", e.textContent.length > 11);
    });
  };

  // The stream -----------------------------------------------------------------------------------------------
  let source, last = "", heardAt = performance.now(), heardTime = now(), stale = false, wait = 1000, retry;
  const listening = new Set();

  const heard = () => {
    heardAt = performance.now();
    heardTime = now();
    setStale(false);
  };
  const setStale = (yes) => {
    if (yes === stale) return;
    stale = yes;
    root.dataset.state = yes ? "stale" : "live";
    each("[data-stale]", (e) => { e.hidden = !yes; });
    each("[data-not-stale]", (e) => { e.hidden = yes; });
    if (yes) {
      each("[data-stale-at]", (e) => put(e, long.format(heardTime)));
      each("[data-stale-for]", (e) => { e.dataset.liveSince = new Date(heardTime).toISOString(); });
    }
    tick();
    confirmShown();
  };
  const tell = (kind, data) => document.body.dispatchEvent(new CustomEvent(`live:${kind}`, { bubbles: true, detail: data }));
  const onChange = (kind) => (event) => {
    last = event.lastEventId;
    // A snapshot comes from the database: it does not prove that changes reach us. Beats and changes do.
    if (kind !== "snapshot") heard();
    tell(kind, JSON.parse(event.data));
    fetchParts();
  };
  const listen = (kind) => {
    listening.add(kind);
    source?.addEventListener(kind, onChange(kind));
  };
  const listenFor = (scope) => {
    const named = [...scope.querySelectorAll("[data-kinds]")];
    if (scope.dataset?.kinds !== undefined) named.push(scope);
    for (const kind of named.flatMap((e) => e.dataset.kinds.split(" "))) if (kind && !listening.has(kind)) listen(kind);
  };
  const open = () => {
    const address = new URL(home.dataset.live, location.href);
    if (last) address.searchParams.set("last", last);
    source = new EventSource(address);
    for (const kind of listening) source.addEventListener(kind, onChange(kind));
    source.addEventListener("open", () => { wait = 1000; });
    source.addEventListener("beat", (event) => {
      setClock(Date.parse(JSON.parse(event.data).at));
      heard();
    });
    source.addEventListener("closed", (event) => {
      const { reason } = JSON.parse(event.data);
      if (["revoked", "nobody", "not_found", "gone"].includes(reason)) reload();
    });
    // The browser reconnects by itself unless it was refused: then we try again, less and less often.
    source.addEventListener("error", () => {
      if (source.readyState !== EventSource.CLOSED) return;
      clearTimeout(retry);
      retry = setTimeout(follow, wait);
      wait = Math.min(10000, wait * 2);
    });
  };
  // A browser has six connections to a server: a page that nobody can see gives its own back.
  const visible = () => document.visibilityState === "visible";
  const follow = () => {
    source?.close();
    heardAt = performance.now();
    if (visible()) open();
  };

  // Parts of the page --------------------------------------------------------------------------------------------
  const shown = document.querySelector("[data-part][data-shows]");
  const device = home?.dataset.device || "";
  let fetching = false, again = false, hash = "";

  const fetchParts = async () => {
    again = true;
    if (fetching) return;
    fetching = true;
    while (again) {
      again = false;
      const done = await Promise.all([...document.querySelectorAll("[data-part]")].map((part) => fetchPart(part).catch(() => false)));
      if (done.includes(false)) {
        again = true;
        await new Promise((resume) => setTimeout(resume, 1000));
      }
    }
    fetching = false;
  };
  const fetchPart = async (part) => {
    const headers = { "X-Part": "shows", "HX-Request": "true" };
    if (device) headers["X-Device"] = device;
    const answer = await fetch(part.dataset.part, { headers, signal: AbortSignal.timeout(5000) });
    if (answer.headers.get("Content-Type")?.includes("json") || [401, 403, 404].includes(answer.status)) return reload();
    if (!answer.ok) return false;
    const text = await answer.text();
    if (part.liveText !== text) {
      part.liveText = text;
      part.innerHTML = text;
      takeOver(part);
      listenFor(part);
      tick();
      climb();
    }
    // Two frames later it stands on the screen.
    if (part === shown) requestAnimationFrame(() => requestAnimationFrame(() => { hash = sha256(text); confirmShown(); }));
    return true;
  };

  // A paired device --------------------------------------------------------------------------------------------
  let confirmedHash, key = "", keyFor = "", confirming = false;

  // It vouches only for a page that can be seen, and only while it hears from us.
  const vouched = () => (visible() && !stale ? hash : "");
  const post = (address, body, more = {}) => fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Device": device, "X-CSRFToken": home.dataset.csrf, ...more },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(5000),
  });
  const random = () => [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");
  const confirmShown = async () => {
    const wanted = vouched();
    if (!device || confirming || wanted === confirmedHash) return;
    confirming = true;
    // The same thing said again keeps its key: it has one effect however often it arrives.
    if (keyFor !== wanted || !key) [key, keyFor] = [random(), wanted];
    try {
      const answer = await post(home.dataset.confirm, { hash: wanted }, { "Idempotency-Key": key });
      if (answer.ok) [confirmedHash, key] = [wanted, ""];
    } catch { /* the next beat tries again */ }
    confirming = false;
    if (vouched() !== wanted) confirmShown();
  };
  const beat = async () => {
    let answer;
    try {
      answer = await post(home.dataset.beat, { version: home.dataset.version });
    } catch {
      return;
    }
    if ([401, 403].includes(answer.status)) return reload();
    if (!answer.ok) return;
    const { at, shows_hash, program } = await answer.json();
    setClock(Date.parse(at));
    if (program !== home.dataset.version && performance.now() > 20000) return reload();
    if (!confirming) confirmedHash = shows_hash;
    confirmShown();
  };

  // Text of a page is short: no need for crypto.subtle, which plain http does not have.
  const sha256 = (text) => {
    const K = [], H = [], rotate = (x, n) => (x >>> n) | (x << (32 - n));
    for (let n = 2; K.length < 64; n += 1) {
      if (K.primes?.some((p) => n % p === 0)) continue;
      (K.primes ??= []).push(n);
      if (H.length < 8) H.push((Math.sqrt(n) * 2 ** 32) | 0);
      K.push((Math.cbrt(n) * 2 ** 32) | 0);
    }
    const bytes = new TextEncoder().encode(text), length = bytes.length;
    const padded = new Uint8Array(((length + 72) >> 6) << 6);
    padded.set(bytes);
    padded[length] = 128;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
    view.setUint32(padded.length - 4, length << 3);
    for (let block = 0; block < padded.length; block += 64) {
      const w = [];
      for (let i = 0; i < 64; i += 1) {
        if (i < 16) { w[i] = view.getInt32(block + 4 * i); continue; }
        const a = w[i - 15], b = w[i - 2];
        w[i] = (w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)) + w[i - 7] + (rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10))) | 0;
      }
      let [a, b, c, d, e, f, g, h] = H;
      for (let i = 0; i < 64; i += 1) {
        const one = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
        const other = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [a, b, c, d, e, f, g, h] = [(one + other) | 0, a, b, c, (d + one) | 0, e, f, g];
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => { H[i] = (H[i] + word) | 0; });
    }
    return H.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  };

  // A browser that waits to be let in
  const pairing = document.querySelector("[data-pairing]");
  const ask = async () => {
    try {
      const answer = await fetch(location.pathname, { headers: { "X-Part": "pairing" }, signal: AbortSignal.timeout(5000) });
      if ((await answer.json()).state !== "waiting") return reload();
    } catch { /* the server is away: ask again */ }
    return setTimeout(ask, POLL_EVERY);
  };

  takeOver(document);
  tick();
  setInterval(tick, 250);
  climb();
  setInterval(climb, matchMedia("(prefers-reduced-motion: reduce)").matches ? 5000 : 100);
  if (pairing) setTimeout(ask, POLL_EVERY);
  if (home) {
    root.dataset.state = "live";
    listen("snapshot");
    listenFor(document);
    follow();
    document.addEventListener("visibilitychange", follow);
    setInterval(() => { if (visible() && performance.now() - heardAt > STALE_AFTER) setStale(true); }, 500);
  }
  if (device) {
    beat();
    setInterval(beat, BEAT_EVERY);
    document.addEventListener("visibilitychange", confirmShown);
  }
  // A page that the browser kept in memory may be hours old.
  addEventListener("pageshow", (event) => { if (event.persisted) reload(); });
}
