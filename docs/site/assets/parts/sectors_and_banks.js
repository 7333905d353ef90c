// The reader types an index; shows which sectors or banks the 32 lanes of a warp touch with it.
import { BANKS, LANES, SECTOR, sectors, wavefronts } from "./access.js";
import {
  box, choice, counted, field, html, numberField, orSay, picture, text, wholeNumber,
} from "./elements.js";
import { parse } from "./expression.js";

const NAMES = ["tx", "ty", "lane", "p", "m", "n", "k", "row0", "col0", "k0"];
const EXAMPLES = [
  ["global", 16, 4, "(row0 + ty) * k + p", "lab 02, A: a[row * k + p]"],
  ["global", 16, 4, "p * n + col0 + tx", "lab 02, B: b[p * n + col]"],
  ["global", 16, 4, "(row0 + tx) * k + p", "lab 02, A with x and y swapped"],
  ["global", 32, 4, "(row0 + ty) * k + k0 + tx", "lab 03, A's tile"],
  ["shared", 32, 4, "ty * 32 + p", "lab 03: a_tile[ty][p]"],
  ["shared", 32, 4, "p * 32 + tx", "lab 03: b_tile[p][tx]"],
  ["shared", 32, 4, "tx * 32 + p", "a column: s[tx][p] of s[32][32]"],
  ["shared", 32, 4, "tx * 33 + p", "padded: s[tx][p] of s[32][33]"],
  ["shared", 16, 4, "p * 128 + tx * 8", "lab 06 with neighbouring columns"],
  ["shared", 16, 16, "p * 32 + tx", "float4: lab 06 in 16-byte loads"],
];
const ROWS = 32;

// Touched sectors from the first, one row each; gaps are left out.
function sectorPicture(addresses, bytes, { touched }) {
  const needed = new Set(addresses.flatMap((address) =>
    Array.from({ length: bytes / 4 }, (_, i) => Math.floor(address / 4) + i)));
  const shown = touched.slice(0, ROWS), cell = 22, height = 20;
  const parts = shown.flatMap((sector, row) => [
    text(0, row * height + 14, `sector ${sector}`, "dim"),
    ...Array.from({ length: SECTOR / 4 }, (_, i) =>
      box(96 + i * cell, row * height, cell, height - 3,
          needed.has(sector * (SECTOR / 4) + i) ? "a-solid" : "a")),
  ]);
  return picture(counted(touched.length, "sector"), 280, Math.max(1, shown.length) * height, parts);
}

// The different words of each bank, one above the other; of the group of lanes that takes longest.
function bankPicture({ banks }) {
  const deepest = (group) => Math.max(...group.map((bank) => bank.size));
  const group = banks.reduce((a, b) => (deepest(b) > deepest(a) ? b : a));
  const depth = deepest(group), cell = 12, height = 8;
  const parts = group.flatMap((bank, i) => Array.from({ length: depth }, (_, word) =>
    box(i * cell, (depth - 1 - word) * height, cell, height,
        word >= bank.size ? "plain" : bank.size > 1 ? "bad-solid" : "c")));
  parts.push(text(0, depth * height + 16, "bank 0", "dim"),
             text(BANKS * cell, depth * height + 16, `bank ${BANKS - 1}`, "dim end"));
  return picture(`the words of each bank, at most ${depth}`, BANKS * cell, depth * height + 22, parts);
}

export function start(room) {
  const place = html("div", { class: "drawn" }), wrong = html("p", { role: "alert", class: "bad" });
  const result = html("p", { "aria-live": "polite", class: "said" });
  const lanes = html("tbody");
  const example = choice("example", EXAMPLES.map((each, i) => [String(i), each[4]]), "0", () => {
    const [space, width, bytes, index] = EXAMPLES[Number(example.input.value)];
    [memory.input.value, block.input.value, size.input.value, source.value] = [space, width, bytes, index];
    show();
  });
  const memory = choice("memory", [["global", "global"], ["shared", "shared"]], "global", show);
  const size = choice("bytes a lane", [["4", "4: float"], ["8", "8: float2"], ["16", "16: float4"]], "4", show);
  const block = numberField("threads of a block in x", 16, 1, 1024, show);
  const source = html("input", { type: "text", value: EXAMPLES[0][3], spellcheck: "false",
                                 autocomplete: "off", class: "wide mono", oninput: show });
  const numbers = ["p", "m", "n", "k", "row0", "col0", "k0"].map((name) =>
    [name, numberField(name, { p: 3, m: 128, n: 128, k: 128 }[name] ?? 0, 0, 1000000, show)]);

  function addressesOf() {
    const index = parse(source.value, NAMES);
    const width = wholeNumber(block.input, "The block's width"), bytes = Number(size.input.value);
    const values = Object.fromEntries(numbers.map(([name, { input }]) => [name, wholeNumber(input, name)]));
    return Array.from({ length: LANES }, (_, lane) =>
      index({ ...values, lane, tx: lane % width, ty: Math.floor(lane / width) }) * bytes);
  }

  function show() {
    orSay(wrong, [result, place, lanes], () => {
      const addresses = addressesOf(), bytes = Number(size.input.value);
      if (memory.input.value === "global") {
        const found = sectors(addresses, bytes);
        result.textContent = `${counted(found.touched.length, "sector")} for this request; packed, ` +
          `its bytes would need ${found.ideal}.` +
          (found.touched.length > ROWS ? ` The first ${ROWS} are drawn.` : "");
        place.replaceChildren(sectorPicture(addresses, bytes, found));
      } else {
        const found = wavefronts(addresses, bytes);
        result.textContent = `${counted(found.count, "wavefront")} for this request; without ` +
          `conflicts ${found.ideal}.`;
        place.replaceChildren(bankPicture(found));
      }
      lanes.replaceChildren(...addresses.map((address, lane) => html("tr", {},
        html("td", {}, String(lane)), html("td", {}, String(address / bytes)),
        html("td", {}, String(Math.floor(address / SECTOR))),
        html("td", {}, String(((Math.floor(address / 4) % BANKS) + BANKS) % BANKS)))));
    });
  }

  room.append(
    html("div", { class: "row" }, example.element),
    html("div", { class: "row" }, field("index", source)),
    html("div", { class: "row" }, memory.element, size.element, block.element),
    html("details", {}, html("summary", {}, "The values of the names"),
         html("p", {}, "tx, ty and lane follow from the lane's number, 0 to 31: lanes are numbered along x."),
         html("div", { class: "row" }, numbers.map(([, { element }]) => element))),
    wrong, result, place,
    html("details", {}, html("summary", {}, "Lane by lane"),
         html("table", {}, html("thead", {}, html("tr", {},
           ["lane", "index", "sector", "bank"].map((name) => html("th", { scope: "col" }, name)))), lanes)));
  show();
}
