"""Lab 02: a grid of blocks covers C, and the threads outside of C do nothing."""

from drawing import Picture, keep

ROWS, COLUMNS, BLOCK = 6, 10, 4  # of C, and threads of a block each way
CELL = 23
BLOCKS_Y, BLOCKS_X = -(-ROWS // BLOCK), -(-COLUMNS // BLOCK)
THREADS = BLOCKS_Y * BLOCKS_X * BLOCK * BLOCK
SHOWN = (1, 1, 2, 1)  # a thread: its block's x and y, its own x and y


def draw():
    idle = THREADS - ROWS * COLUMNS
    picture = Picture(
        "A grid of blocks over C",
        f"C has {ROWS} rows and {COLUMNS} columns. {BLOCKS_X} x {BLOCKS_Y} blocks of {BLOCK} x {BLOCK} "
        f"threads cover it. {idle} of {THREADS} threads are right of or below C and have no element: "
        "the guard keeps them from reading and storing.", 330)
    x0, y0 = 84, 52
    picture.cells(x0, y0, BLOCKS_Y * BLOCK, BLOCKS_X * BLOCK, CELL,
                  lambda row, column: "c" if row < ROWS and column < COLUMNS else "hatched")
    for y in range(BLOCKS_Y):
        for x in range(BLOCKS_X):
            left, top = x0 + x * BLOCK * CELL, y0 + y * BLOCK * CELL
            picture.add("rect", "way ink thick", x=left, y=top, width=BLOCK * CELL,
                        height=BLOCK * CELL)
            picture.text(left + 5, top + 17, f"({x},{y})", "bold")
    bx, by, tx, ty = SHOWN
    row, column = by * BLOCK + ty, bx * BLOCK + tx
    picture.box(x0 + column * CELL, y0 + row * CELL, CELL, CELL, "c-solid", 0)
    picture.text(x0, y0 - 22, "x: columns", "dim")
    picture.arrow(x0 + 72, y0 - 26, x0 + 112, y0 - 26)
    picture.text(14, y0 + 14, "y: rows", "dim")
    picture.arrow(34, y0 + 22, 34, y0 + 62)
    picture.text(14, y0 + ROWS * CELL + 4, f"m = {ROWS}", "bold")
    picture.line(x0 - 8, y0 + ROWS * CELL, x0 + BLOCKS_X * BLOCK * CELL, y0 + ROWS * CELL,
                 "bad-line thick dashed")
    picture.line(x0 + COLUMNS * CELL, y0 - 4, x0 + COLUMNS * CELL, y0 + BLOCKS_Y * BLOCK * CELL,
                 "bad-line thick dashed")
    picture.text(x0 + COLUMNS * CELL, y0 - 22, f"n = {COLUMNS}", "bold mid")
    picture.arrow(x0 + COLUMNS * CELL, y0 - 17, x0 + COLUMNS * CELL, y0 - 6)
    below = y0 + BLOCKS_Y * BLOCK * CELL
    picture.box(14, below + 19, 13, 13, "c-solid", 0)
    picture.text(34, below + 30, f"ty = {ty}, tx = {tx} in block ({bx},{by}): row = {by}·{BLOCK} + {ty}"
                                 f" = {row}, col = {bx}·{BLOCK} + {tx} = {column}")
    picture.box(14, below + 43, 13, 13, "idle", 0, True)
    picture.text(34, below + 54, f"{idle} of {THREADS} threads: row >= m or col >= n, "
                                 "they do nothing")
    picture.box(14, below + 67, 13, 13, "plain", 0)
    picture.add("rect", "way ink thick", x=14, y=below + 67, width=13, height=13)
    picture.text(34, below + 78, "a block, named (blockIdx.x, blockIdx.y)")
    return picture


if __name__ == "__main__":
    keep(draw)
