"""Lab 00, step 5: a few threads go through an array with a stride."""

from drawing import Picture, keep
from threads import center, row

THREADS, N, SHOWN = 4, 14, 1


def draw():
    own = list(range(SHOWN, N, THREADS))
    picture = Picture(
        "Threads with a stride",
        f"{THREADS} threads go through an array of {N} elements. Thread {SHOWN} takes the elements "
        f"{', '.join(map(str, own))}: from one to the next are as many places as there are threads.", 176)
    row(picture, 34, "thread", range(THREADS), lambda t: "c" if t == SHOWN else "plain")
    row(picture, 100, "element", range(N), lambda i: "c" if i in own else "plain")
    picture.arrow(center(SHOWN), 60, center(SHOWN), 98)
    for i in own[:-1]:
        x1, x2 = center(i), center(i + THREADS)
        picture.path([(x1, 126), (x1, 136), (x2, 136)])
        picture.arrow(x2, 137, x2, 126)
    picture.text(14, 162, f"i = {SHOWN}, then i += {THREADS} while i < {N}", "mono")
    picture.text(240, 50, "the other threads: the white ones", "dim", 12)
    return picture


if __name__ == "__main__":
    keep(draw)
