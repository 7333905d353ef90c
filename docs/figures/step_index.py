"""Lab 00, step 2: a thread's element, from its block's number and its own."""

from drawing import Picture, keep
from threads import blocks, down, row

BLOCKS, THREADS = 4, 4
SHOWN = (1, 2)  # block, thread


def draw():
    block, thread = SHOWN
    i = block * THREADS + thread
    picture = Picture(
        "The index of a thread",
        f"{BLOCKS} blocks of {THREADS} threads run over an array of {BLOCKS * THREADS} elements. Thread "
        f"{thread} of block {block} has element {block} times {THREADS} plus {thread}, which is {i}.", 196)
    count = BLOCKS * THREADS
    row(picture, 40, "thread", [t % THREADS for t in range(count)],
        lambda t: "c" if t == i else "plain")
    blocks(picture, 40, BLOCKS, THREADS)
    row(picture, 106, "element", range(count), lambda t: "c" if t == i else "plain")
    for t in range(count):
        down(picture, t, 40, t, 106, "ink" if t == i else "plain-line way")
    picture.text(14, 160, "i = blockIdx.x * blockDim.x + threadIdx.x", "mono")
    picture.text(14, 182, f"  = {block} * {THREADS} + {thread} = {i}", "mono")
    return picture


if __name__ == "__main__":
    keep(draw)
