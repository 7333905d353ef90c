"""The study tensor-cores, step 5: which elements of A a lane holds, and which it takes from the tile."""

from drawing import Picture, keep

ROWS, COLUMNS, CELL, TOP = 8, 8, 24, 70
SHOWN = 1 * 4 + 2  # the lane in row 1 with t = 2


def lane_by_manual(row, column):
    """Of m16n8k8 in TF32, upper half: columns t and t + 4."""
    return row * 4 + column % 4


def lane_of_neighbours(row, column):
    """Columns 2t and 2t + 1 of the tile are columns t and t + 4 of the instruction."""
    return row * 4 + column // 2


def draw_rows(picture, left, lane_of, label):
    picture.text(left, 24, label, "bold")
    picture.cells(left, TOP, ROWS, COLUMNS, CELL,
                  lambda row, column: "a" if lane_of(row, column) == SHOWN else "plain")
    for column in range(COLUMNS):
        picture.text(left + (column + 0.5) * CELL, TOP - 6, str(column), "mid dim", 11)
    for row in range(ROWS):
        for column in range(COLUMNS):
            lane = lane_of(row, column)
            picture.text(left + (column + 0.5) * CELL, TOP + row * CELL + 16, str(lane),
                         "mid a" if lane == SHOWN else "mid dim", 11)


def draw():
    by_manual = [c for c in range(COLUMNS) if lane_by_manual(1, c) == SHOWN]
    neighbours = [c for c in range(COLUMNS) if lane_of_neighbours(1, c) == SHOWN]
    picture = Picture(
        "Lanes of an operand of mma.sync",
        f"The upper 8 x 8 elements of A's fragment, each with its lane. By the manual, lane {SHOWN} holds columns "
        f"{by_manual[0]} and {by_manual[1]} of its row, with two loads of 4 bytes. If the tile's columns are taken in "
        f"another order, it holds columns {neighbours[0]} and {neighbours[1]}, with one load of 8 bytes.", 306)
    draw_rows(picture, 14, lane_by_manual, "the instruction's columns")
    draw_rows(picture, 262, lane_of_neighbours, "the tile's columns, permuted")
    picture.text(14, 44, "two loads of 4 bytes", "dim")
    picture.text(262, 44, "one load of 8 bytes", "dim")
    picture.text(14, 286, f"Numbers are lanes; lane {SHOWN} is marked. B's rows: the same order.", "dim")
    return picture


if __name__ == "__main__":
    keep(draw)
