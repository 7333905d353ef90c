"""Lab 00, step 6: the number of blocks, rounded down and rounded up."""

from drawing import Picture, keep
from threads import LEFT, SIZE, blocks, row

THREADS, N = 4, 14


def draw():
    few, enough = N // THREADS, (N + THREADS - 1) // THREADS
    picture = Picture(
        "How many blocks",
        f"There are {N} elements, and blocks of {THREADS} threads. {N} divided by {THREADS} is {few} in "
        f"integers, and leaves {N - few * THREADS} elements without a thread. Rounded up there are {enough} "
        "blocks, and the guard stops the threads that are too many.", 226)
    row(picture, 26, "element", range(N), lambda i: "c" if i < few * THREADS else "bad")
    row(picture, 82, "", [""] * (few * THREADS))
    blocks(picture, 82, few, THREADS)
    picture.text(LEFT + few * THREADS * SIZE + 8, 99, "never stored", "bad")
    picture.text(14, 128, f"{N} / {THREADS} = {few} blocks", "mono")
    row(picture, 166, "", [""] * (enough * THREADS), lambda i: "plain" if i < N else "hatched")
    blocks(picture, 166, enough, THREADS)
    picture.text(14, 212, f"({N} + {THREADS - 1}) / {THREADS} = {enough} blocks", "mono")
    return picture


if __name__ == "__main__":
    keep(draw)
