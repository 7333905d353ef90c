"""The roofline of an H200, and the way from lab 02 to the last study of cuBLAS on it."""

import math
import re

from drawing import ROOT, Picture, keep, number
from tables import constant, device, page_rows, peak_flops

N = 2048
GPU = device("h200")
LEFT, RIGHT, TOP, BOTTOM = 48, 14, 40, 84
X, Y = (0.125, 256), (1, 100)  # FLOP per byte, TFLOP/s
HEIGHT = 420


def measured():
    """TFLOP/s at width N by lab; and by step of the study: from the tables of the pages."""
    text = (ROOT / "docs/measurements.md").read_text()
    labs = {}
    for lab in ("02", "03", "05", "06"):
        labs[lab] = float(re.search(rf"^ +{N}  {lab} \w+ +([\d.]+)", text, re.M)[1])
    steps = page_rows("docs/studies/toward-cublas/README.md", "step")
    steps = {name: float(cells[0]) for name, cells in steps.items() if re.match(r"\d\d ", name)}
    return labs, steps


def flop_per_byte(tile_rows, tile_columns):
    """All loads of global memory and the stores of C, at m = n = k = N."""
    loads = N**3 / tile_rows + N**3 / tile_columns
    return 2 * N**3 / (4 * (loads + N * N))


def intensities():
    tile = constant("solutions/03_tiled_kernel/kernel.cu", "kTile")
    many = constant("solutions/05_multi_output_threads/kernel.cu", "kTile")
    big = [constant("solutions/06_register_tiling/kernel.cu", name)
           for name in ("kTileRows", "kTileCols")]
    return {"02": flop_per_byte(1, 1), "03": flop_per_byte(tile, tile),
            "05": flop_per_byte(many, many), "06": flop_per_byte(*big)}


def x_of(intensity):
    return LEFT + (480 - LEFT - RIGHT) * math.log(intensity / X[0]) / math.log(X[1] / X[0])


def y_of(tflops):
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * math.log(tflops / Y[0]) / math.log(Y[1] / Y[0])


def draw():
    labs, steps = measured()
    peak, bandwidth = peak_flops(GPU) / 1e12, GPU["gb_s"] / 1000
    last = list(steps)[-1]
    picture = Picture(
        "The ladder under the roof",
        f"Roofline of an {GPU['name']}: memory of {bandwidth:g} TB/s and a peak of {peak:.3g} TFLOP/s. "
        f"Measured at width {N}: lab 02 {labs['02']}, lab 03 {labs['03']}, lab 05 {labs['05']}, lab 06 "
        f"{labs['06']}, and the last step toward cuBLAS {steps[last]} TFLOP/s.", HEIGHT)
    picture.text(14, 22, "TFLOP/s", "bold")
    picture.text(480 - RIGHT, 22, f"{GPU['name']}, m = n = k = {N}", "end dim")
    for tflops in (1, 2, 5, 10, 20, 50, 100):
        picture.line(LEFT, y_of(tflops), 480 - RIGHT, y_of(tflops), "grid")
        picture.text(LEFT - 8, y_of(tflops) + 4, f"{tflops}", "end dim")
    for intensity, name in ((0.125, "1/8"), (0.5, "1/2"), (2, "2"), (8, "8"), (32, "32"), (128, "128")):
        picture.line(x_of(intensity), TOP, x_of(intensity), HEIGHT - BOTTOM, "grid")
        picture.text(x_of(intensity), HEIGHT - BOTTOM + 18, name, "mid dim")
    picture.text(LEFT, HEIGHT - BOTTOM + 38, "FLOP per byte that the threads load and store", "bold")
    ridge = peak / bandwidth
    picture.path([(x_of(Y[0] / bandwidth), y_of(Y[0])), (x_of(ridge), y_of(peak)),
                  (480 - RIGHT, y_of(peak))], "way ink thick")
    picture.text(480 - RIGHT - 4, y_of(peak) - 8, f"fp32 peak {peak:.3g}", "end")
    slope = math.degrees(math.atan2(y_of(peak) - y_of(1), x_of(ridge) - x_of(1 / bandwidth)))
    middle = 0.55
    picture.add("text", "mid", f"memory, {bandwidth:g} TB/s", x=0, y=0,
                transform=f"translate({number(x_of(middle) + 15)} "
                          f"{number(y_of(bandwidth * middle) + 13)}) rotate({number(slope)})")
    at = intensities()
    points = [(x_of(at[lab]), y_of(rate)) for lab, rate in labs.items()]
    points += [(points[-1][0], y_of(steps[last]))]
    picture.path(points, "way c-line dashed")
    for lab, (x, y) in zip(labs, points):
        picture.add("circle", "a-solid", cx=x, cy=y, r=5)
        right, down = {"02": (-30, -38), "05": (10, 16)}.get(lab, (10, 5))
        picture.text(x + right, y + down, f"lab {lab}: {labs[lab]:.1f}", "a")
        if lab == "02":
            picture.text(x + right, y + down + 17, "lifted by caches", "a")
    names = list(steps)
    for step in names:
        picture.add("circle", "c-solid", cx=points[-1][0], cy=y_of(steps[step]), r=3)
    x, y = points[-1]
    for step, down in ((names[0], 3), (last, 6)):
        picture.text(x + 10, y_of(steps[step]) + down, f"step {step[:2]}: {steps[step]:.1f}", "c")
    picture.text(14, HEIGHT - 26, "Lab 02 is above the slope: warps share loads, caches serve many.", "dim")
    picture.text(14, HEIGHT - 9, f"Steps {names[0][:2]} to {last[:2]} are those of the study toward cuBLAS.", "dim")
    return picture


if __name__ == "__main__":
    keep(draw)
