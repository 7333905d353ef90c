"""Lab 03: the banks that one shared load of a warp reads: broadcast, no conflict, conflict, pad."""

from collections import defaultdict

from drawing import Picture, keep

BANKS = LANES = 32
CELL = 13
P = 5  # of the loop over p

# What lane tx reads; a row of the tile has 32 floats, padded it has 33.
READS = (("a_tile[ty][p]", "the same float", lambda tx: P),
         ("b_tile[p][tx]", "neighbours", lambda tx: P * 32 + tx),
         ("s[tx][p]", "a column of s[32][32]", lambda tx: tx * 32 + P),
         ("s[tx][p]", "a column of s[32][33]", lambda tx: tx * 33 + P))


def words_by_bank(address):
    words = defaultdict(set)
    for lane in range(LANES):
        words[address(lane) % BANKS].add(address(lane))
    return words


def wavefronts(address):
    """A bank serves one word a clock, to all lanes that want it."""
    return max(map(len, words_by_bank(address).values()))


def draw():
    names = ("broadcast", "no conflict", "conflict", "padded")
    picture = Picture(
        "Banks of shared memory",
        "Four loads of a warp. One float for all lanes is a broadcast, one wavefront. 32 neighbours are "
        "in 32 banks, one wavefront. A column of a tile with rows of 32 floats is in a single bank, "
        f"{wavefronts(READS[2][2])} wavefronts. With rows of 33 floats the column is spread over all banks "
        "again.", 392)
    x0 = 32
    for at, ((code, what, address), name) in enumerate(zip(READS, names)):
        y = 24 + at * 90
        count = wavefronts(address)
        role = "bad" if count > 1 else "c"
        picture.text(14, y, code, "mono")
        picture.text(132, y, what, "dim")
        picture.text(466, y, f"{name}: {count} wavefront" + "s" * (count > 1), f"end bold {role}")
        words = words_by_bank(address)
        for bank in range(BANKS):
            used = len(words.get(bank, ()))
            picture.box(x0 + bank * CELL, y + 12, CELL, 26,
                        "plain" if not used else f"{role}-solid" if used > 1 else role, 0)
        picture.text(x0, y + 53, "bank 0", "dim")
        picture.text(x0 + BANKS * CELL, y + 53, f"bank {BANKS - 1}", "end dim")
        if len(words) == 1:
            (bank, used), = words.items()
            picture.box(x0 + (bank + 1) * CELL + 3, y + 14, 178, 22, "plain", 2)
            where = "1 word" if len(used) == 1 else f"{len(used)} words"
            picture.text(x0 + (bank + 1) * CELL + 10, y + 30, f"all {LANES} lanes, {where}", "bold")
        else:
            first = address(0) % BANKS
            picture.text(x0 + (first + 0.5) * CELL, y + 30, "0", "mid")
            picture.text(x0 + 16 * CELL, y + 53, f"lane 0 in bank {first}, one lane a bank", "mid dim")
    picture.text(14, 380, "A bank serves one word of 4 bytes a clock, to all lanes that want it.")
    return picture


if __name__ == "__main__":
    keep(draw)
