// What pages do beyond the generator: wide tables say so and are reached by key, and parts respond.

// A table that is cut off must be reachable, or the keyboard cannot scroll it, and must say that it
// goes on, or nobody does; and the landmarks of listings need different names.
function makeReachable() {
  for (const wide of document.querySelectorAll(".md-typeset__scrollwrap, article pre > code, article pre")) {
    const isCut = wide.scrollWidth > wide.clientWidth;
    if (isCut) {
      wide.tabIndex = 0;
    }
    wide.classList.toggle("cut", isCut);
  }
  document.querySelectorAll("nav.md-code__nav").forEach((buttons, i) => {
    buttons.setAttribute("aria-label", `Listing ${i + 1}`);
  });
}

// Until it has started, and without scripts, a part's still figure stays.
async function startParts() {
  for (const place of document.querySelectorAll("[data-part]")) {
    const { start } = await import(`./parts/${place.dataset.part}.js`);
    const room = document.createElement("div");
    room.className = "part";
    await start(room);
    place.replaceChildren(room);
  }
}

new ResizeObserver(makeReachable).observe(document.body);
await startParts();
