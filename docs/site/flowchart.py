"""Draws the arrows of a Mermaid flowchart, "a --> b & c" in each line, as GitHub shows them: its own
program is large and comes from the network.
"""

import re

from drawing import MARGIN, TEXT, WIDTH, Picture, text_width

ROW, BOX, SWEEPS = 58, 26, 12


def arrows_of(text):
    """(from, to) of each arrow."""
    return [(start, end) for line in text.splitlines() if "-->" in line
            for start in re.split(r"\s*&\s*", line.partition("-->")[0].strip())
            for end in re.split(r"\s*&\s*", line.partition("-->")[2].strip())]


def rows_of(arrows):
    """The row of each box: below all that lead to it. A circle has none."""
    rows = {}
    while len(rows) < len({name for arrow in arrows for name in arrow}):
        ready = {name for arrow in arrows for name in arrow if name not in rows
                 and all(start in rows for start, end in arrows if end == name)}
        if not ready:
            raise LookupError("A flowchart's arrows go round in a circle")
        for name in ready:
            rows[name] = 1 + max((rows[start] for start, end in arrows if end == name), default=-1)
    return rows


def ways_of(arrows, rows):
    """Each arrow as the places it passes, one in each row: boxes, and points between them."""
    return [[start, *((start, end, row) for row in range(rows[start] + 1, rows[end])), end]
            for start, end in arrows]


def places_of(ways, rows):
    """(x, y) of each box and point: near what it is joined to, so that few ways cross."""
    levels = {}
    for way in ways:
        for i, place in enumerate(way):
            row = levels.setdefault(rows[way[0]] + i, [])
            if place not in row:
                row.append(place)
    x = {place: (i + 0.5) / len(row) for row in levels.values() for i, place in enumerate(row)}
    steps = [step for way in ways for step in zip(way, way[1:])]
    for sweep in range(SWEEPS):
        for level in sorted(levels, reverse=sweep % 2 == 1):
            near = {place: [x[a if b == place else b] for a, b in steps if place in (a, b)]
                    for place in levels[level]}
            levels[level].sort(key=lambda place: sum(near[place]) / len(near[place]))
            x.update({place: (i + 0.5) / len(levels[level]) for i, place in enumerate(levels[level])})
    return {place: (MARGIN + x[place] * (WIDTH - 2 * MARGIN), MARGIN + level * ROW + BOX / 2)
            for level, row in levels.items() for place in row}


def draw(text):
    arrows = arrows_of(text)
    rows = rows_of(arrows)
    ways = ways_of(arrows, rows)
    places = places_of(ways, rows)
    said = "; ".join(f"{start} to {end}" for start, end in arrows)
    picture = Picture("What leads to what", f"Arrows from {said}.", max(rows.values()) * ROW + BOX + 2 * MARGIN)
    for way in ways:
        points = [places[place] for place in way]
        (x1, y1), (x2, y2) = points[-2:]
        picture.path([(points[0][0], points[0][1] + BOX / 2), *points[1:-1]], "way plain-line")
        begin = y1 + BOX / 2 if len(points) == 2 else y1
        picture.arrow(x1, begin, x2, y2 - BOX / 2, "way plain-line")
    for name in rows:
        x, y = places[name]
        width = text_width(name, TEXT) + 14
        picture.box(x - width / 2, y - BOX / 2, width, BOX, "a", 5)
        picture.text(x, y + 4.5, name, "mid")
    return picture.svg(), f"What leads to what: {said}."
