"""Lab 01: how many new cache lines the innermost loop touches, in two orders of the loops."""

from drawing import Picture, keep

FLOATS = 64 // 4  # in a line of 64 bytes
ROWS = 6  # of the matrices that are shown; each row is one line
CELL = 12


def new_lines(elements):
    """How many lines are entered per step, if a walk visits these (row, column) for ever."""
    lines = [(row, column // FLOATS) for row, column in elements]
    return sum(1 for i, line in enumerate(lines) if i == 0 or line != lines[i - 1]) / len(lines)


ALONG_A_ROW = [(1, column) for column in range(FLOATS)]
DOWN_A_COLUMN = [(row, 3) for row in range(ROWS)]
ORDERS = [("i-j-k: the innermost loop runs over p", "a", ALONG_A_ROW, "b", DOWN_A_COLUMN),
          ("i-k-j: the innermost loop runs over col", "b", ALONG_A_ROW, "c", ALONG_A_ROW)]


def draw():
    picture = Picture(
        "Loop order and cache lines",
        "Two orders of three loops. In the order i-j-k the innermost loop walks along a row of A and "
        "down a column of B: each step down enters a new cache line. In the order i-k-j it walks "
        "along a row of B and a row of C, and enters a new line only every 16 steps.", 346)
    rates = []
    for at, (name, first, first_walk, second, second_walk) in enumerate(ORDERS):
        y = 26 + at * 142
        picture.text(14, y, name, "bold")
        for side, (matrix, walk) in enumerate(((first, first_walk), (second, second_walk))):
            x, top = 14 + side * (FLOATS * CELL + 62), y + 28
            touched = {row for row, _ in walk}
            picture.cells(x, top, ROWS, FLOATS, CELL, lambda row, column: (
                f"{matrix}-solid" if (row, column) in walk else matrix if row in touched
                else "plain"))
            for row in range(ROWS):  # a line is one thing
                picture.add("rect", "way ink", x=x, y=top + row * CELL, width=FLOATS * CELL,
                            height=CELL)
            share = new_lines(walk)
            said = f"1/{round(1 / share)} of a line" if share < 1 else "1 line"
            picture.text(x, top - 7, f"{matrix.upper()}: {said} a step", matrix)
        picture.text(14 + FLOATS * CELL + 31, y + 28 + ROWS * CELL / 2 + 5, "and", "mid dim")
        rates.append(new_lines(first_walk) + new_lines(second_walk))
        picture.text(14, y + 28 + ROWS * CELL + 19,
                     f"{rates[-1]:.3g} new lines for each multiplication")
    picture.text(14, 312, f"{rates[0] / rates[1]:.2g} times fewer lines", "bold")
    picture.text(14, 334, f"A row of cells is one cache line: 64 bytes, {FLOATS} floats.", "dim")
    return picture


if __name__ == "__main__":
    keep(draw)
