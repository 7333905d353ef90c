"""Lab 00, step 12: a sum by halves."""

from drawing import Picture, keep
from threads import LEFT, SIZE, down, row

NUMBERS = [3, 1, 4, 1, 5, 9, 2, 6]


def draw():
    picture = Picture(
        "A sum in a block",
        f"{len(NUMBERS)} numbers are added in three turns. In each turn the threads of the first half add the "
        f"number that lies half further on; at the end place 0 holds the sum, {sum(NUMBERS)}.", 262)
    sums, half, y = list(NUMBERS), len(NUMBERS), 20
    row(picture, y, "sums", sums, lambda i: "a")
    while half > 1:
        half //= 2
        for t in range(half):
            down(picture, t, y, t, y + 64)
            down(picture, t + half, y, t, y + 64)
        sums = [sums[t] + sums[t + half] for t in range(half)]
        y += 64
        row(picture, y, "", sums, lambda i: "c")
        picture.text(LEFT + 8 * SIZE + 14, y - 16, f"half = {half}", "mono", 12)
        picture.text(LEFT + 8 * SIZE + 14, y, f"t < {half} add", "dim", 12)
    picture.text(14, y + 46, f"out[block] = sums[0] = {sums[0]}", "mono")
    return picture


if __name__ == "__main__":
    keep(draw)
