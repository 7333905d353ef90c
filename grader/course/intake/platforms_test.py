#!/usr/bin/env python3
"""A class of sixty as six platforms give it, with hostile names: all are graded or explained.

Usage: platforms_test.py [PATH OF gemmlab-cli] [unittest's own arguments]
Each hands in a skeleton with a comment of their own: that needs no compiler, and shows whose file
was taken. Skips without a sandbox, that is without root or bubblewrap.
"""

import csv
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
import unittest
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "grader" / "cli")]
from cli_case import LABS, skeleton, tool  # noqa: E402

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
            self.write(f"{moodle}_{10000 + i}_assignsubmission_onlinetext_/onlinetext.html", "hi")
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
        self.write("=cmd|calc/02.cu", "x")
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
            "unnamed-": "not a valid student name",
        }
        self.write("notes.docx", "x")
        self.write("alone.cu", "x")


@unittest.skipIf(os.geteuid() != 0 or not shutil.which("bwrap"), "needs root and bubblewrap")
class PlatformsTest(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.place = Path(tempfile.mkdtemp(prefix="gemmlab-platforms-"))
        cls.addClassCleanup(shutil.rmtree, cls.place)
        cls.given = Class(cls.place / "class")
        cls.given.fill()
        assert len(cls.given.expected) == 60
        cls.given.add_hostile()
        cls.entries = os.listdir(cls.place / "class")
        (cls.place / "roster.csv").write_bytes(
            '\ufeffTeam;Name;Login\r\n;"Lovelace B, Ada";ada\r\n;ghost;ghost\r\n'
            "red;Red One;canvas0\r\nred;Red Two;red2\r\n".encode()
        )
        cls.said = cls.batch("out")
        cls.records = {
            path.stem: json.loads(path.read_text())
            for path in (cls.place / "out/results").glob("*.json")
        }

    @classmethod
    def batch(cls, out, *words):
        done = subprocess.run(
            [
                tool(),
                "batch",
                cls.place / "class",
                "--out",
                cls.place / out,
                "--labs",
                "02",
                "--backend",
                "sim",
                "--jobs",
                "2",
                *words,
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=600,
        )
        assert done.returncode == 0, done.stdout.decode()
        return done.stdout.decode()

    @staticmethod
    def taken(record):
        return {lab["source_sha256"] for lab in record["result"]["labs"] if lab["id"] == "02"}

    def test_each_hand_in_is_graded_as_its_students(self):
        for student, text in self.given.expected.items():
            with self.subTest(student):
                self.assertIn(student, self.records)
                self.assertEqual(
                    self.taken(self.records[student]), {hashlib.sha256(text.encode()).hexdigest()}
                )

    def test_what_is_not_graded_is_explained(self):
        for student, reason in self.given.refused.items():
            with self.subTest(student):
                record = next(
                    record for name, record in self.records.items() if name.startswith(student)
                )
                why = [record["problem"], *(left["message"] for left in record["left_out"])]
                self.assertIn(reason, " ".join(why))
        left_out = (self.place / "out/left_out.txt").read_text()
        for name in ("notes.docx", "alone.cu"):
            self.assertIn(name, left_out)
            self.assertIn(name, self.said)

    def test_no_entry_is_left_without_a_word(self):
        self.assertEqual(
            set(self.records) - set(self.given.expected),
            {
                name
                for name in self.records
                for refused in self.given.refused
                if name.startswith(refused)
            },
        )
        self.assertEqual(len(self.records), len(self.given.expected) + len(self.given.refused))

    def test_files_and_tables_call_a_student_alike_and_safely(self):
        with open(self.place / "out/grades.csv", newline="", encoding="utf-8") as file:
            rows = [row["student"].lstrip("'") for row in csv.DictReader(file)]
        self.assertEqual(sorted(rows), sorted(self.records))
        for name in rows:
            self.assertEqual(name, unicodedata.normalize("NFC", name))
            self.assertNotRegex(name, r"[\x00-\x1f/\\\u202a-\u202e]|^[.=+@-]")

    def test_marks_of_lateness_and_times_are_the_platforms(self):
        self.assertEqual(self.records["canvas3"]["late"], ["02"])
        self.assertEqual(self.records["canvas4"]["late"], [])
        self.assertEqual(self.records["plain1"]["submitted_at"], {})
        self.assertRegex(self.records["board1"]["submitted_at"]["02"], "2026-01-31|2026-02-01")
        course = self.place / "course.toml"
        course.write_text("[labs.02]\ndue = 2026-01-01T00:00:00Z\n")
        self.assertIn("Time zone ", self.batch("late", "--course", course, "--only", "canvas3"))

    def test_a_roster_gives_people_and_teams(self):
        said = self.batch("people", "--roster", self.place / "roster.csv", "--shard", "1/40")
        self.assertIn("is not in the roster", said.replace("\n  ", " "))
        with open(self.place / "roster.csv", encoding="utf-8-sig") as file:
            self.assertEqual(len(file.readlines()), 5)
        for student in ("ada", "ghost", "canvas0", "red2"):
            self.batch("people", "--roster", self.place / "roster.csv", "--only", student)
        records = {
            path.stem: json.loads(path.read_text())
            for path in (self.place / "people/results").glob("*.json")
        }
        self.assertEqual(self.taken(records["ada"]), self.taken(self.records["Ada Lovelace B"]))
        self.assertEqual(self.taken(records["red2"]), self.taken(records["canvas0"]))
        self.assertEqual(self.taken(records["ghost"]), {""})

    def test_the_best_of_several_attempts_counts_if_the_course_says_so(self):
        solution = (ROOT / "solutions" / LABS["02"]).read_text()
        attempts = self.place / "attempts"
        attempts.mkdir()
        (attempts / "annlee_11_20_kernel.cu").write_text(solution)
        (attempts / "annlee_11_21_kernel-1.cu").write_text(solution.replace("sum +=", "sum -="))
        course = self.place / "best.toml"
        points = []
        for count in ("last", "best"):
            course.write_text(f'[late]\ncount = "{count}"\n')
            subprocess.run(
                [
                    tool(),
                    "batch",
                    attempts,
                    "--out",
                    self.place / "of attempts",
                    "--labs",
                    "02",
                    "--backend",
                    "sim",
                    "--course",
                    course,
                ],
                check=True,
                capture_output=True,
            )
            with open(self.place / "of attempts/grades.csv", newline="", encoding="utf-8") as file:
                points.append(next(csv.DictReader(file))["02"])
        self.assertEqual(points, ["0", "80"])

    def test_nothing_of_a_hand_in_has_run(self):
        self.assertEqual(sorted(os.listdir(self.place / "class")), sorted(self.entries))
        self.assertEqual(list(self.place.rglob("owned")), [])


@unittest.skipIf(os.geteuid() != 0 or not shutil.which("bwrap"), "needs root and bubblewrap")
class MoodleTest(unittest.TestCase):
    """From an export to what returns to Moodle, with nothing typed but course.toml."""

    WORKSHEET = (
        '\ufeffIdentifier,"Full name","ID number","Email address",Status,Grade,'
        '"Maximum grade","Last modified (submission)"\n'
    )
    PEOPLE = {
        "s1": "Ada Lovelace",
        "s2": "Kim Lee",
        "s3": "Kim Lee",
        "s4": "Tom Baker",
        "s5": "Hana Sato",
        "s6": "Nina Absent",
    }

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="gemmlab-moodle-")
        self.addCleanup(folder.cleanup)
        self.place, self.given = Path(folder.name), Class(Path(folder.name) / "class")
        rows = [
            f"Participant {10 + i},{name},{id_},{id_}@uni.edu,Submitted for grading,,50.00,"
            f'"Friday, 30 January 2026, {i}:10 PM"\n'
            for i, (id_, name) in enumerate(self.PEOPLE.items(), 1)
        ]
        rows[-1] = "Participant 16,Nina Absent,s6,s6@uni.edu,No submission,,50.00,-\n"
        (self.place / "worksheet.csv").write_text(self.WORKSHEET + "".join(rows), encoding="utf-8")
        for i, (id_, name) in enumerate(self.PEOPLE.items(), 1):
            entry = f"{name}_{10 + i}_assignsubmission_file_"
            files = {"s4": ["report.pdf"], "s5": ["lab02_old.cu", "lab02_final.cu"], "s6": []}
            for file in files.get(id_, ["02_naive_kernel/kernel.cu"]):
                self.given.write(f"{entry}/{file}", f"{skeleton('02')}// {file} of {id_}\n")

    def batch(self, *words, course="", roster="worksheet.csv"):
        """The exit code, and what it says on one line."""
        (self.place / "course.toml").write_text("[labs.02]\ndue = 2026-01-01T00:00:00Z\n" + course)
        done = subprocess.run(
            [
                tool(),
                "batch",
                self.place / "class",
                "--out",
                self.place / "out",
                "--labs",
                "02",
                "--backend",
                "sim",
                "--jobs",
                "2",
                "--course",
                self.place / "course.toml",
                "--roster",
                self.place / roster,
                *words,
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=600,
            env={**os.environ, "TZ": "Europe/Berlin"},
        )
        return done.returncode, " ".join(done.stdout.decode().split())

    def rows(self, file):
        with open(self.place / "out" / file, newline="", encoding="utf-8-sig") as table:
            return list(csv.DictReader(table))

    def test_the_worksheet_has_names_numbers_and_times_and_returns_filled_in(self):
        code, said = self.batch()
        self.assertEqual(code, 0, said)
        self.assertNotIn("not in the roster", said)
        self.assertIn(
            "Time zone Europe/Berlin: what a platform or its worksheet calls Jan 30 13:10 is taken "
            "as Jan 30 12:10 UTC",
            said,
        )
        self.assertEqual(
            [(row["student"], row["name"]) for row in self.rows("grades.csv")],
            list(self.PEOPLE.items()),
        )
        kim = json.loads((self.place / "out/results/s3.json").read_text())
        self.assertEqual(kim["submitted_at"], {"02": "2026-01-30T14:10:00Z"})
        self.assertEqual(
            kim["sources"]["02"].splitlines()[-1], "// 02_naive_kernel/kernel.cu of s3"
        )
        self.assertEqual(
            [(row["Identifier"], row["Grade"]) for row in self.rows("moodle.csv")],
            [
                ("Participant 11", "0"),
                ("Participant 12", "0"),
                ("Participant 13", "0"),
                ("Participant 14", "0"),
                ("Participant 15", ""),
                ("Participant 16", "0"),
            ],
        )
        with zipfile.ZipFile(self.place / "out/moodle_feedback.zip") as packed:
            self.assertIn("Nina Absent_16_assignsubmission_file_/feedback.html", packed.namelist())
            page = packed.read("Kim Lee_13_assignsubmission_file_/feedback.html").decode()
        self.assertIn("<h1>Kim Lee (s3)</h1>", page)
        self.assertIn(
            'href="feedback/s3/feedback.html">s3</a> Kim Lee',
            (self.place / "out/class.html").read_text(),
        )

    def test_two_files_for_a_lab_leave_it_open_and_come_first(self):
        code, said = self.batch()
        self.assertIn("s5 Hana Sato, 02: NOT GRADED: 2 files may be for this lab", said)
        self.assertEqual(
            [(row["02"], row["total"]) for row in self.rows("grades.csv")][4], ("", "")
        )
        self.assertNotIn(
            "nothing was handed in", (self.place / "out/feedback/s5/feedback.txt").read_text()
        )
        page = (self.place / "out/class.html").read_text()
        listed = page[page.index("To check by hand") :].split("</table>")[0]
        self.assertLess(listed.index("2 files may be"), listed.index("only &quot;report.pdf&quot;"))
        (self.place / "class/Hana Sato_15_assignsubmission_file_/lab02_old.cu").unlink()
        code, said = self.batch()
        self.assertEqual((code, [row["02"] for row in self.rows("grades.csv")][4]), (0, "0"))
        page = (self.place / "out/class.html").read_text()
        self.assertNotIn("lab02_final.cu", page)

    def test_out_may_be_a_new_folder_beside_the_class(self):
        done = subprocess.run(
            [tool(), "batch", "class", "--out", "fresh", "--labs", "02", "--backend", "sim"],
            cwd=self.place,
            capture_output=True,
            text=True,
            timeout=600,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((self.place / "fresh/grades.csv").exists())

    def test_a_missing_folder_is_no_0(self):
        shutil.rmtree(self.place / "class/Ada Lovelace_11_assignsubmission_file_")
        code, said = self.batch()
        self.assertEqual(code, 0, said)
        self.assertIn("s1 Ada Lovelace: the roster says that something was handed in", said)
        self.assertEqual(
            [row["Grade"] for row in self.rows("moodle.csv")], ["", "0", "0", "0", "", "0"]
        )
        page = (self.place / "out/class.html").read_text()
        self.assertIn("the roster says", page[page.index("To check by hand") :].split("</tr>")[1])

    def test_namesakes_keep_their_grades_open_if_the_roster_cannot_tell_them_apart(self):
        (self.place / "people.csv").write_text(
            "ID number,Full name,Email address\n"
            + "".join(f"{id_},{name},{id_}@uni.edu\n" for id_, name in self.PEOPLE.items())
        )
        code, said = self.batch(roster="people.csv")
        self.assertEqual(code, 0, said)
        self.assertIn(
            "may be of several people in the roster: s2 (s2@uni.edu), s3 (s3@uni.edu)", said
        )
        totals = {row["student"]: row["total"] for row in self.rows("grades.csv")}
        self.assertEqual((totals["s2"], totals["s3"], totals["s6"]), ("", "", "0"))
        code, said = self.batch(roster="people.csv", course='[excused]\n"Kim Lee" = ["02"]\n')
        self.assertEqual(code, 2)
        self.assertIn("s2 (s2@uni.edu), s3 (s3@uni.edu). Write the id or the e-mail", said)

    def test_nobody_has_a_0_for_nothing_while_a_hand_in_is_nobodys(self):
        spare, paths = (
            self.place / "class",
            {
                "left out": "Absents work.cu",
                "nobody's": "Nina A_99_assignsubmission_file_/lab02.cu",
                "refused": "a:b/lab02.cu",
                "twice": "s1/lab02.cu",
            },
        )
        (spare / "Hana Sato_15_assignsubmission_file_/lab02_old.cu").unlink()
        for why, path in paths.items():
            with self.subTest(why):
                self.given.write(path, skeleton("02"))
                code, said = self.batch()
                self.assertEqual(code, 0, said)
                grades = {row["Identifier"][-1]: row["Grade"] for row in self.rows("moodle.csv")}
                self.assertEqual(grades.pop("6"), "", why)
                self.assertEqual(
                    grades,
                    {"1": "" if why == "twice" else "0", "2": "0", "3": "0", "4": "", "5": "0"},
                )
                total = {row["student"]: row["total"] for row in self.rows("grades.csv")}["s6"]
                self.assertEqual(total, "")
                self.assertIn(
                    "your instructor decides",
                    (self.place / "out/feedback/s6/feedback.txt").read_text(),
                )
                with zipfile.ZipFile(self.place / "out/moodle_feedback.zip") as packed:
                    self.assertNotIn(
                        "Nina Absent_16_assignsubmission_file_/feedback.html", packed.namelist()
                    )
                page = (self.place / "out/class.html").read_text()
                first = page[page.index("To check by hand") :].split("</tr>")[1]
                self.assertIn(Path(path).parts[0].replace("'", "&#x27;").split()[0], first)
                self.assertIn("s6", first)
                entry = spare / Path(path).parts[0]
                shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
        code, said = self.batch()
        self.assertEqual((code, self.rows("moodle.csv")[5]["Grade"]), (0, "0"), said)

    def test_a_worksheet_of_other_people_gives_no_gradebook(self):
        self.batch()
        self.assertTrue((self.place / "out/moodle.csv").exists())
        sheet = self.place / "worksheet.csv"
        lines = sheet.read_text(encoding="utf-8").splitlines(keepends=True)
        others = [
            re.sub(r"Participant 1(\d),\w+ (\w+),s", r"Participant 7\1,New \2,n", line).replace(
                "Submitted for grading", "No submission"
            )
            for line in lines[1:5]
        ]
        sheet.write_text("".join([lines[0], *others, *lines[5:]]), encoding="utf-8")
        code, said = self.batch()
        self.assertEqual(code, 3, said)
        self.assertIn("of 6 people have no grade because something is open", said)
        self.assertIn("is not in the roster", said)
        self.assertLess(said.index("Decide first"), said.index("Grades: "))
        self.assertFalse((self.place / "out/moodle.csv").exists())
        self.assertEqual(
            {row["total"] for row in self.rows("grades.csv") if row["student"].startswith("n")},
            {""},
        )
        sheet.write_text("".join(lines), encoding="utf-8")
        code, said = self.batch()
        self.assertEqual((code, self.rows("moodle.csv")[0]["Grade"]), (0, "0"), said)

    def test_a_damaged_secret_ends_it_and_is_not_replaced(self):
        secret = self.place / "out/secret"
        secret.parent.mkdir()
        secret.write_text("0123\n")
        code, said = self.batch()
        self.assertEqual(
            (code, secret.read_text(), (self.place / "out/grades.csv").exists()),
            (3, "0123\n", False),
        )
        self.assertIn(
            "is damaged. It is the secret from which this course's shapes are drawn", said
        )

    def test_what_was_handed_in_later_takes_a_0_back_even_if_only_others_are_graded(self):
        self.batch()
        self.assertEqual(self.rows("moodle.csv")[5]["Grade"], "0")
        self.given.write("Nina A_99_assignsubmission_file_/lab02.cu", skeleton("02"))
        self.batch("--only", "s1")
        self.assertEqual(self.rows("moodle.csv")[5]["Grade"], "")

    def test_canvas_keeps_a_cell_that_waits_for_nobodys_hand_in(self):
        folder, book = self.place / "canvas", self.place / "canvas.csv"
        folder.mkdir()
        for name in ("leeann_11_1_kernel.cu", "libo_12_2_kernel.cu", "absentee_99_3_kernel.cu"):
            (folder / name).write_text(skeleton("02"))
        book.write_text(
            "Student,ID,SIS Login ID,Section,gemmlab (9)\n    Points Possible,,,,100\n"
            '"Lee, Ann",11,al,1,\n'
            '"Li, Bo",12,bl,1,\n"Absent, Nina",13,na,1,7\n'
        )
        for grade, words in (("7", "clear it in the platform"), ("0", "")):
            done = subprocess.run(
                [
                    tool(),
                    "batch",
                    folder,
                    "--out",
                    self.place / "out",
                    "--labs",
                    "02",
                    "--backend",
                    "sim",
                    "--roster",
                    book,
                    "--canvas",
                    book,
                ],
                capture_output=True,
                text=True,
                timeout=600,
            )
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(
                [row["gemmlab (9)"] for row in self.rows("canvas.csv")], ["100", "0", "0", grade]
            )
            self.assertIn(words, " ".join(done.stdout.split()))
            (folder / "absentee_99_3_kernel.cu").unlink(missing_ok=True)

    def test_an_extension_in_the_worksheet_counts_where_the_course_has_none(self):
        sheet = self.place / "worksheet.csv"
        sheet.write_text(
            sheet.read_text().replace(
                "s1@uni.edu,Submitted for grading",
                's1@uni.edu,"Submitted for grading - Extension granted until: Saturday, 31 January '
                '2026, 1:00 AM"',
            )
        )
        for course, steps in (
            ("", "02: extension of 30 days, due Jan 31"),
            ("[extensions]\ns1 = 3\n", "02: extension of 3 days, due Jan 04"),
        ):
            _code, said = self.batch("--only", "s1", course=course)
            self.assertIn("s1 Ada Lovelace has an extension in the roster", said)
            self.assertTrue(
                self.rows("grades.csv")[0]["steps"].startswith(steps), self.rows("grades.csv")[0]
            )

    def test_each_hand_in_without_a_file_says_why(self):
        (self.place / "class/Nina Absent_16_assignsubmission_file_").mkdir()
        self.batch()
        said = {
            id_: (self.place / f"out/feedback/{id_}/feedback.txt").read_text()
            for id_ in ("s4", "s6")
        }
        self.assertIn('only "report.pdf"', said["s4"])
        self.assertIn("your instructor decides", said["s6"])
        self.assertEqual(
            self.rows("grades.csv")[-1]["total"],
            "",
            "Moodle exports no empty folder: files were lost",
        )

    def test_the_course_may_say_in_which_time_zone_the_worksheet_is(self):
        code, said = self.batch(course='[course]\ntimezone = "America/New_York"\n')
        self.assertIn("calls Jan 30 13:10 is taken as Jan 30 18:10 UTC", said)
        code, said = self.batch(course='[course]\ntimezone = "Europe/Berlyn"\n')
        self.assertEqual(
            (code, "course.toml:4: course.timezone: this machine knows no such" in said),
            (2, True),
            said,
        )

    def test_an_adjustment_decides_what_is_open_and_says_if_it_has_no_effect(self):
        (self.place / "class/Nina Absent_16_assignsubmission_file_").mkdir()
        (self.place / "class/Nina Absent_16_assignsubmission_file_/labs.rar").write_text("Rar!")
        rule = '[adjustments]\ns6{} = {{ points = 40, reason = "by e-mail" }}\n'
        for lab, total, words in (
            ("", "", "by e-mail (+40, without effect)"),
            (".02", "40", "by e-mail: +40"),
        ):
            code, said = self.batch(course=rule.format(lab))
            self.assertEqual((code, self.rows("grades.csv")[-1]["total"]), (0, total), said)
            self.assertIn(words, said)

    def test_names_in_every_rule_are_found_by_any_of_their_names(self):
        for word in ("s1", "s1@uni.edu", "Ada Lovelace", "Lovelace Ada"):
            code, said = self.batch(
                "--only",
                word,
                course=(
                    f'[extensions]\n"{word}" = 3\n'
                    f'[adjustments]\n"{word}".02 = {{ points = 5, reason = "oral" }}\n'
                ),
            )
            self.assertEqual((code, self.rows("grades.csv")[0]["02"]), (0, "5"), said)
            self.assertIn("due Jan 04 00:00 (UTC)", self.rows("grades.csv")[0]["steps"])

    def test_a_name_of_nobody_ends_it_before_anything_is_graded(self):
        times = self.place / "class/times.csv"
        row = "Hana Sata,2026-01-01,\n"
        for words, course, late in (
            (["--only", "Hana Sata"], "", ""),
            (["--dry-run"], "", row),
            ([], '[excused]\n"Hana Sata" = ["02"]\n', ""),
            ([], "", row),
        ):
            times.write_text(f"student,time,lab\n{late}")
            code, said = self.batch(*words, course=course)
            self.assertEqual(code, 2, said)
            self.assertIn("Did you mean 'Hana Sato'?", said)
            self.assertFalse((self.place / "out").exists())

    def test_a_dry_run_foretells_what_times_change(self):
        self.given.write(
            "Ada Lovelace_11_assignsubmission_file_/02_naive_kernel/kernel.cu",
            (ROOT / "solutions" / LABS["02"]).read_text(),
        )
        late = "[late]\nper_day_percent = 1\n"
        self.batch(course=late)
        before = (self.place / "out/grades.csv").read_bytes()
        self.assertEqual(self.rows("grades.csv")[0]["02"], "56")  # 30 days late
        (self.place / "class/times.csv").write_text("student,time,lab\nAda Lovelace,2026-01-11,\n")
        code, said = self.batch("--dry-run", course=late)
        self.assertEqual(code, 0)
        change = "s1, lab 02: 72 (PASSED) instead of 56 (PASSED), because: now"
        self.assertIn(change, " ".join(said.split()))
        self.assertEqual((self.place / "out/grades.csv").read_bytes(), before)
        self.batch(course=late)
        self.assertEqual(self.rows("grades.csv")[0]["02"], "72")

    def test_groups_are_tutorials_and_a_team_hands_in_once(self):
        people = sorted({*self.PEOPLE.values()} - {"Kim Lee"})
        lines = "".join(f"{name},{'AB'[i % 2]}\n" for i, name in enumerate(people))
        for folder in (self.place / "class").glob("Kim Lee*"):
            shutil.rmtree(folder)
        (self.place / "groups.csv").write_text(f"Full name,Groups\n{lines}")
        code, said = self.batch(roster="groups.csv")
        self.assertEqual(code, 0, said)
        names = [row["student"] for row in self.rows("grades.csv")]
        self.assertEqual(len(names), 4)
        for name in names:
            page = (self.place / f"out/feedback/{name}/feedback.html").read_text()
            self.assertFalse([other for other in names if other != name and other in page])
        shutil.rmtree(self.place / "out")
        (self.place / "groups.csv").write_text(f"Full name,Team\n{lines}")
        code, said = self.batch(roster="groups.csv")
        self.assertEqual(code, 2, said)
        self.assertIn("two hand-ins of the team", said)
        self.assertFalse((self.place / "out").exists())


if __name__ == "__main__":
    if len(sys.argv) > 1 and os.access(sys.argv[1], os.X_OK) and os.path.isfile(sys.argv[1]):
        os.environ["GEMMLAB_CLI"] = os.path.abspath(sys.argv.pop(1))
    unittest.main()
