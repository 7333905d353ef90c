"""Lab 00, step 4: rows and columns of a matrix, and where its elements lie in memory."""

from drawing import Picture, keep
from threads import SIZE

ROWS, COLS = 3, 5
SHOWN = (1, 2)  # row, column
ROLES = ("a", "b", "c")


def draw():
    row, col = SHOWN
    at = row * COLS + col
    picture = Picture(
        "A matrix in memory",
        f"A matrix has {ROWS} rows and {COLS} columns. In memory its rows lie one behind the other, so that "
        f"row {row}, column {col} is element {row} times {COLS} plus {col}, which is {at}.", 236)
    x0, y0 = 150, 44
    picture.text(x0, y0 - 20, "x: columns", "dim")
    picture.arrow(x0 + 72, y0 - 24, x0 + 112, y0 - 24)
    picture.text(88, y0 + 18, "y: rows", "dim")
    picture.arrow(108, y0 + 26, 108, y0 + 64)
    for i in range(ROWS * COLS):
        role = ROLES[i // COLS] + ("-solid" if i == at else "")
        place = x0 + i % COLS * SIZE, y0 + i // COLS * SIZE
        memory = 60 + i * SIZE, 158
        for x, y in (place, memory):
            picture.box(x, y, SIZE, SIZE, role, 0)
        picture.text(memory[0] + SIZE / 2, memory[1] + SIZE + 16, str(i), "mid dim", 11)
    picture.text(x0 + COLS * SIZE + 12, y0 + SIZE * (row + 0.7), f"row {row}, column {col}", "bold")
    picture.text(14, 150, "memory", "dim")
    picture.arrow(x0 + (col + 0.5) * SIZE, y0 + (row + 1) * SIZE, 60 + (at + 0.5) * SIZE, 156)
    picture.text(14, 224, f"row * cols + col = {row} * {COLS} + {col} = {at}", "mono")
    return picture


if __name__ == "__main__":
    keep(draw)
