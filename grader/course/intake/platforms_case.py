"""What tests share that grade a class as a platform gives it: the generator, and the command.

Each hands in a skeleton with a comment of their own: that needs no compiler, and shows whose file
was taken.
"""

import hashlib
import io
import os
import shutil
import sys
import unicodedata
import unittest
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "grader" / "cli")]
from cli_case import LABS, skeleton, tool  # noqa: E402, F401

needs_sandbox = unittest.skipIf(
    os.geteuid() != 0 or not shutil.which("bwrap"), "needs root and bubblewrap"
)

NAMES = [
    "Ada Lovelace",
    "Łukasz Żak",
    "李 小龙",
    "عمر خيام",
    "Zoë Ångström",
    "Seán O'Brien",
    "Ana María de la Cruz",
    "Jürgen Groß",
    "Nguyễn Thị Hoa",
    "Иван Петров",
]
PLACES = [
    "kernel.cu",
    "02_Naive_Kernel/kernel.cu",
    "02_naive_kernel (1)/kernel (2).cu",
    "Lab2/kernel-3.cu",
    "a/b/lab 2/kernel.cu",
    "lab02.cu",
    "work/02 - naive kernel/KERNEL.CU",
    "deep/er/kernel - Copy.cu",
    "labs/02_naive_kernel/kernel.cu",
    "src/naive-kernel.cu",
]


def text_of(who):
    return f"{skeleton('02')}// by {who}\n"


def archive(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for path, text in files.items():
            packed.writestr(path, text)
    return out.getvalue()


class Class:
    """The folder: `write` adds to it, `expected` says who handed in which text."""

    def __init__(self, folder):
        self.folder, self.expected, self.refused = folder, {}, {}

    def write(self, path, content):
        path = self.folder / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())

    def add(self, student, path, content=None, counts=True):
        text = text_of(path)
        self.write(path, text if content is None else content(text))
        if counts:
            self.expected[student] = text

    def fill(self):
        for i in range(10):
            place, name = PLACES[i], NAMES[i]
            self.add(f"plain{i}", f"plain{i}/{place}")
            moodle = unicodedata.normalize("NFD" if i % 2 else "NFC", f"{name} M")
            self.add(f"{name} M", f"{moodle}_{10000 + i}_assignsubmission_file_/{place}")
            self.write(
                f"{moodle}_{10000 + i}_assignsubmission_onlinetext_/onlinetext.html", "<p><br></p>"
            )
            late = "LATE_" if i % 3 == 0 else ""
            self.add(f"canvas{i}", f"canvas{i}_{late}{4700 + i}_{90 + i}_kernel.cu", counts=False)
            self.add(f"canvas{i}", f"canvas{i}_{late}{4700 + i}_{190 + i}_kernel-{i + 1}.cu")
            board = f"Lab 2_board{i}_attempt_2026-01-3"
            self.add(f"board{i}", f"{board}0-22-15-00_kernel.cu", counts=False)
            self.add(f"board{i}", f"{board}1-09-00-00_kernel.cu")
            self.write(f"{board}1-09-00-00.txt", f"Name: Board {i} (board{i})")
            for day, counts in ((2, False), (3, True)):
                folder = f"{1234 + i}-6789 - {name} B - Feb {day}, 2026 1015 PM"
                self.add(
                    f"{name} B",
                    f"{folder}/work.zip",
                    counts=counts,
                    content=lambda text, place=place: archive({place: text}),
                )
            self.add(f"octo-cat{i}", f"lab02-octo-cat{i}/kernel.cu")
            self.write(f"lab02-octo-cat{i}/.git/config", "[core]\n\tfsmonitor = touch owned\n")

    def add_hostile(self):
        """What is refused, or left out, or must not be taken for another student's."""
        self.write("eve_4799_99_Lab 2_board0_attempt_2026-02-02-00-00-00_kernel.cu", text_of("eve"))
        self.write("Lab 2_mal_attempt_2026-02-02-00-00-00_canvas1_4701_9_kernel.cu", text_of("mal"))
        self.expected |= {"eve": text_of("eve"), "mal": text_of("mal")}
        for name, left in (
            ("=cmd|calc", "cmd_calc"),
            ("-rf", "rf"),
            ("@all", "all"),
            ("+1", "1"),
            ("ก" * 36, "ก" * 30),
        ):
            self.add(f"{left}-{hashlib.sha256(name.encode()).hexdigest()[:8]}", f"{name}/02.cu")
        self.write("\u202eevil/02.cu", text_of("hidden"))
        self.expected["evil"] = text_of("hidden")
        self.write("Ada Lovelace M/02.cu", "two are called so")
        del self.expected["Ada Lovelace M"]
        self.write("bundled.bundle", "# v2 git bundle\n")
        self.write("two/02.cu", "one")
        self.write("two/work/lab2/kernel.cu", "another")
        self.write(
            "repository.zip",
            archive(
                {**{f"r/.git/objects/{i}": "" for i in range(1500)}, "r/02.cu": text_of("zip")}
            ),
        )
        self.expected["repository"] = text_of("zip")
        self.refused = {
            "Ada Lovelace M": "another hand-in for this student",
            "bundled": "which is not opened",
            "two": "one of 2 files",
        }
        self.write("notes.docx", "x")
        self.write("alone.cu", "x")


def main():
    """A path of gemmlab-cli may come before unittest's own arguments."""
    if len(sys.argv) > 1 and os.access(sys.argv[1], os.X_OK) and os.path.isfile(sys.argv[1]):
        os.environ["GEMMLAB_CLI"] = os.path.abspath(sys.argv.pop(1))
    unittest.main()
