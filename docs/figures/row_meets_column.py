"""Lab 01: which elements one element of C depends on."""

from drawing import Picture, keep

M, N, K = 6, 8, 5
ROW, COL = 3, 5  # of the element of C
CELL = 20


def draw():
    picture = Picture(
        "A row of A meets a column of B",
        f"C has m = {M} rows and n = {N} columns. Its element in row {ROW} and column {COL} is the sum "
        f"of k = {K} products: row {ROW} of A, times column {COL} of B.", 336)
    ax, cx = 66, 66 + K * CELL + 46
    by, cy = 38, 38 + K * CELL + 46
    picture.cells(ax, cy, M, K, CELL, lambda row, _: "a" if row == ROW else "plain")
    picture.cells(cx, by, K, N, CELL, lambda _, column: "b" if column == COL else "plain")
    picture.cells(cx, cy, M, N, CELL,
                  lambda row, column: "c-solid" if (row, column) == (ROW, COL) else "plain")
    middle_y, middle_x = cy + (ROW + 0.5) * CELL, cx + (COL + 0.5) * CELL
    picture.arrow(ax + K * CELL + 2, middle_y, cx + COL * CELL - 1, middle_y)
    picture.arrow(middle_x, by + K * CELL + 2, middle_x, cy + ROW * CELL - 1)
    for p in range(K):  # products in the order in which they are added
        picture.text(ax + (p + 0.5) * CELL, middle_y + 5, str(p), "mid a")
        picture.text(middle_x, by + (p + 0.5) * CELL + 5, str(p), "mid b")
    for name, x, y in (("A", ax, cy), ("B", cx, by)):
        picture.text(x, y - 7, name, "bold")
    picture.text(cx + N * CELL + 10, cy + M * CELL - 4, "C", "bold")
    picture.dimension(ax - 10, cy, ax - 10, cy + M * CELL, "m")
    picture.dimension(cx - 10, by, cx - 10, by + K * CELL, "k")
    picture.dimension(ax, cy + M * CELL + 24, ax + K * CELL, cy + M * CELL + 24, "k")
    picture.dimension(cx, cy + M * CELL + 24, cx + N * CELL, cy + M * CELL + 24, "n")
    x = cx + N * CELL + 10
    picture.text(x, middle_y + 5, f"row {ROW}", "dim")
    picture.text(middle_x, by - 8, f"col {COL}", "mid dim")
    picture.text(14, by + 12, "one sum,")
    picture.text(14, by + 30, f"k = {K} products,")
    picture.text(14, by + 48, f"2k = {2 * K} FLOP")
    picture.text(14, by + 74, f"all of C: 2·m·n·k")
    picture.text(14, by + 92, f"= {2 * M * N * K} FLOP")
    return picture


if __name__ == "__main__":
    keep(draw)
