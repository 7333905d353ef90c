"""Lab 05: the outputs of one thread, and what it loads for them."""

from drawing import Picture, keep

TILE, OUTPUTS = 8, 4  # the lab's tile has 32 rows and its threads 8 outputs
STEP = TILE // OUTPUTS
TY, TX = 0, 2
CELL = 19


def draw():
    loads = 1 + OUTPUTS
    picture = Picture(
        "Several outputs of one thread",
        f"A tile of C, {TILE} wide. A thread computes {OUTPUTS} elements of one column, {STEP} rows "
        f"apart. For each p it reads one element of B and {OUTPUTS} of A: {loads} loads for {OUTPUTS} "
        f"multiply-adds, where one output at a time would need {2 * OUTPUTS}.", 322)
    mine = [TY + o * STEP for o in range(OUTPUTS)]
    ax, cx = 40, 40 + TILE * CELL + 56
    by, cy = 34, 34 + 56
    p = 5
    picture.text(ax, cy - 10, "A's tile", "bold")
    picture.cells(ax, cy, TILE, TILE, CELL,
                  lambda row, column: "a-solid" if row in mine and column == p else "plain")
    picture.text(cx - 12, by + 15, "row p of B's tile", "bold end")
    picture.cells(cx, by, 1, TILE, CELL, lambda _, column: "b-solid" if column == TX else "plain")
    picture.cells(cx, cy, TILE, TILE, CELL,
                  lambda row, column: "c-solid" if row in mine and column == TX else "plain")
    picture.text(cx + TILE * CELL + 10, cy + TILE * CELL - 4, "C's tile", "bold")
    for o, row in enumerate(mine):
        y = cy + (row + 0.5) * CELL
        picture.arrow(ax + (p + 1) * CELL + 2, y, cx + TX * CELL - 1, y)
        picture.text(cx + TILE * CELL + 10, y + 5, f"sums[{o}]", "mono c")
    x = cx + (TX + 0.5) * CELL
    picture.arrow(x, by + CELL + 1, x, cy - 1)
    picture.text(ax + (p + 0.5) * CELL, cy + TILE * CELL + 17, "p", "mid a")
    y = cy + TILE * CELL + 40
    picture.text(14, y, f"1 load of B and {OUTPUTS} of A for {OUTPUTS} multiply-adds: "
                        f"{loads / OUTPUTS:g} each", "bold")
    picture.text(14, y + 20, f"One output a thread needs 2 each. 8 outputs need {1 + 1 / 8:g}.", "dim")
    return picture


if __name__ == "__main__":
    keep(draw)
