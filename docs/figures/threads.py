"""What the figures of lab 00 share: rows of threads and of elements, one above the other."""

SIZE = 24  # of a thread, of an element
LEFT = 78


def row(picture, y, name, values, role_of=lambda i: "plain", left=LEFT, size=SIZE):
    """Cells with their values, and a name before them; role_of(i) may be "hatched"."""
    if name:
        picture.text(left - 10, y + size / 2 + 5, name, "end mono")
    for i, value in enumerate(values):
        role = role_of(i)
        picture.box(left + i * size, y, size, size, "idle" if role == "hatched" else role, 0,
                    role == "hatched")
        if value != "":
            picture.text(left + (i + 0.5) * size, y + size / 2 + 4.5, str(value),
                         "mid" if role in ("plain", "hatched", "idle") else f"mid {role}", 12)


def blocks(picture, y, count, threads, left=LEFT, size=SIZE, height=SIZE, named=True):
    """A frame around the threads of each block."""
    for block in range(count):
        x = left + block * threads * size
        picture.add("rect", "way ink thick", x=x, y=y, width=threads * size, height=height)
        if named:
            picture.text(x + threads * size / 2, y - 8, f"block {block}", "mid dim", 12)


def center(i, left=LEFT, size=SIZE):
    return left + (i + 0.5) * size


def down(picture, i, y1, j, y2, classes="ink"):
    """From cell i above to cell j below."""
    picture.arrow(center(i), y1 + SIZE + 1, center(j), y2 - 1, classes)
