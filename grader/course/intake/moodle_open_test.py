#!/usr/bin/env python3
"""Nobody of a class in Moodle gets a 0 by mistake.

Usage: moodle_open_test.py [PATH OF gemmlab-cli] [unittest's own arguments]
Skips without a sandbox, that is without root or bubblewrap.
"""

import re
import shutil
import subprocess
import zipfile
from pathlib import Path

from moodle_case import MoodleCase
from platforms_case import main, needs_sandbox, skeleton, tool


@needs_sandbox
class OpenCases(MoodleCase):
    def test_a_missing_folder_is_no_0(self):
        shutil.rmtree(self.place / "class/Ada Lovelace_11_assignsubmission_file_")
        code, said = self.batch()
        self.assertEqual(code, 0, said)
        self.assertIn("s1 Ada Lovelace: the roster says that something was handed in", said)
        self.assertEqual(
            [row["Grade"] for row in self.rows("moodle.csv")], ["", "0", "0", "", "", "0"]
        )
        page = (self.place / "out/class.html").read_text()
        self.assertIn("the roster says", page[page.index("To check by hand") :].split("</tr>")[1])

    def test_namesakes_keep_their_grades_open_if_the_roster_cannot_tell_them_apart(self):
        (self.place / "people.csv").write_text(
            "ID number,Full name,Email address\n"
            + "".join(f"{id_},{name},{id_}@uni.edu\n" for id_, name in self.PEOPLE.items())
        )
        self.given.write("Tom Baker_14_assignsubmission_file_/lab02.cu", skeleton("02"))
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
                "of any name": "a:b/lab02.cu",
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
                with zipfile.ZipFile(self.place / "out/moodle_feedback_02.zip") as packed:
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

    def test_each_hand_in_without_a_file_says_why(self):
        (self.place / "class/Nina Absent_16_assignsubmission_file_").mkdir()
        self.batch()
        said = {
            id_: (self.place / f"out/feedback/{id_}/feedback.txt").read_text()
            for id_ in ("s4", "s6")
        }
        self.assertIn('ignored "run.sh": not a lab\'s file', said["s4"])
        self.assertIn("your instructor decides", said["s4"])
        self.assertIn("your instructor decides", said["s6"])
        self.assertEqual(
            self.rows("grades.csv")[-1]["total"],
            "",
            "Moodle exports no empty folder: files were lost",
        )

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
        self.assertEqual(code, 0, said)
        self.assertIn('are all of "B": which one counts? None is graded until then', said)
        totals = {row["student"]: row["total"] for row in self.rows("grades.csv")}
        self.assertEqual([totals[people[i]] for i in (1, 3)], ["", ""])
        hana = "Hana Sato_15_assignsubmission_file_"
        (self.place / "class" / hana / "lab02_old.cu").unlink()
        code, said = self.batch(roster="groups.csv", course=f'[hand_ins]\nB = "{hana}"\n')
        self.assertEqual(code, 0, said)
        self.assertNotIn("which one counts", said)
        totals = {row["student"]: row["total"] for row in self.rows("grades.csv")}
        self.assertEqual([totals[people[i]] for i in (1, 3)], ["0", "0"])


if __name__ == "__main__":
    main()
