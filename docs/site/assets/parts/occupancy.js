// How many blocks an SM holds at a time, and what allows no more.
import { box, choice, data, html, numberField, orSay, picture, text, wholeNumber } from "./elements.js";
import { occupancy } from "./sm.js";

const LIMITS = { threads: "threads", registers: "registers", shared: "shared memory", blocks: "blocks" };

function bars({ allowed, limit }) {
  const most = Math.max(...Object.values(allowed).filter(Number.isFinite), 1);
  const parts = Object.entries(LIMITS).flatMap(([name, words], row) => {
    const count = allowed[name], isFinite = Number.isFinite(count), y = row * 30;
    const width = isFinite ? Math.max(2, count / most * 180) : 180;
    return [text(0, y + 16, words), box(116, y + 2, width, 20, name === limit ? "bad-solid" : "c"),
            text(126 + width, y + 17, isFinite ? String(count) : "no limit", name === limit ? "bold" : "")];
  });
  return picture("blocks that each limit allows", 400, 4 * 30, parts);
}

export async function start(room) {
  const gpus = (await data("gpus")).reverse();
  const result = html("p", { "aria-live": "polite", class: "said" }), place = html("div");
  const wrong = html("p", { role: "alert", class: "bad" });
  const gpu = choice("GPU", gpus.map((each) => [each.id, each.name]), "h200", show);
  const threads = numberField("threads a block", 256, 1, 1024, show);
  const registers = numberField("registers a thread", 32, 0, 255, show);
  const shared = numberField("shared bytes a block", 2048, 0, 262144, show);

  function show() {
    orSay(wrong, [result, place], () => {
      const { sm } = gpus.find(({ id }) => id === gpu.input.value);
      const found = occupancy(sm, { threads: wholeNumber(threads.input, "The number of threads"),
                                    registers: wholeNumber(registers.input, "The number of registers"),
                                    shared: wholeNumber(shared.input, "The number of bytes") });
      place.replaceChildren(bars(found));
      result.textContent = found.tooLarge ? `The launch fails: ${found.tooLarge}.`
        : `An SM holds ${found.blocks} at a time (${found.warps} of ${found.most} warps, ` +
          `${Math.round(100 * found.share)} %), limited by ${LIMITS[found.limit]}.`;
    });
  }

  room.append(html("div", { class: "row" }, gpu.element, threads.element, registers.element, shared.element),
              wrong, result, html("p", {}, "Blocks that each limit alone would allow:"), place);
  show();
}
