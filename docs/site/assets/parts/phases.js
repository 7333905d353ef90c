// The tiled kernel, step by step: which elements a phase copies and uses, and where it waits.
import { box, html, picture, text } from "./elements.js";

const TILE = 4, TILES = 3, TY = 2, TX = 1, CELL = 15;
const SIDE = TILE * CELL, GAP = 6;

// The kernel in words, since its lines are what the reader of lab 03 is to find.
const WORDS = [
  ["", "for each phase:"],
  ["copy", "  copy my element of A's tile"],
  ["copy", "  copy my element of B's tile"],
  ["first barrier", "  wait until all have copied"],
  ["use", "  for each p of the tile:"],
  ["use", "    sum += A's tile [my row][p]"],
  ["use", "         * B's tile [p][my column]"],
  ["second barrier", "  wait until all have used them"],
  ["store", "store my sum in C"],
];

function stepsOf() {
  const steps = [];
  for (let phase = 0; phase < TILES; ++phase) {
    steps.push(
      { phase, what: "copy",
        said: `Phase ${phase}: thread ty = ${TY}, tx = ${TX} copies one element of A and one of B.` },
      { phase, what: "first barrier",
        said: `Phase ${phase}: the first barrier. All threads wait until both tiles are complete.` },
      { phase, what: "use",
        said: `Phase ${phase}: the thread adds ${TILE} products, row ${TY} of A's tile times column ` +
          `${TX} of B's. Its sum has ${(phase + 1) * TILE} of ${TILES * TILE} products now.` },
      { phase, what: "second barrier",
        said: `Phase ${phase}: the second barrier. No thread may overwrite the tiles before all have ` +
          "used them." });
  }
  steps.push({ phase: TILES - 1, what: "store",
               said: "After the last phase the thread stores its sum, once." });
  return steps;
}

function role(matrix, { phase, what }, tile, row, column) {
  const isMine = row === TY && column === TX;
  if (tile < phase || (tile === phase && what === "store")) {
    return "done";
  }
  if (tile > phase || what.endsWith("barrier")) {
    return tile === phase ? matrix : "plain";
  }
  if (what === "copy") {
    return isMine ? `${matrix}-solid` : matrix;
  }
  const isUsed = matrix === "a" ? row === TY : column === TX;
  return isUsed ? `${matrix}-solid` : matrix;
}

function drawing(step) {
  const ax = 34, by = 30, cx = ax + TILES * (SIDE + GAP) + 40, cy = by + TILES * (SIDE + GAP) + 26;
  const parts = [text(14, cy + SIDE / 2 + 5, "A", "bold"), text(cx + SIDE / 2 - 5, by - 10, "B", "bold"),
                 text(cx + SIDE + 8, cy + SIDE / 2 + 5, "C's tile", "bold")];
  const tile = (x, y, roleOf, isThick) => {
    for (let row = 0; row < TILE; ++row) {
      for (let column = 0; column < TILE; ++column) {
        parts.push(box(x + column * CELL, y + row * CELL, CELL, CELL, roleOf(row, column)));
      }
    }
    parts.push(box(x, y, SIDE, SIDE, isThick ? "frame thick" : "frame"));
  };
  for (let t = 0; t < TILES; ++t) {
    const isNow = t === step.phase;
    tile(ax + t * (SIDE + GAP), cy, (row, column) => role("a", step, t, row, column), isNow);
    tile(cx, by + t * (SIDE + GAP), (row, column) => role("b", step, t, row, column), isNow);
  }
  const isMine = (row, column) => row === TY && column === TX;
  tile(cx, cy, (row, column) => (isMine(row, column) ? "c-solid" : "c"), true);
  if (step.what.endsWith("barrier")) {
    parts.push(text(ax, by + 40, "__syncthreads()", "bold bad"), text(ax, by + 60, "all threads wait", "bad"));
  }
  return picture(step.said, 400, cy + SIDE + 12, parts);
}

const listing = (step) =>
  WORDS.map(([what, line]) => html(what === step.what ? "mark" : "span", {}, line));

export function start(room) {
  const steps = stepsOf();
  let at = 0;
  const place = html("div"), said = html("p", { "aria-live": "polite", class: "said" });
  const lines = html("pre", { tabindex: 0, "aria-label": "The kernel in words" });
  const slider = html("input", { type: "range", min: 0, max: steps.length - 1, value: 0,
                                 "aria-label": "Step", oninput: () => show(Number(slider.value)) });
  const back = html("button", { type: "button", onclick: () => show(at - 1) }, "Back");
  const next = html("button", { type: "button", onclick: () => show(at + 1) }, "Next");
  const count = html("span");

  function show(step) {
    at = Math.min(Math.max(step, 0), steps.length - 1);
    place.replaceChildren(drawing(steps[at]));
    said.textContent = steps[at].said;
    lines.replaceChildren(...listing(steps[at]));
    slider.value = at;
    slider.setAttribute("aria-valuetext", `${at + 1} of ${steps.length}: ${steps[at].what}`);
    count.textContent = `${at + 1} of ${steps.length}`;
    back.setAttribute("aria-disabled", at === 0);
    next.setAttribute("aria-disabled", at === steps.length - 1);
  }

  room.append(html("div", { class: "row" }, back, next, slider, count), said,
              html("div", { class: "columns" }, place, lines));
  show(0);
}
