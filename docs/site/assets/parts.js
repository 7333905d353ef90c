// Starts each part of a page that responds. Until then, and without scripts, its still figure stays.
for (const place of document.querySelectorAll("[data-part]")) {
  const { start } = await import(`./parts/${place.dataset.part}.js`);
  const room = document.createElement("div");
  room.className = "part";
  await start(room);
  place.replaceChildren(room);
}
