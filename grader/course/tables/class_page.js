// Sorts and filters the tables of a class's page. Without it the page has all its content too.
"use strict";
for (const table of document.querySelectorAll("table.sortable")) {
  const [head, ...rows] = table.rows;
  const value = (row, at) => row.cells[at].firstChild?.textContent.trim() ?? "";
  [...head.cells].forEach((cell, at) => {
    const button = document.createElement("button");
    button.append(...cell.childNodes);
    cell.append(button);
    button.addEventListener("click", () => {
      const down = cell.getAttribute("aria-sort") === "ascending";
      for (const other of head.cells) {
        other.removeAttribute("aria-sort");
      }
      cell.setAttribute("aria-sort", down ? "descending" : "ascending");
      const sorted = rows.slice().sort((a, b) =>
        value(a, at).localeCompare(value(b, at), undefined, { numeric: true }) * (down ? -1 : 1));
      head.parentNode.append(...sorted);
    });
  });
  if (table.classList.contains("filtered")) {
    const label = document.createElement("label"), input = document.createElement("input");
    const found = document.createElement("output");
    input.type = "search";
    label.append("Show only rows with ", input);
    table.parentNode.before(label, " ", found);
    input.addEventListener("input", () => {
      const words = input.value.toLowerCase().split(/\s+/);
      for (const row of rows) {
        const text = row.textContent.toLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
      }
      found.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length}`;
    });
  }
}
