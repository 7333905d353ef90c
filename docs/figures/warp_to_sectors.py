"""Lab 02: the sectors that one request of a warp touches, with x along a row and with x down a column."""

from drawing import Picture, keep

LANES, BLOCK = 32, 16  # of a warp; threads of a block each way
SECTOR = 32 // 4  # floats
WIDTH_OF_MATRIX = 128
CELL, ROWS = 10, 16  # a cell is a float


def sectors(address):
    """The sectors of the floats that a warp's lanes read; its lanes are numbered along x."""
    return {address(lane % BLOCK, lane // BLOCK) // SECTOR for lane in range(LANES)}


# What lane (x, y) reads in the same iteration of the loop over p.
RIGHT = (("a[row * k + p]", lambda x, y: y * WIDTH_OF_MATRIX + 3),
         ("b[p * n + col]", lambda x, y: 3 * WIDTH_OF_MATRIX + x))
SWAPPED = (("a[row * k + p]", lambda x, y: x * WIDTH_OF_MATRIX + 3),
           ("b[p * n + col]", lambda x, y: 3 * WIDTH_OF_MATRIX + y))


def draw_request(picture, x, y, name, address, role, rows):
    read = {address(lane % BLOCK, lane // BLOCK) for lane in range(LANES)}
    moved = sectors(address)
    for row in range(rows):
        for sector in range(2):
            first = row * WIDTH_OF_MATRIX + sector * SECTOR
            for i in range(SECTOR):
                has = first + i in read
                role_of = f"{role}-solid" if has else role if first // SECTOR in moved else "plain"
                picture.box(x + (sector * SECTOR + i) * CELL, y + row * CELL, CELL, CELL, role_of, 0)
            picture.add("rect", "way ink", x=x + sector * SECTOR * CELL, y=y + row * CELL,
                        width=SECTOR * CELL, height=CELL)
    said = f"{len(moved)} sector" + "s" * (len(moved) > 1)
    picture.text(x, y - 8, name, f"mono {role}")
    picture.text(x, y + rows * CELL + 17, said, "bold")


def draw():
    rates = [sum(len(sectors(address)) for _, address in way) / len(way)
             for way in (RIGHT, SWAPPED)]
    picture = Picture(
        "From a warp to sectors",
        f"A warp of a {BLOCK} x {BLOCK} block loads an element of A and one of B for each lane. With "
        f"x along the columns of C it touches {rates[0]:g} sectors a request; with x along the rows "
        f"{rates[1]:g}, because A is read down a column.", 392)
    for at, (title, way, rows) in enumerate((("x is the column: coalesced", RIGHT, 4),
                                             ("x is the row: not coalesced", SWAPPED, ROWS))):
        y = 22 + at * 132
        picture.text(14, y, title, "bold")
        picture.text(466, y, f"{rates[at]:.1f} sectors a request", "end bold")
        for side, (name, address) in enumerate(way):
            draw_request(picture, 14 + side * 240, y + 42, name, address, "ab"[side],
                         rows if side == 0 or at == 0 else 4)
    x, y = 254, 274
    for role, said in (("b-solid", "a float that a lane needs"), ("b", "moved with it, unused"),
                       ("plain", "not touched")):
        picture.box(x, y, CELL, CELL, role, 0)
        picture.text(x + 18, y + 10, said)
        y += 21
    picture.text(x, y + 10, "A framed sector is 32 bytes,", "dim")
    picture.text(x, y + 27, f"{SECTOR} floats. A warp: two rows of", "dim")
    picture.text(x, y + 44, f"{BLOCK} threads, one load each.", "dim")
    return picture


if __name__ == "__main__":
    keep(draw)
