"""Lab 05: the bytes that must be in flight, and two ways to have them there."""

import math

from drawing import Picture, keep

LATENCY_NS, GB_S, LOAD = 1100, 150, 4  # of the lecture's GPU; bytes of a load
EACH = 4  # loads that a thread starts one after the other
ROWS = 8  # of loads that are drawn


def draw():
    in_flight = LATENCY_NS * GB_S  # ns times bytes/ns
    threads = in_flight / LOAD
    picture = Picture(
        "Little's law",
        f"A load takes {LATENCY_NS} ns, memory delivers {GB_S} GB/s: {in_flight / 1000:g} kB must be in "
        f"flight. That is {threads:,.0f} threads with one load each, or a quarter of them with "
        f"{EACH} independent loads each.", 392)
    x0, width = 150, 222
    top, step = 92, 13
    picture.text(14, 22, "needed in flight = latency × throughput", "bold")
    picture.text(14, 42, f"{LATENCY_NS:,} ns × {GB_S} GB/s = {in_flight / 1000:g} kB = "
                         f"{threads:,.0f} loads of {LOAD} bytes")
    for half, (name, count, chain) in enumerate((
            ("thread-level", threads, 1), ("instruction-level", math.ceil(threads / EACH), EACH))):
        y = top + half * 154
        picture.text(14, y + 14, name, "bold")
        picture.text(14, y + 32, f"{count:,.0f} threads,")
        picture.text(14, y + 50, "1 load each" if chain == 1 else f"{chain} loads each")
        for row in range(ROWS if chain == 1 else EACH * 2):
            thread = row // chain
            begin = x0 + row * step
            role = "a" if thread % 2 == 0 else "b"
            picture.box(begin, y + row * 15, width, 12, role, 2)
            if chain == 1 or row % chain == 0:
                picture.text(begin + width - 6, y + row * 15 + 11, f"thread {thread}", f"end {role}",
                             12)
        now = x0 + (ROWS - 1) * step + 6
        picture.line(now, y - 4, now, y + ROWS * 15 + 4, "bad-line thick dashed")
        picture.text(now - 4, y + ROWS * 15 + 17, f"now {ROWS} loads are in flight", "bad")
    picture.dimension(x0, top - 12, x0 + width, top - 12, f"one load: {LATENCY_NS:,} ns")
    return picture


if __name__ == "__main__":
    keep(draw)
