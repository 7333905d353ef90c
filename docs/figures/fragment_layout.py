"""Lab 10: which lane holds which element of a fragment of A, and the banks of its load."""

from collections import Counter

from drawing import Picture, keep
from tables import constant, kernel_file

KERNEL = kernel_file("10_tensor_cores")
ROWS, COLUMNS, BANKS = 16, 8, 32
CELL_WIDTH, CELL = 24, 17
LEFT, TOP = 88, 44


def lane_of(row, column):
    """As the GPU has it for 4-byte elements: eight rows and four columns at a time."""
    return row % 8 * 4 + column % 4


def is_first(row, column):
    """Whether it is of a lane's first element, which one instruction loads."""
    return row < 8 and column < 4


def banks(pitch):
    return [(row * pitch + column) % BANKS for row in range(ROWS) for column in range(COLUMNS)
            if is_first(row, column)]


def draw_fragment(picture):
    def role(row, column):
        return "a" if is_first(row, column) else "plain"
    picture.cells(LEFT, TOP, ROWS, COLUMNS, CELL_WIDTH, role, CELL)
    for row in range(ROWS):
        for column in range(COLUMNS):
            picture.text(LEFT + (column + 0.5) * CELL_WIDTH, TOP + row * CELL + 13, str(lane_of(row, column)),
                         "mid a" if is_first(row, column) else "mid dim", 11)
    picture.text(LEFT - 8, TOP + 13, "row 0", "end dim")
    picture.text(LEFT - 8, TOP + (ROWS - 1) * CELL + 13, f"row {ROWS - 1}", "end dim")
    notes = ("Each lane holds four", "elements: x[0] to x[3].", "One instruction loads", "x[0] of all lanes.")
    for i, note in enumerate(notes):
        picture.text(LEFT + COLUMNS * CELL_WIDTH + 16, TOP + 13 + 19 * i, note)


def draw_banks(picture, y, pitch, label):
    """A box for each bank, with how many of the 32 elements lie in it."""
    uses = Counter(banks(pitch))
    size = 14
    picture.text(14, y, label)
    for bank in range(BANKS):
        count = uses[bank]
        role = "idle" if count == 0 else "c" if count == 1 else "bad"
        picture.box(14 + bank * size, y + 8, size, 18, role, 0)
        if count > 0:
            picture.text(14 + (bank + 0.5) * size, y + 21, str(count), f"mid {role}", 11)
    return max(uses.values())


def draw():
    depth, pad = constant(KERNEL, "kDepth"), constant(KERNEL, "kPadA")
    without, padded = (max(Counter(banks(pitch)).values()) for pitch in (depth, depth + pad))
    picture = Picture(
        "A fragment's layout",
        f"The {ROWS} x {COLUMNS} elements of a fragment of A, each with the lane that holds it: lane 4 r + c has "
        "row r and column c of the upper left quarter, and the same place of the other three. The 32 elements of "
        f"that quarter are loaded at once. With rows of {depth} floats up to {without} of them lie in one bank; with "
        f"rows of {depth + pad} floats, {padded}.", 452)
    picture.text(14, 24, "a fragment of A: each element's lane", "bold")
    draw_fragment(picture)
    y = TOP + ROWS * CELL + 30
    draw_banks(picture, y, depth, f"Rows of {depth} floats: elements in each of the {BANKS} banks, {without} at most")
    draw_banks(picture, y + 58, depth + pad, f"Rows of {depth + pad} floats, a pad of {pad}: {padded} in each")
    return picture


if __name__ == "__main__":
    keep(draw)
