"""How a class's points, dates and speeds are distributed."""

from collections.abc import Sequence
from itertools import pairwise

from course.tables.markup import Markup, element
from course.tables.words import Student, number
from course.text import counted

WIDE, HIGH, FOOT, TOP = 68, 120, 20, 16  # of a bar, below it and above it
DAY = 24 * 60 * 60  # seconds
# Where the bars begin.
PERCENTS = (0, 10, 20, 30, 40, 50, 60, 70, 80, 90)
DAYS = (-30, -7, -3, -1, 0, 1, 2, 3, 7)
SPEEDS = (0, 0.5, 0.75, 1, 1.25, 1.5, 2, 4, 8)


def histogram(what: str, values: Sequence[float], noun: str, begins: Sequence[float]) -> str:
    """A bar for each range that begins with a number of `begins`, the first also for what is below;
    empty if there are no values.
    """
    if not values:
        return ""
    names = [f"{number(low)} to {number(high)}" for low, high in pairwise(begins)]
    names = [f"below {number(begins[1])}", *names[1:], f"from {number(begins[-1])}"]
    counts = [0] * len(begins)
    for value in values:
        counts[max(sum(each <= value for each in begins), 1) - 1] += 1
    shapes: list[Markup] = []
    for at, (name, count) in enumerate(zip(names, counts)):
        height = HIGH * count / max(counts)
        title = element("title", f"{name}: {counted(count, noun)}")
        y, width, middle = TOP + HIGH - height, WIDE - 4, at * WIDE + WIDE / 2
        shapes += [
            element("rect", title, class_="bars", x=at * WIDE + 2, y=number(y), width=width,
                    height=number(height)),
            element("text", count or "", class_="n", x=middle, y=number(y - 4)),
            element("text", name, class_="n dim", x=middle, y=TOP + HIGH + 14),
        ]  # fmt: skip
    width, height = WIDE * len(begins), TOP + HIGH + FOOT
    picture = element(
        "svg", *shapes, viewBox=f"0 0 {width} {height}", width=width, height=height, role="img",
        aria_label=f"number of {noun}s by {what}",
    )  # fmt: skip
    title = element("h3", f"{noun}s by {what}")
    return title + element("div", picture, class_="scroll", tabindex="0")


def distributions(students: Sequence[Student]) -> Markup:
    labs = [lab for student in students for lab in student["labs"]]
    percents = [each["percent"] for each in students if each["percent"] is not None]
    days = [
        (lab["submitted"] - lab["due"]) / DAY
        for lab in labs
        if lab["due"] is not None and lab["submitted"] is not None
    ]
    speeds = [lab["speed"] for lab in labs if lab["speed"]]
    return Markup(
        histogram("percent of what was graded", percents, "student", PERCENTS)
        + histogram("days after the due date", days, "lab", DAYS)
        + histogram("speed over the required kernel", speeds, "lab", SPEEDS)
    )
