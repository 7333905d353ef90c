"""An SM: what starts instructions, what holds values, and where loads go."""

from drawing import Picture, keep
from tables import device

GPU = device("h200")


def draw():
    sm = GPU["sm"]
    lanes = sm["lanes"] // sm["schedulers"]
    kib = sm["registers"] * 4 // 1024
    picture = Picture(
        "A multiprocessor (SM)",
        f"An SM of an {GPU['name']}: {sm['schedulers']} schedulers each start one instruction of one "
        f"warp a clock, on {lanes} lanes. Their warps share {kib} KiB of registers and one pipe to "
        "L1 and shared memory, which serves 128 bytes a clock. L2 and memory are outside, shared by "
        f"all {GPU['sms']} SMs.", 376)
    x0, width = 14, 452
    picture.box(x0, 30, width, 226, "idle", 6)
    picture.text(x0, 21, f"one SM; the {GPU['name']} has {GPU['sms']}", "bold")
    each = (width - 16) / sm["schedulers"]
    for i in range(sm["schedulers"]):
        x = x0 + 10 + i * each
        inner = each - 6
        picture.box(x, 40, inner, 112, "plain", 4)
        picture.text(x + inner / 2, 57, "scheduler", "mid bold")
        picture.text(x + inner / 2, 74, f"{sm['threads'] // 32 // sm['schedulers']} warps", "mid dim")
        picture.arrow(x + inner / 2, 78, x + inner / 2, 94)
        columns, size = 16, (inner - 14) / 16
        picture.cells(x + 7, 96, lanes // columns, columns, size, lambda *_: "c", 13)
        picture.text(x + inner / 2, 141, f"{lanes} lanes", "mid c")
    picture.box(x0 + 10, 160, width - 22, 26, "a", 4)
    picture.text(x0 + width / 2, 178, f"registers: {sm['registers']:,} of 4 bytes, {kib} KiB", "mid a")
    picture.arrow(x0 + width / 2, 204, x0 + width / 2, 188)
    picture.text(x0 + width / 2 + 10, 201, "one pipe: 128 bytes a clock", "bold")
    picture.box(x0 + 10, 206, width - 22, 40, "b", 4)
    picture.text(x0 + width / 2, 223, "L1 and shared memory: the same store", "mid b")
    picture.text(x0 + width / 2, 239, f"shared: at most {sm['shared'] // 1024} KiB an SM, "
                                      f"{sm['block_shared'] // 1024} a block", "mid b")
    picture.arrow(x0 + width / 2, 278, x0 + width / 2, 258)
    picture.box(x0, 280, width, 30, "plain", 4)
    picture.text(x0 + width / 2, 300, f"L2 cache: {GPU['l2_kib'] // 1024} MiB, for all SMs", "mid")
    picture.arrow(x0 + width / 2, 330, x0 + width / 2, 312)
    picture.box(x0, 332, width, 30, "plain", 4)
    picture.text(x0 + width / 2, 352, f"memory: {GPU['gb_s'] / 1000:g} TB/s", "mid")
    return picture


if __name__ == "__main__":
    keep(draw)
