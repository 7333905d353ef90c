// The limits of a kernel on any GPU of the model's table, drawn as a roofline.
import { choice, data, html, numberField, orSay, picture, svg, text, wholeNumber } from "./elements.js";
import { bounds, kernelOf, peak } from "./sm.js";

const LEFT = 56, RIGHT = 470, TOP = 20, BOTTOM = 290, X = [0.125, 512];
const NAMES = { arithmetic: "arithmetic", issue: "issue", pipe: "L1/shared pipe", memory: "memory, uncached" };

const rate = (flops) => (flops >= 1e12 ? `${(flops / 1e12).toPrecision(3)} TFLOP/s`
  : `${(flops / 1e9).toPrecision(3)} GFLOP/s`);

// Since compute capability 7.0 caches serve many loads: memory alone is no limit then.
export function binding(gpu, limits) {
  const names = Object.keys(limits).filter((name) => name !== "memory" || !gpu.sm.unified);
  return names.reduce((a, b) => (limits[b] < limits[a] ? b : a));
}

function drawing(gpu, limits, kernel) {
  const top = 2 * peak(gpu), bottom = top / 4000;
  const x = (value) => LEFT + (RIGHT - LEFT) * Math.log(Math.min(Math.max(value, X[0]), X[1]) / X[0]) /
    Math.log(X[1] / X[0]);
  const y = (value) => BOTTOM - (BOTTOM - TOP) * Math.log(Math.min(Math.max(value, bottom), top) / bottom) /
    Math.log(top / bottom);
  const line = (points, role) => svg("path", { class: role, d: `M${points.map((p) => p.join(" ")).join("L")}` });
  const bandwidth = gpu.gb_s * 1e9, ridge = peak(gpu) / bandwidth, foot = Math.max(X[0], bottom / bandwidth);
  const parts = [];
  for (let flops = 10 ** Math.ceil(Math.log10(bottom)); flops < top; flops *= 10) {
    parts.push(line([[LEFT, y(flops)], [RIGHT, y(flops)]], "grid"),
               text(LEFT - 6, y(flops) + 4, flops >= 1e12 ? `${flops / 1e12} T` : `${flops / 1e9} G`, "dim end"));
  }
  for (const [value, name] of [[0.125, "1/8"], [1, "1"], [8, "8"], [64, "64"], [512, "512"]]) {
    parts.push(line([[x(value), TOP], [x(value), BOTTOM]], "grid"), text(x(value), BOTTOM + 16, name, "dim mid"));
  }
  parts.push(line([[x(foot), y(bandwidth * foot)], [x(ridge), y(peak(gpu))], [RIGHT, y(peak(gpu))]], "frame thick"));
  const ceilings = ["pipe", "issue"].filter((name) => limits[name] < 0.98 * peak(gpu))
    .sort((a, b) => limits[b] - limits[a]);
  ceilings.forEach((name) => parts.push(
    line([[LEFT, y(limits[name])], [RIGHT, y(limits[name])]], "bad-line dashed"),
    text(RIGHT - 4, y(limits[name]) + 14, NAMES[name], "bad end")));
  parts.push(text(RIGHT - 4, y(peak(gpu)) - 6, "peak", "end"),
             text(LEFT, BOTTOM + 34, "FLOP per byte that the threads load", "dim"),
             svg("circle", { cx: x(1 / kernel.bytesPerFlop), cy: y(limits[binding(gpu, limits)]), r: 6,
                             class: "a-solid" }));
  return picture(`Roofline of ${gpu.name}`, 490, BOTTOM + 42, parts);
}

export async function start(room) {
  const gpus = (await data("gpus")).reverse(), presets = await data("kernels");
  const place = html("div"), wrong = html("p", { role: "alert", class: "bad" });
  const result = html("p", { "aria-live": "polite", class: "said" }), rows = html("tbody");
  const gpu = choice("GPU", gpus.map((each) => [each.id, each.name]), "h200", show);
  const preset = choice("kernel", presets.map(({ name }, i) => [String(i), name]), "1", () => {
    const chosen = presets[Number(preset.input.value)];
    fields.forEach(([key, { input }]) => { input.value = chosen[key]; });
    show();
  });
  const fields = [["tileRows", "tile of C, rows"], ["tileColumns", "tile of C, columns"],
                  ["rows", "a thread's rows"], ["columns", "a thread's columns"]]
    .map(([key, label]) => [key, numberField(label, presets[1][key], 1, 1024, show)]);

  function show() {
    orSay(wrong, [result, place, rows], () => {
      const { isTiled, merged } = presets[Number(preset.input.value)];
      const sizes = Object.fromEntries(fields.map(([key, { input, element }]) =>
        [key, wholeNumber(input, element.textContent)]));
      const chosen = gpus.find(({ id }) => id === gpu.input.value);
      const kernel = kernelOf({ ...sizes, isTiled, merged }), limits = bounds(chosen, kernel);
      const bound = binding(chosen, limits);
      place.replaceChildren(drawing(chosen, limits, kernel));
      result.textContent = `${chosen.name}: at most ${rate(limits[bound])}, by ${NAMES[bound]}. ` +
        `${kernel.bytesPerFlop.toPrecision(3)} bytes per FLOP, ${kernel.wavefronts.toPrecision(3)} ` +
        "wavefronts for a warp's multiply-add.";
      rows.replaceChildren(...Object.entries(limits).map(([name, flops]) =>
        html("tr", {}, html("th", { scope: "row" }, NAMES[name]), html("td", {}, rate(flops)))));
    });
  }

  room.append(html("div", { class: "row" }, gpu.element, preset.element),
              html("div", { class: "row" }, fields.map(([, { element }]) => element)),
              wrong, result, place,
              html("table", {}, html("thead", {}, html("tr", {}, html("th", { scope: "col" }, "limit"),
                html("th", { scope: "col" }, "alone it allows"))), rows));
  show();
}
