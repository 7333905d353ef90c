"""Lab 06: the block's tile of C, the elements of one thread in it, and the outer product."""

from drawing import Picture, keep
from tables import constant

KERNEL = "solutions/06_register_tiling/kernel.cu"
ROWS, COLUMNS = constant(KERNEL, "kTileRows"), constant(KERNEL, "kTileCols")
THREAD_ROWS, THREAD_COLUMNS = constant(KERNEL, "kThreadRows"), constant(KERNEL, "kThreadCols")
DEPTH = constant(KERNEL, "kTileDepth")
STEP_Y, STEP_X = ROWS // THREAD_ROWS, COLUMNS // THREAD_COLUMNS  # between a thread's elements
TY, TX = 3, 5  # the thread


def draw():
    loads, products = THREAD_ROWS + THREAD_COLUMNS, THREAD_ROWS * THREAD_COLUMNS
    picture = Picture(
        "Block tile, thread tile, outer product",
        f"A block computes {ROWS} x {COLUMNS} elements of C with {STEP_Y} x {STEP_X} threads. The "
        f"{THREAD_ROWS} x {THREAD_COLUMNS} elements of a thread are {STEP_Y} rows and {STEP_X} columns "
        f"apart. For each p the thread reads {THREAD_ROWS} elements of A and {THREAD_COLUMNS} of B, and "
        f"multiplies each with each: {loads} loads for {products} multiply-adds.", 368)
    x0, y0, scale = 34, 62, 1.42
    side_x, side_y = COLUMNS * scale, ROWS * scale
    picture.text(14, 20, "block: the tile of C", "bold")
    picture.box(x0, y0, side_x, side_y, "plain", 0)
    for i in range(THREAD_ROWS):
        for j in range(THREAD_COLUMNS):
            picture.box(x0 + j * STEP_X * scale, y0 + i * STEP_Y * scale, STEP_X * scale,
                        STEP_Y * scale, "idle", 0)
            picture.box(x0 + (j * STEP_X + TX) * scale, y0 + (i * STEP_Y + TY) * scale, 4, 4,
                        "c-solid", 0)
    picture.dimension(x0, y0 - 8, x0 + side_x, y0 - 8, f"{COLUMNS} columns")
    picture.text(x0, y0 + side_y + 20, f"{STEP_Y} x {STEP_X} = {STEP_Y * STEP_X} threads")
    picture.box(x0, y0 + side_y + 30, 10, 10, "c-solid", 0)
    picture.text(x0 + 16, y0 + side_y + 39, f"those of thread ty = {TY}, tx = {TX}")
    cell = 21
    x1, y1 = 294, 92
    picture.text(x1 - 30, 20, "thread: its sums, for each p", "bold")
    for j in range(THREAD_COLUMNS):
        picture.box(x1 + j * cell, y1 - cell - 7, cell, cell, "b", 2)
        picture.text(x1 + (j + 0.5) * cell, y1 - 12, f"b{j}", "mid b", 12)
    for i in range(THREAD_ROWS):
        picture.box(x1 - cell - 7, y1 + i * cell, cell, cell, "a", 2)
        picture.text(x1 - cell / 2 - 7, y1 + (i + 0.65) * cell, f"a{i}", "mid a", 12)
    picture.cells(x1, y1, THREAD_ROWS, THREAD_COLUMNS, cell,
                  lambda i, j: "c-solid" if (i, j) == (2, 3) else "c")
    picture.arrow(x1 - 6, y1 + 2.5 * cell, x1 + 3 * cell - 1, y1 + 2.5 * cell)
    picture.arrow(x1 + 3.5 * cell, y1 - 6, x1 + 3.5 * cell, y1 + 2 * cell - 1)
    picture.text(x1 - 30, 44, "b_frag: part of B's row p", "b")
    picture.text(x1 - 30, y1 + side_label_y(cell), "a_frag: part of A's column p", "a")
    picture.text(x1 - 30, y1 + side_label_y(cell) + 22, "sums[2][3] += a2 · b3", "mono c")
    picture.text(x1 - 30, y1 + side_label_y(cell) + 44, f"{loads} loads, {products} FMA: "
                                                        f"{loads / products:g} each", "bold")
    picture.text(14, 354, f"Tiles of {ROWS} x {DEPTH} of A and {DEPTH} x {COLUMNS} of B are in shared "
                          "memory.", "dim")
    return picture


def side_label_y(cell):
    return THREAD_ROWS * cell + 20


if __name__ == "__main__":
    keep(draw)
