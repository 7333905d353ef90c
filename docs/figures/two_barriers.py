"""Lab 03: three warps in time, and what each of the two barriers waits for."""

from drawing import Picture, keep

# How long each warp copies and computes, in two phases.
COPY = ((40, 66, 52), (58, 36, 48))
USE = ((62, 46, 70), (54, 66, 44))
X0, Y0, LANE = 66, 70, 40


def timeline():
    """(what, phase, warp, begin, end); nobody passes a barrier before all have arrived."""
    parts, now = [], 0
    for phase in range(2):
        for what, lengths in (("copy", COPY[phase]), ("use", USE[phase])):
            arrival = now + max(lengths)
            for warp, length in enumerate(lengths):
                parts.append((what, phase, warp, now, now + length))
                parts.append(("wait", phase, warp, now + length, arrival))
            now = arrival
            parts.append(("barrier", phase, what, now, now))
    return parts


def draw():
    parts = timeline()
    end = max(part[4] for part in parts)
    scale = (466 - X0) / end
    picture = Picture(
        "The two barriers, in time",
        "Three warps of a block copy a tile, wait at the first barrier until all have copied, use "
        "the tile, and wait at the second barrier until all have used it; then they copy the next "
        "tile into the same place.", 330)
    picture.text(14, 22, "time", "dim")
    picture.arrow(48, 18, 130, 18)
    for warp in range(3):
        picture.text(14, Y0 + warp * LANE + 19, f"warp {warp}")
    for what, phase, warp, begin, until in parts:
        x, width = X0 + begin * scale, (until - begin) * scale
        if what == "barrier":
            picture.line(x, Y0 - 12, x, Y0 + 3 * LANE + 2, "bad-line thick")
            picture.text(x, Y0 - 18, "1" if warp == "copy" else "2", "mid bold bad")
        elif width > 0:
            y = Y0 + warp * LANE
            role = {"copy": "b", "use": "c", "wait": "idle"}[what]
            picture.box(x, y, width, 28, role, 2, what == "wait")
            word = f"{what} {phase}"
            if what != "wait":
                picture.text(x + width / 2, y + 19, word, f"mid {role}")
    y = Y0 + 3 * LANE + 30
    for mark, what, without in (
            ("1", "waits until the whole tile is there.",
             "Without it a warp reads elements that another has not yet copied."),
            ("2", "waits until nobody needs the tile any more.",
             "Without it a fast warp overwrites what a slow one still reads.")):
        picture.text(14, y, f"barrier {mark}", "bold bad")
        picture.text(90, y, what)
        picture.text(14, y + 18, without, "dim")
        y += 46
    picture.box(14, y - 10, 13, 13, "idle", 0, True)
    picture.text(34, y + 1, "a warp waits; the SM runs other warps meanwhile")
    return picture


if __name__ == "__main__":
    keep(draw)
