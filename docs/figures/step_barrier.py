"""Lab 00, step 10: what each of the two barriers of a loop waits for."""

from drawing import Picture, keep

STORE, READ = (30, 62, 44), (58, 30, 46)
X0, Y0, LANE = 78, 56, 32


def draw():
    picture = Picture(
        "Two barriers in a loop",
        "Three threads store to tile, wait at the first barrier until all have stored, read their neighbour's "
        "place, wait at the second barrier until all have read, and store again.", 232)
    picture.text(14, 22, "time", "dim")
    picture.arrow(48, 18, 130, 18)
    now = 0
    for what, lengths, role, mark in (("store", STORE, "b", "1"), ("read", READ, "c", "2"),
                                      ("store", STORE, "b", "1")):
        arrival = now + max(lengths) + 30
        for thread, length in enumerate(lengths):
            y, width = Y0 + thread * LANE, length + 30
            picture.box(X0 + now, y, width, 22, role, 2)
            picture.text(X0 + now + width / 2, y + 16, what, f"mid {role}", 12)
            if now + width < arrival:
                picture.box(X0 + now + width, y, arrival - now - width, 22, "idle", 2, True)
        picture.line(X0 + arrival, Y0 - 10, X0 + arrival, Y0 + 3 * LANE, "bad-line thick")
        picture.text(X0 + arrival, Y0 - 16, mark, "mid bold bad")
        now = arrival
    for thread in range(3):
        picture.text(14, Y0 + thread * LANE + 16, f"thread {thread}")
    y = Y0 + 3 * LANE + 28
    picture.text(14, y, "1", "bold bad")
    picture.text(34, y, "before reading: until all have stored")
    picture.text(14, y + 22, "2", "bold bad")
    picture.text(34, y + 22, "before storing again: until all have read")
    picture.box(14, y + 32, 13, 13, "idle", 0, True)
    picture.text(34, y + 43, "a thread waits")
    return picture


if __name__ == "__main__":
    keep(draw)
