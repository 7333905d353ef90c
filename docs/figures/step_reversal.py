"""Lab 00, step 11: stored in one order, read in another."""

from drawing import Picture, keep
from threads import LEFT, SIZE, down, row

THREADS = 8


def draw():
    picture = Picture(
        "A reversal in a block",
        f"{THREADS} threads store their elements to tile from left to right, wait at a barrier, and read them "
        f"from right to left: thread 0 takes place {THREADS - 1}, thread {THREADS - 1} takes place 0.", 236)
    row(picture, 20, "in", "abcdefgh", lambda i: "a")
    row(picture, 78, "tile", "abcdefgh", lambda i: "b")
    row(picture, 186, "out", "hgfedcba", lambda i: "c")
    for t in range(THREADS):
        down(picture, t, 20, t, 78)
        down(picture, t, 78, THREADS - 1 - t, 186, "ink" if t in (0, THREADS - 1) else "plain-line way")
    end = LEFT + THREADS * SIZE
    picture.line(LEFT - 8, 116, end + 8, 116, "bad-line thick")
    picture.text(end + 14, 120, "__syncthreads()", "bad mono", 12)
    picture.text(end + 14, 66, "tile[t] = ...", "mono", 12)
    picture.text(end + 14, 168, "... = tile[last - t]", "mono", 12)
    return picture


if __name__ == "__main__":
    keep(draw)
