"""Lab 04: tiles that hang over the edges, and the four cases of a thread of C."""

from drawing import Picture, keep

M, N, K, TILE = 6, 7, 6, 4
CELL = 15


def whole(extent):
    return -(-extent // TILE) * TILE


# For a thread of C: has it a row, has it a column?
CASES = {(True, True): ("c", "an element of C: it stores its sum"),
         (True, False): ("a", "no column: it loads A for others, stores nothing"),
         (False, True): ("b", "no row: it loads B for others, stores nothing"),
         (False, False): ("bad", "neither: it copies zeros, reaches the barriers")}


def draw():
    counts = {case: sum((row < M, column < N) == case
                        for row in range(whole(M)) for column in range(whole(N))) for case in CASES}
    picture = Picture(
        "Tiles that hang over the edge",
        f"C is {M} x {N}, k is {K}, and tiles are {TILE} wide. The last tiles of A and B hang over the "
        "edge: zeros are put there. Of the threads of C some have no row, some no column, some "
        "neither: they store nothing, but load for others and reach the barriers.", 416)
    ax, cx = 30, 30 + whole(K) * CELL + 44
    by, cy = 34, 34 + whole(K) * CELL + 44

    def matrix(x, y, rows, columns, name, role_of):
        picture.cells(x, y, whole(rows), whole(columns), CELL, role_of)
        for row in range(0, whole(rows), TILE):
            for column in range(0, whole(columns), TILE):
                picture.add("rect", "way ink thick", x=x + column * CELL, y=y + row * CELL,
                            width=TILE * CELL, height=TILE * CELL)
        picture.text(x, y - 8, name, "bold")

    matrix(ax, cy, M, K, f"A, {M} x {K}", lambda r, c: "a" if r < M and c < K else "idle")
    matrix(cx, by, K, N, f"B, {K} x {N}", lambda r, c: "b" if r < K and c < N else "idle")
    matrix(cx, cy, M, N, f"C, {M} x {N}", lambda r, c: CASES[r < M, c < N][0])
    for x, y, rows, columns in ((ax, cy, M, K), (cx, by, K, N)):
        for row in range(whole(rows)):
            for column in range(whole(columns)):
                if row >= rows or column >= columns:
                    picture.text(x + (column + 0.5) * CELL, y + (row + 0.5) * CELL + 4, "0", "mid", 11)
    side = cx + whole(N) * CELL + 14
    picture.text(side, by + 12, f"{whole(K) // TILE} phases =", "bold")
    picture.text(side, by + 30, f"ceil({K}/{TILE})", "bold")
    picture.text(side, by + 56, "0: put into the")
    picture.text(side, by + 74, "tile where there")
    picture.text(side, by + 92, "is no element")
    picture.text(side, cy + 12, f"{whole(M) // TILE} x {whole(N) // TILE} blocks", "bold")
    y = cy + whole(M) * CELL + 26
    for case, (role, said) in CASES.items():
        picture.box(14, y - 11, 13, 13, role, 0)
        picture.text(34, y, f"{counts[case]} threads: {said}")
        y += 21
    return picture


if __name__ == "__main__":
    keep(draw)
