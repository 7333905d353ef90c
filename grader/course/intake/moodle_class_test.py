#!/usr/bin/env python3
"""From an export of Moodle to what returns to it, with nothing typed but course.toml.

Usage: moodle_class_test.py [PATH OF gemmlab-cli] [unittest's own arguments]
Skips without a sandbox, that is without root or bubblewrap.
"""

import json
import subprocess
import zipfile

from moodle_case import MoodleCase
from platforms_case import LABS, ROOT, main, needs_sandbox, tool


@needs_sandbox
class MoodleTest(MoodleCase):
    def test_the_worksheet_has_names_numbers_and_times_and_returns_filled_in(self):
        code, said = self.batch()
        self.assertEqual(code, 0, said)
        self.assertNotIn("not in the roster", said)
        self.assertIn(
            "Time zone Europe/Berlin: what a platform, its worksheet or times.csv calls Jan 30 "
            "13:10 is taken as Jan 30 12:10 UTC",
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
                ("Participant 14", ""),
                ("Participant 15", ""),
                ("Participant 16", "0"),
            ],
        )
        with zipfile.ZipFile(self.place / "out/moodle_feedback_02.zip") as packed:
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
        for words in ("2 files may be", "&quot;run.sh&quot;: not a lab"):
            self.assertIn(words, listed)
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


if __name__ == "__main__":
    main()
