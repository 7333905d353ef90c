"""The study toward-cublas: eight tiles for six places, whole, with k split, and in even pieces."""

from drawing import Picture, keep

PLACES, TILES, DEPTH = 6, 8, 6  # places for blocks, tiles of C, depth tiles of each
PART = 0.4  # what a part costs to begin and to end, in depth tiles
X0, LANE, SCALE = 70, 13, 25
ROLES = ("a", "b", "c", "plain")


def in_turns(works):
    """(place, tile, begin, end) if each work, (tile, depth tiles), goes to the place that is free first."""
    free, runs = [0] * PLACES, []
    for tile, length in works:
        place = free.index(min(free))
        runs.append((place, tile, free[place], free[place] + length + PART))
        free[place] += length + PART
    return runs


def whole():
    return in_turns([(tile, DEPTH) for tile in range(TILES)])


def split(parts):
    return in_turns([(tile, DEPTH // parts) for tile in range(TILES) for _ in range(parts)])


def even():
    """Each place takes an equal run of all depth tiles, in their order."""
    share, runs = TILES * DEPTH // PLACES, []
    for place in range(PLACES):
        at, now = place * share, 0
        while at < (place + 1) * share:
            tile = at // DEPTH
            until = min((place + 1) * share, (tile + 1) * DEPTH)
            runs.append((place, tile, now, now + until - at + PART))
            now += until - at + PART
            at = until
    return runs


def draw():
    picture = Picture(
        "Eight tiles for six places",
        "Whole tiles take two waves, and in the second one four of six places are idle. If k is split in "
        "three, the parts fill the places better. Even pieces are equally long for all places, but "
        "most tiles have two or three of them, which must be added.", 412)
    y = 20
    for name, runs, say in (
            ("whole tiles", whole(), "each block computes a tile of C"),
            ("split k", split(3), "three blocks share a tile, each a third of k"),
            ("even pieces", even(), "six blocks share all depth tiles")):
        end = max(run[3] for run in runs)
        picture.text(14, y, name, "bold")
        picture.text(112, y, say, "dim")
        y += 10
        for place in range(PLACES):
            top = y + place * LANE
            last = max(run[3] for run in runs if run[0] == place)
            picture.box(X0, top, last * SCALE, LANE - 2, "idle", 1)
            if last < end:
                picture.box(X0 + last * SCALE, top, (end - last) * SCALE, LANE - 2, "idle", 1, True)
        for place, tile, begin, until in runs:
            picture.box(X0 + begin * SCALE, y + place * LANE, (until - begin - PART) * SCALE, LANE - 2,
                        ROLES[tile % len(ROLES)], 1)
        picture.text(14, y + 3 * LANE + 4, "places", "dim")
        picture.text(X0 + end * SCALE, y + PLACES * LANE + 13, f"time {end:.1f}", "end")
        y += PLACES * LANE + 42
    picture.box(14, y - 14, 13, 11, "idle", 1)
    picture.text(34, y - 4, "to begin and to end a part")
    picture.box(240, y - 14, 13, 11, "idle", 1, True)
    picture.text(260, y - 4, "nothing left to do")
    return picture


if __name__ == "__main__":
    keep(draw)
