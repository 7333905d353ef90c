"""Lab 00, step 9: an array of the grid, and one of each block."""

from drawing import Picture, keep
from threads import SIZE, LEFT, blocks, center, row

BLOCKS, THREADS = 2, 4


def draw():
    count = BLOCKS * THREADS
    picture = Picture(
        "A shared array",
        f"Two blocks of {THREADS} threads each have an array tile of {THREADS} places. Thread t of a block "
        f"stores its element of in at tile[t]; then it reads places t and t + 1, of which another thread has "
        "stored one.", 232)
    row(picture, 34, "in", range(count), lambda i: "a")
    blocks(picture, 34, BLOCKS, THREADS)
    gap = 84
    for block in range(BLOCKS):
        left = LEFT + block * (THREADS * SIZE + gap)
        row(picture, 112, "tile" if block == 0 else "", range(THREADS),
            lambda i: "b", left)
        picture.text(left + THREADS * SIZE + 6, 129, f"of block {block}", "dim", 12)
        for t in range(THREADS):
            picture.arrow(center(block * THREADS + t), 60, center(t, left), 110)
        if block == 1:
            x = center(1, left)
            picture.box(x - 12, 178, 24, 24, "c", 0)
            picture.text(x, 195, "t=1", "mid c", 11)
            picture.arrow(center(1, left), 138, x - 2, 176)
            picture.arrow(center(2, left), 138, x + 5, 176)
    picture.text(14, 194, "tile[t] + tile[t + 1]:", "mono")
    picture.text(14, 220, "each block sees only its own tile", "dim")
    return picture


if __name__ == "__main__":
    keep(draw)
