"""Lab 07: lanes over sectors, one float a lane and four; and the banks that the transposed stores meet."""

from drawing import Picture, keep
from tables import constant

KERNEL = "solutions/07_wide_copies/kernel.cu"
TILE, DEPTH, PAD = (constant(KERNEL, name) for name in ("kTile", "kDepth", "kPad"))
LANES, SECTOR, BANKS = 32, 8, 32  # of a warp; floats; of shared memory
LEFT, CELL = 14, 452 / TILE  # a cell is a float of a row of B's tile
BANK = 14


def requests(floats_a_lane):
    """The floats that each request of a warp brings, from the start of the row on."""
    step = LANES * floats_a_lane
    return [range(first, first + step) for first in range(0, TILE, step)]


def banks(pad):
    """How many lanes store to each bank, when a warp stores the first element of its quads of A."""
    met = [0] * BANKS
    for lane in range(LANES):
        row, column = lane // (DEPTH // 4), lane % (DEPTH // 4) * 4
        met[(column * (TILE + pad) + row) % BANKS] += 1
    return met


def draw_row(picture, y, floats_a_lane):
    """Lanes are light and dark in turn; a frame is a sector."""
    for request, floats in enumerate(requests(floats_a_lane)):
        role = "abc"[request % 3]
        for i in floats:
            is_dark = (i - floats[0]) // floats_a_lane % 2
            picture.box(LEFT + i * CELL, y, CELL, 22, f"{role}-solid" if is_dark else role, 0)
    for sector in range(TILE // SECTOR):
        picture.add("rect", "way ink", x=LEFT + sector * SECTOR * CELL, y=y, width=SECTOR * CELL,
                    height=22)


def draw():
    narrow, wide = len(requests(1)), len(requests(4))
    sectors = [LANES * floats // SECTOR for floats in (1, 4)]
    ways = {pad: max(banks(pad)) for pad in (0, PAD)}
    picture = Picture(
        "One float a lane, four floats a lane",
        f"A row of {TILE} floats of B. With one float a lane a warp needs {narrow} requests of "
        f"{sectors[0]} sectors, with four floats a lane {wide} request of {sectors[1]}. Below, the banks "
        f"that a warp's stores to A's transposed tile meet: without a pad {ways[0]} lanes meet in a bank, "
        f"with a pad of {PAD} floats each lane has its own.", 330)
    picture.text(LEFT, 22, f"a row of B's tile, {TILE} floats", "bold")
    for y, said, floats in ((58, f"one float a lane: {narrow} requests, {sectors[0]} sectors each", 1),
                            (118, f"four floats a lane: {wide} request, {sectors[1]} sectors", 4)):
        picture.text(LEFT, y - 8, said)
        draw_row(picture, y, floats)
    picture.text(LEFT, 160, "A stripe is a lane, a frame a sector of 32 bytes, a colour a request.", "dim")
    picture.text(LEFT, 196, "lanes that meet in a bank, for one element of A's quads", "bold")
    for y, pad in ((228, 0), (282, PAD)):
        met = banks(pad)
        said = f"rows of {TILE + pad} floats: {ways[pad]} lanes in a bank" if ways[pad] > 1 else \
            f"rows of {TILE} + {pad} floats: each lane has its own bank"
        picture.text(LEFT, y - 8, said)
        for bank, lanes in enumerate(met):
            role = "plain" if lanes == 0 else "c" if lanes == 1 else "bad"
            picture.box(LEFT + bank * BANK, y, BANK, BANK, role, 0)
            if lanes > 1:
                picture.text(LEFT + (bank + 0.5) * BANK, y + 11, str(lanes), "mid bad", 11)
    picture.text(LEFT, 318, f"A box is one of the {BANKS} banks.", "dim")
    return picture


if __name__ == "__main__":
    keep(draw)
