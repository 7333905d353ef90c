"""Lab 03: the phases of a block, and the elements that one thread copies and uses."""

from drawing import Picture, keep

TILE, TILES = 4, 3  # the tile's width, and how many of them k has
CELL = 15
TY, TX = 2, 1  # the thread
PHASE = 1  # the one that is shown in detail


def draw():
    picture = Picture(
        "The phases of the tiled kernel",
        f"A block computes a {TILE} x {TILE} tile of C in {TILES} phases. In each it multiplies the "
        f"next tile of A with the next tile of B. In phase {PHASE} thread ty = {TY}, tx = {TX} copies "
        f"one element of each tile, and then uses row {TY} of A's tile and column {TX} of B's.", 386)
    side = TILE * CELL
    ax, cx = 44, 44 + TILES * (side + 6) + 40
    by, cy = 40, 40 + TILES * (side + 6) + 30

    def role_in(matrix, phase):
        def role(row, column):
            if phase != PHASE:
                return "plain"
            if (row, column) == (TY, TX):
                return f"{matrix}-solid"
            is_used = row == TY if matrix == "a" else column == TX
            return matrix if is_used else "plain"
        return role

    for phase in range(TILES):
        x, y = ax + phase * (side + 6), by + phase * (side + 6)
        picture.cells(x, cy, TILE, TILE, CELL, role_in("a", phase))
        picture.cells(cx, y, TILE, TILE, CELL, role_in("b", phase))
        edge = "way ink" + " thick" * (phase == PHASE)
        picture.add("rect", edge, x=x, y=cy, width=side, height=side)
        picture.add("rect", edge, x=cx, y=y, width=side, height=side)
        picture.text(x + side / 2, cy + side + 18, f"phase {phase}",
                     "mid bold" if phase == PHASE else "mid dim")
        picture.text(cx + side + 8, y + side / 2 + 5, f"phase {phase}",
                     "bold" if phase == PHASE else "dim")
    picture.cells(cx, cy, TILE, TILE, CELL,
                  lambda row, column: "c-solid" if (row, column) == (TY, TX) else "c")
    picture.add("rect", "way ink thick", x=cx, y=cy, width=side, height=side)
    picture.text(ax - 22, cy + side / 2 + 5, "A", "bold")
    picture.text(cx + side / 2, by - 12, "B", "bold mid")
    picture.text(cx + side + 8, cy + side / 2 + 5, "C's tile", "bold")
    picture.box(14, by - 11, 13, 13, "a-solid", 0)
    picture.box(30, by - 11, 13, 13, "b-solid", 0)
    picture.text(50, by, f"ty = {TY}, tx = {TX}: copies 1 of each")
    picture.box(14, by + 13, 13, 13, "a", 0)
    picture.box(30, by + 13, 13, 13, "b", 0)
    picture.text(50, by + 24, f"and uses T = {TILE} of each")
    loads, tiled = 2 * TILE * TILES, 2 * TILES
    picture.text(14, by + 60, "global loads of a thread:")
    picture.text(14, by + 78, f"{loads} without tiles, {tiled} with tiles")
    picture.text(14, by + 96, f"= T = {loads // tiled} times fewer", "bold")
    picture.text(14, cy + side + 50, "Each phase: copy, barrier, multiply and add, barrier. "
                                     "The sums stay.", "dim")
    return picture


if __name__ == "__main__":
    keep(draw)
