"""A verdict as a terminal shows it: what the tool prints of a small wrong kernel, and its page.

verdict.txt holds what was printed, colours included; the picture is drawn from it. With the tool at hand
`python3 docs/figures/verdict.py build/grader/cli/gemmlab-cli` makes all of it anew: verdict.txt, verdict.svg, the page
docs/site/pages/verdict.html, and page.png, its picture, if Chromium is here.
"""

import hashlib
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

from drawing import ROOT, Picture, keep

HERE = Path(__file__).resolve().parent
COMMAND = "grade 03 --file docs/examples/03_no_second_barrier.cu"
COLUMNS = 62  # as few as the kernel's longest line needs: still readable on a telephone
SIZE, HEAD_SIZE, LINE, LEFT, TOP = 12, 10.8, 16.5, 14, 54
ADVANCE = 0.602  # of a letter, in the usual fonts
ROLES = {"": "", "1": "bold", "2": "dim", "32": "c", "1;31": "bold bad"}  # the tool's four inks
INK = re.compile(r"\x1b\[([\d;]*)m")
PRINTED, PAGE, SCREEN = HERE / "verdict.txt", ROOT / "docs/site/pages/verdict.html", HERE / "page.png"
HOW = "python3 docs/figures/verdict.py build/grader/cli/gemmlab-cli"
MACHINE = re.compile(r"<dt>(?:when|machine)</dt><dd>.*?</dd>")  # of whoever made it


# ---- what the tool says ----

def environment(state):
    return {**os.environ, "GEMMLAB_STATE": state, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}


def printed(cli):
    """What a terminal of COLUMNS columns gets in the end, without what is shown meanwhile."""
    with tempfile.TemporaryDirectory() as state:
        parent, child = os.openpty()
        process = subprocess.Popen(
            ["sh", "-c", f'stty cols {COLUMNS} rows 50; exec "$0" "$@"', cli, *COMMAND.split(), "--backend", "sim"],
            cwd=ROOT, env={name: value for name, value in environment(state).items()
                           if name not in ("NO_COLOR", "COLUMNS")},
            stdin=child, stdout=child, stderr=child, start_new_session=True)
        os.close(child)
        text = b""
        while some := read(parent):
            text += some
        process.wait()
        os.close(parent)
    lines = text.decode().replace("\r\n", "\n").split("\n")
    return "\n".join(line.rpartition("\x1b[K")[2] for line in lines)


def read(terminal):
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # its last program has gone
        return b""


def page(cli):
    """The same as a page, without the time and the machine."""
    with tempfile.TemporaryDirectory() as state:
        file = Path(state, "page.html")
        subprocess.run([cli, *COMMAND.split(), "--backend", "sim", "--html", file], cwd=ROOT, env=environment(state),
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        return MACHINE.sub("", file.read_text()).replace(str(file), "page.html")


def outdated(cli):
    """The files here that no longer show what the tool says."""
    made = {PRINTED: printed(cli), PAGE: page(cli)}
    stale = [file for file, text in made.items() if not file.exists() or file.read_text() != text]
    if PAGE.exists() and page_in(SCREEN) != digest(PAGE.read_bytes()):
        stale.append(SCREEN)
    return [file.relative_to(ROOT).as_posix() for file in stale]


# ---- the picture of the page: a PNG says in a chunk of text of which page it is one ----

def digest(content):
    return hashlib.sha256(content).hexdigest()


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def marked(png, page):
    """The picture without what programs add to one, and with the page's digest."""
    end = png.rindex(b"IEND") - 4
    return png[:end] + chunk(b"tEXt", b"page\0" + digest(page).encode()) + png[end:]


def page_in(file):
    found = re.search(rb"tEXtpage\0([0-9a-f]{64})", file.read_bytes()) if file.exists() else None
    return found[1].decode() if found else ""


CROPPED = "#top{display:none} main,main>*{margin-top:0!important;padding-top:8px!important;border-top:0!important}"


def take_picture(chromium):
    with tempfile.TemporaryDirectory() as folder:
        shot, shown = Path(folder, "page.png"), Path(folder, "page.html")
        shown.write_text(PAGE.read_text().replace("</head>", f"<style>{CROPPED}</style></head>", 1))
        subprocess.run([chromium, "--headless", "--no-sandbox", "--hide-scrollbars", f"--user-data-dir={folder}",
                        "--window-size=1200,885", f"--screenshot={shot}", shown.as_uri()],
                       check=True, capture_output=True)
        SCREEN.write_bytes(marked(shot.read_bytes(), PAGE.read_bytes()))


# ---- drawing ----

def runs(line):
    """(column, text, role) of each part of a line in one ink."""
    parts, role, at, column = [], "", 0, 0
    for mark in [*INK.finditer(line), None]:
        text = line[at:mark.start() if mark else len(line)]
        blank = len(text) - len(text.lstrip(" "))
        if text.strip():
            parts.append((column + blank, text.strip(" "), ROLES[role]))
        column += len(text)
        if mark:
            role, at = mark[1] if mark[1] != "0" else "", mark.end()
    return parts


def shortened(lines):
    """Without the list of other shapes, which is long and says nothing new."""
    first, last = (next(i for i, line in enumerate(lines) if line.lstrip().startswith(words))
                   for words in ("also failed:", "read next:"))
    return [*lines[:first], "    \x1b[2m...\x1b[0m", *lines[last:]]


def draw():
    lines = shortened(PRINTED.read_text().rstrip("\n").split("\n"))
    said = " ".join(" ".join(INK.sub("", line) for line in lines).split())
    cause = re.search(r"RACE (thread .*?phase\.)", said)[1]
    picture = Picture(
        "A verdict on a wrong kernel",
        f"A terminal after ./gemmlab {COMMAND}, lab 03 without its second barrier. The verdict is RACE, 0 of 80 "
        f"points, and it says: {cause} Below are lines 21 and 25 of the kernel, underlined.",
        TOP + len(lines) * LINE + 2)
    picture.box(4, 4, 472, picture.height - 8, round_=6)
    picture.box(4, 4, 472, 28, "idle", 6)
    put(picture, 22, f"$ ./gemmlab {COMMAND}", HEAD_SIZE)
    for row, line in enumerate(lines):
        put(picture, TOP + row * LINE, line, SIZE)
    return picture


def put(picture, y, line, size):
    """Whichever font a reader has, columns stay below each other."""
    for column, text, role in runs(line):
        picture.add("text", f"mono {role}".strip(), text, x=LEFT + column * ADVANCE * size, y=y,
                    style=f"font-size:{size}px;white-space:pre", textLength=len(text) * ADVANCE * size,
                    lengthAdjust="spacingAndGlyphs")


def main():
    if len(sys.argv) > 1:
        cli = Path(sys.argv[1]).resolve()
        PRINTED.write_text(printed(cli))
        PAGE.write_text(page(cli))
        chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
        take_picture(chromium) if chromium else print("docs/figures/page.png stays: there is no Chromium here")
    keep(draw)


if __name__ == "__main__":
    main()
