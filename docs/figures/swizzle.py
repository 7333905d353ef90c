"""The study tensor-cores, step 6: pieces of 16 bytes in rows of 128, as they are and exchanged."""

from drawing import Picture, keep

ROWS, PIECES, CELL, TOP = 8, 8, 24, 70
SHOWN = 2  # the column of pieces that eight lanes read at once


def piece_at(row, place, swizzled):
    return place ^ row if swizzled else place


def places(swizzled):
    """Where the shown column's pieces are: a place is four banks."""
    return [next(place for place in range(PIECES) if piece_at(row, place, swizzled) == SHOWN)
            for row in range(ROWS)]


def draw_rows(picture, left, swizzled, label):
    picture.text(left, 24, label, "bold")
    wavefronts = max(places(swizzled).count(place) for place in range(PIECES))
    role = "bad" if wavefronts > 1 else "c"
    picture.text(left, 44, f"{wavefronts} wavefronts" if wavefronts > 1 else "1 wavefront", "dim")
    picture.cells(left, TOP, ROWS, PIECES, CELL,
                  lambda row, place: role if piece_at(row, place, swizzled) == SHOWN else "plain")
    for row in range(ROWS):
        for place in range(PIECES):
            piece = piece_at(row, place, swizzled)
            picture.text(left + (place + 0.5) * CELL, TOP + row * CELL + 16, str(piece),
                         f"mid {role}" if piece == SHOWN else "mid dim", 11)
    picture.text(left, TOP - 6, "banks 0-3", "dim", 11)
    picture.text(left + PIECES * CELL, TOP - 6, "28-31", "end dim", 11)


def draw():
    before, after = ([places(swizzled).count(place) for place in range(PIECES)] for swizzled in (False, True))
    picture = Picture(
        "A swizzle",
        f"Eight rows of eight pieces of 16 bytes in shared memory. ldmatrix reads piece {SHOWN} of all rows. As they "
        f"are, {max(before)} of them lie in the same four banks. With piece p of row r at place p xor r, {max(after)} "
        "lies in each four banks.", 306)
    draw_rows(picture, 14, False, "pieces in order")
    draw_rows(picture, 262, True, "piece p of row r at p xor r")
    picture.text(14, 286, "A line is a row of 128 bytes, a number a piece of 16 bytes.", "dim")
    return picture


if __name__ == "__main__":
    keep(draw)
