"""Lab 09: the tiles of C for a GPU's places, and k cut into pieces whose sums are added to one tile."""

from drawing import Picture, keep
from tables import constant, device

KERNEL = "solutions/09_split_k/kernel.cu"
TILE, AT_ONCE = constant(KERNEL, "kTile"), constant(KERNEL, "kBlocksAtOnce")
N = 1024
SMS = device("h100")["sms"]
TILES = (N // TILE) ** 2
PIECES = AT_ONCE * SMS // TILES
CELL, PER_ROW = 13, 33  # a box is a place for a block


def draw_places(picture, y, blocks):
    for place in range(AT_ONCE * SMS):
        role = "c" if place < blocks else "idle"
        picture.box(14 + place % PER_ROW * CELL, y + place // PER_ROW * CELL, CELL, CELL, role, 0)


def draw():
    places = AT_ONCE * SMS
    picture = Picture(
        "Pieces of k",
        f"At {N} x {N} C has {TILES} tiles of {TILE} x {TILE}, and an H100 has places for {places} "
        f"blocks: {places - TILES} stay empty. With k cut into {PIECES} pieces there are "
        f"{PIECES * TILES} blocks. Each multiplies a piece of A's rows with a piece of B's columns, and "
        "adds its sums to the tile of C.", 474)
    rows = (places + PER_ROW - 1) // PER_ROW * CELL
    for y, blocks, said in ((44, TILES, f"one block a tile: {TILES} of {places} places"),
                            (44 + rows + 44, PIECES * TILES,
                             f"{PIECES} blocks a tile: {PIECES * TILES} of {places} places")):
        picture.text(14, y - 10, said, "bold")
        draw_places(picture, y, blocks)
    y = 44 + 2 * (rows + 44) + 4
    picture.text(14, y, f"one tile of C, k in {PIECES} pieces", "bold")
    top, length, thick = y + 30, 200, 34
    piece = length / PIECES
    for i in range(PIECES):
        picture.box(14 + i * piece, top, piece, thick, "a" if i % 2 == 0 else "a-solid", 0)
        picture.text(14 + (i + 0.5) * piece, top + thick + 16, f"{i}", "mid")
    picture.text(14, top - 6, "rows of A", "a")
    for i in range(PIECES):
        picture.box(236, top + i * 18, thick * 2, 18, "b" if i % 2 == 0 else "b-solid", 0)
        picture.text(236 + thick * 2 + 12, top + i * 18 + 14, f"{i}")
    picture.text(236, top - 6, "columns of B", "b")
    picture.box(360, top + 2, 68, 68, "c", 0)
    picture.text(394, top + 40, "+=", "mid mono")
    picture.text(360, top - 6, "tile of C", "c")
    picture.arrow(326, top + 36, 354, top + 36)
    picture.text(14, top + 92, "Block i multiplies the pieces i, and adds its sums to the tile.", "dim")
    return picture


if __name__ == "__main__":
    keep(draw)
