"""Lab 08: what a block does in time, with one stage and with two."""

from drawing import Picture, keep

PHASES = 4
COPY, MULTIPLY = 30, 66  # the lengths of a phase's two parts: only their order matters
LEFT, HEIGHT = 74, 24


def one_stage():
    """(begin, length, row, phase) of each part: copies in row 0, products in row 1."""
    at, parts = 0, []
    for phase in range(PHASES):
        parts += [(at, COPY, 0, phase), (at + COPY, MULTIPLY, 1, phase)]
        at += COPY + MULTIPLY
    return parts


def two_stages():
    parts, at = [(0, COPY, 0, 0)], COPY
    for phase in range(PHASES):
        if phase + 1 < PHASES:
            parts.append((at, COPY, 0, phase + 1))
        parts.append((at, MULTIPLY, 1, phase))
        at += MULTIPLY
    return parts


def end_of(parts):
    return max(begin + length for begin, length, _, _ in parts)


def draw_time(picture, y, parts, stages):
    for row, name in enumerate(("copy", "multiply")):
        picture.text(14, y + row * (HEIGHT + 6) + 17, name)
    for begin, length, row, phase in parts:
        role = ("a" if phase % stages == 0 else "b") + ("" if row == 0 else "-solid")
        top = y + row * (HEIGHT + 6)
        picture.box(LEFT + begin, top, length, HEIGHT, role, 0)
        ink = f"mid on-{role[0]}" if row else f"mid {role}"
        picture.text(LEFT + begin + length / 2, top + 17, str(phase), ink)
    ends = sorted({begin + length for begin, length, row, _ in parts if row == 1 or stages == 1})
    ends += [] if stages == 1 else [COPY]
    for end in ends:
        picture.line(LEFT + end, y - 4, LEFT + end, y + 2 * HEIGHT + 12, "ink dashed")


def draw():
    one, two = one_stage(), two_stages()
    picture = Picture(
        "Two stages in time",
        f"With one stage a block copies and multiplies in turns, with two barriers a phase. With two "
        f"stages the tiles of phase 1 are copied while those of phase 0 are multiplied, with one barrier "
        f"a phase: {PHASES} phases take {end_of(two)} units of time instead of {end_of(one)}.", 262)
    picture.text(14, 24, "one stage: two barriers a phase", "bold")
    draw_time(picture, 42, one, 1)
    picture.text(14, 140, "two stages: one barrier a phase", "bold")
    draw_time(picture, 158, two, 2)
    picture.text(14, 246, "A number is a phase, a colour a stage, a dashed line a barrier.", "dim")
    return picture


if __name__ == "__main__":
    keep(draw)
