"""What all figures share: a picture to add shapes to, its colours in light and dark, how it is kept.

A figure is a script with a function draw() that returns a Picture; `python3 docs/figures/NAME.py`
writes NAME.svg beside it. Units are those of the viewBox: 480 wide, so that text of 13 is still
readable on a telephone.
"""

import sys
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WIDTH, MARGIN, TEXT = 480, 14, 13

# What each role is drawn with, on paper and on a dark screen: (area, line and text). Distinguishable
# with every kind of colour vision, as their lightness or their hatching differs too.
LIGHT = {"a": ("#cfe4f9", "#0a58a6"), "b": ("#ffe2bd", "#9a4a00"), "c": ("#cdeedd", "#0b6a47"),
         "bad": ("#f3c4d8", "#a1124b"), "idle": ("#eceff2", "#59636e"),
         "plain": ("#ffffff", "#59636e"), "edge": ("#ffffff", "#a9b2bc")}
DARK = {"a": ("#123f6e", "#8cc3ff"), "b": ("#5c3a0c", "#ffc27a"), "c": ("#0d4a36", "#6fe0b1"),
        "bad": ("#63183b", "#ff9dc0"), "idle": ("#2a313a", "#a3aeba"),
        "plain": ("#161b22", "#a3aeba"), "edge": ("#161b22", "#56606c")}
GROUND = {"light": ("#ffffff", "#1b1f24"), "dark": ("#161b22", "#e6edf3")}  # and ink on it


def rules(roles, ground):
    """An area's edge is quieter where the area itself says nothing."""
    back, ink = ground
    lines = [f".ground{{fill:{back}}}", f"text{{fill:{ink}}}", f".ink{{stroke:{ink}}}",
             f".tip{{fill:{ink}}}", f".dim{{fill:{roles['plain'][1]}}}",
             f".grid{{stroke:{roles['idle'][0]}}}"]
    for role, (area, line) in roles.items():
        edge = roles["edge"][1] if role in ("plain", "idle") else line
        lines += [f".{role}{{fill:{area};stroke:{edge};stroke-width:.8}}", f".{role}-solid{{fill:{line};stroke:{line}}}",
                  f".{role}-line{{stroke:{line}}}", f"text.{role}{{fill:{line};stroke:none}}",
                  f"text.on-{role}{{fill:{back}}}"]
    return "".join(lines)


# No custom properties: what prints a figure may not know them.
STYLE = (
    "text{font:13px system-ui,-apple-system,'Segoe UI','Liberation Sans',Arial,sans-serif}"
    ".mono{font-family:ui-monospace,Menlo,Consolas,'Liberation Mono','DejaVu Sans Mono',monospace}"
    ".bold{font-weight:600}.end{text-anchor:end}.mid{text-anchor:middle}"
    ".ink,.grid,.way{fill:none}.thick{stroke-width:2.5}.dashed{stroke-dasharray:5 4}"
    + rules(LIGHT, GROUND["light"])
    + "@media(prefers-color-scheme:dark){" + rules(DARK, GROUND["dark"]) + "}")

HATCH = ('<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" '
         'patternTransform="rotate(45)"><rect width="6" height="6" class="idle" stroke="none"/>'
         '<path d="M0 0V6" class="idle-line" stroke-opacity=".45"/></pattern>')


def number(value):
    return f"{round(value, 2):g}"


def text_width(text, size=TEXT, mono=False):
    """Rather too much than too little, whichever font a reader has."""
    if mono:
        return 0.61 * size * len(text)
    narrow, slim, wide = set("ijl.,:;'|! "), set("tfr()[]/"), set("mMW%@w")
    return size * sum(0.33 if c in narrow else 0.42 if c in slim else 0.95 if c in wide
                      else 0.7 if c.isupper() else 0.62 for c in text)


class Picture:
    """Everything is drawn over what was drawn before. Roles and other classes: see above."""

    def __init__(self, title, description, height):
        self.title, self.description, self.height = title, description, height
        self.parts = []

    def add(self, tag, classes="", text=None, **attributes):
        words = "".join(f' {name.rstrip("_").replace("_", "-")}="'
                        f'{number(value) if isinstance(value, (int, float)) else escape(value)}"'
                        for name, value in attributes.items())
        words = (f' class="{classes}"' if classes else "") + words
        self.parts.append(f"<{tag}{words}/>" if text is None
                          else f"<{tag}{words}>{escape(text, quote=False)}</{tag}>")

    def box(self, x, y, width, height, role="plain", round_=2, hatched=False):
        self.add("rect", role, x=x, y=y, width=width, height=height, rx=round_)
        if hatched:
            self.add("rect", x=x, y=y, width=width, height=height, rx=round_, fill="url(#hatch)")

    def text(self, x, y, text, classes="", size=TEXT):
        """y is the base line."""
        style = {} if size == TEXT else {"style": f"font-size:{number(size)}px"}
        self.add("text", classes, text, x=x, y=y, **style)

    def line(self, x1, y1, x2, y2, classes="ink"):
        self.add("path", classes, d=f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}")

    def path(self, points, classes="ink"):
        self.add("path", classes, d="M" + "L".join(f"{number(x)} {number(y)}" for x, y in points))

    def arrow(self, x1, y1, x2, y2, classes="ink"):
        """Its tip has the colour of the ink."""
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        bx, by = x2 - 7 * ux, y2 - 7 * uy
        self.line(x1, y1, bx, by, classes)
        self.add("path", "tip", d=f"M{number(x2)} {number(y2)}L{number(bx - 3.5 * uy)} "
                                  f"{number(by + 3.5 * ux)}L{number(bx + 3.5 * uy)} "
                                  f"{number(by - 3.5 * ux)}z")

    def cells(self, x, y, rows, columns, size, role_of=lambda row, column: "plain", height=None):
        """A matrix of cells; role_of may say "hatched"."""
        for row in range(rows):
            for column in range(columns):
                role = role_of(row, column)
                hatched = role == "hatched"
                self.box(x + column * size, y + row * (height or size), size, height or size,
                         "idle" if hatched else role, 0, hatched)

    def dimension(self, x1, y1, x2, y2, label, classes=""):
        """A measured length, horizontal or vertical, with its name beside it."""
        self.line(x1, y1, x2, y2, "plain-line way")
        tick = (0, 4) if y1 == y2 else (4, 0)
        for x, y in ((x1, y1), (x2, y2)):
            self.line(x - tick[0], y - tick[1], x + tick[0], y + tick[1], "plain-line way")
        if y1 == y2:
            self.text((x1 + x2) / 2, y1 - 6, label, f"mid {classes}".strip())
        else:
            self.text(x1 - 7, (y1 + y2) / 2 + 4, label, f"end {classes}".strip())

    def svg(self):
        scale = 1.25  # shown at 600 pixels where there is room
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height}" '
                f'width="{number(WIDTH * scale)}" height="{number(self.height * scale)}" role="img" '
                'aria-labelledby="title desc">\n'
                f'<title id="title">{escape(self.title)}</title>\n'
                f'<desc id="desc">{escape(self.description)}</desc>\n'
                f"<style>{STYLE}</style>\n<defs>{HATCH}</defs>\n"
                f'<rect class="ground" width="{WIDTH}" height="{self.height}" rx="6"/>\n'
                + "\n".join(self.parts) + "\n</svg>\n")


def keep(draw):
    """Called by each script as its program."""
    Path(sys.argv[0]).with_suffix(".svg").write_text(draw().svg())
