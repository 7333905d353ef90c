"""Lab 00, step 3: more threads than elements, and what the others must not do."""

from drawing import Picture, keep
from threads import LEFT, SIZE, blocks, down, row

BLOCKS, THREADS, N = 4, 4, 14


def draw():
    count = BLOCKS * THREADS
    picture = Picture(
        "The guard",
        f"{BLOCKS} blocks of {THREADS} threads run over an array of {N} elements. The last {count - N} "
        "threads have no element: the guard lets them do nothing, else they write behind the array.", 200)
    row(picture, 40, "i", range(count), lambda t: "plain" if t < N else "hatched")
    blocks(picture, 40, BLOCKS, THREADS)
    row(picture, 106, "out", ["2x"] * N, lambda t: "c")
    for t in range(N):
        down(picture, t, 40, t, 106, "plain-line way")
    end = LEFT + N * SIZE
    picture.line(end, 34, end, 138, "bad-line thick dashed")
    picture.text(end + 4, 124, "not yours", "bad", 12)
    picture.text(14, 164, f"i < {N}: store.", "c bold")
    picture.box(14, 176, 13, 13, "idle", 0, True)
    picture.text(34, 187, f"i = {N} and {N + 1}: the guard is false, they do nothing")
    return picture


if __name__ == "__main__":
    keep(draw)
