"""The study tensor-cores, steps 8 and 9: who waits for whom at the barriers of a ring of stages."""

from drawing import Picture, keep

STAGES, TILES = 2, 4
COPY, MULTIPLY = 44, 78  # lengths: only their order matters
LEFT, HEIGHT, TOP, GAP = 96, 24, 44, 58
COPIES, GROUPS = 0, (1, 2)


def schedule():
    """(begin, end) of each tile's copies, and of its products by each group."""
    copies, products = [], {group: [] for group in GROUPS}
    for tile in range(TILES):
        copied = copies[-1][1] if copies else 0
        if tile >= STAGES:  # the stage must be empty
            copied = max(copied, *(products[group][tile - STAGES][1] for group in GROUPS))
        copies.append((copied, copied + COPY))
        for i, group in enumerate(GROUPS):
            done = products[group][-1][1] if products[group] else 0
            begin = max(done, copies[tile][1] + 16 * i)  # one is a little later
            products[group].append((begin, begin + MULTIPLY))
    return copies, products


def draw_row(picture, row, name, parts, suffix):
    y = TOP + row * GAP
    picture.text(14, y + 17, name)
    for tile, (begin, end) in enumerate(parts):
        role = "ab"[tile % STAGES]
        picture.box(LEFT + begin, y, end - begin, HEIGHT, role + suffix, 0)
        picture.text(LEFT + (begin + end) / 2, y + 17, str(tile), f"mid on-{role}" if suffix else f"mid {role}")


def draw():
    copies, products = schedule()
    waits = sum(copies[tile][0] > copies[tile - 1][1] for tile in range(1, TILES))
    picture = Picture(
        "Full and empty",
        f"A producer copies {TILES} tiles into {STAGES} stages; two warpgroups multiply each. They wait until a stage "
        f"is full. The producer waits, here {waits} times, until both have left a stage empty.", 278)
    picture.text(14, 24, f"one producer, two consumers, {STAGES} stages", "bold")
    draw_row(picture, COPIES, "copies", copies, "")
    for group in GROUPS:
        draw_row(picture, group, f"warpgroup {group}", products[group], "-solid")
        for tile in range(TILES):
            begin = products[group][tile][0]
            if group == 1:  # full: from the end of the copies to the first products
                picture.arrow(LEFT + copies[tile][1], TOP + HEIGHT, LEFT + begin + 2, TOP + GAP - 1)
    for tile in range(STAGES, TILES):
        last = max(GROUPS, key=lambda group: products[group][tile - STAGES][1])
        end = products[last][tile - STAGES][1]
        picture.arrow(LEFT + end, TOP + last * GAP, LEFT + copies[tile][0] + 2, TOP + HEIGHT + 2, "ink dashed")
    for i, note in enumerate(("A number is a tile, a colour a stage.", "Arrow down: full, so products may begin.",
                              "Dashed arrow up: empty, so copies may begin.")):
        picture.text(14, 228 + 18 * i, note, "dim")
    return picture


if __name__ == "__main__":
    keep(draw)
