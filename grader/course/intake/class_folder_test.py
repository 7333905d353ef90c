"""The list of a class: what is a hand-in, and of whom."""

import os
import unittest

from course.errors import MachineError
from course.intake.class_case import LABS, ClassCase
from course.intake.class_folder import list_submissions
from course.intake.names import is_safe_name


class Submissions(ClassCase):
    def students(self) -> list[str]:
        """Each with a ! if there is a problem."""
        return [source.student + "!" * bool(source.problem) for source in self.hand_ins().sources]

    def problems(self) -> dict[str, str]:
        """By entry."""
        return {
            part.path.name: source.problem or part.problem
            for source in self.hand_ins().sources
            for part in source.parts
        }

    def test_are_listed_by_name_and_other_files_apart(self) -> None:
        for name in ("dee.tgz", "cy.tar", "ben.ZIP", "fay.tar.gz", "course.toml", "notes.txt"):
            self.write(name)
        (self.folder / "ann").mkdir()
        (self.folder / ".git").mkdir()
        self.assertEqual(self.students(), ["ann", "ben", "cy", "dee", "fay"])

    def test_with_unsafe_names_get_a_safe_one(self) -> None:
        unsafe = ["-rf", ".hidden", "=cmd()", "na\udcffme", "a:b", "c<d>", "what?", "e\nf|", "g\\h"]
        for name in (*unsafe, "y" * 100):
            (self.folder / name).mkdir()
        hand_ins = self.hand_ins()
        self.assertEqual(hand_ins.open, [])
        self.assertEqual(len({source.student for source in hand_ins.sources}), len(unsafe) + 1)
        for source in hand_ins.sources:
            self.assertTrue(is_safe_name(source.student))
            self.assertEqual(source.problem, "")
            self.assertNotRegex(source.who.name, "[\x1b\n\udc80-\udcff]")

    def test_one_folder_too_deep_are_found(self) -> None:
        for name in ("Ann Lee_1_assignsubmission_file_", "Bo Li_2_assignsubmission_file_"):
            self.write(f"CS-Labs-4711/{name}/02.cu")
        self.write("course.toml")
        self.write(".DS_Store")
        hand_ins = self.hand_ins()
        self.assertEqual([source.student for source in hand_ins.sources], ["Ann Lee", "Bo Li"])
        self.assertIn('"CS-Labs-4711" is the one folder there', hand_ins.notes[0])
        self.write("Cy Day_3_assignsubmission_file_/02.cu")
        several = self.hand_ins()
        (what,) = (each.what for each in several.open)
        self.assertIn('"CS-Labs-4711" holds hand-ins of several people', what)
        self.assertFalse(any(part.problem == "" for part in several.sources[0].parts))

    def test_may_have_files_that_look_like_a_platforms(self) -> None:
        self.write("ann/tile_16_16_kernel.cu")
        self.write("ann/tile_32_32_kernel.cu")
        self.assertEqual(self.students(), ["ann"])
        self.write("bo/02.cu")
        self.assertEqual(self.hand_ins().open, [])

    def test_one_folder_too_deep_are_found_by_the_roster(self) -> None:
        self.write("autumn/ann/02.cu")
        self.write("autumn/bo/02.cu")
        hand_ins = self.hand_ins("id\nann\nbo\n")
        self.assertEqual([len(source.parts) for source in hand_ins.sources], [1, 1])
        alone = self.hand_ins("id\nautumn\nbo\n")
        self.assertEqual([len(source.parts) for source in alone.sources], [1, 0])

    def test_are_of_students_whose_names_can_be_shown(self) -> None:
        (self.folder / "a\ufffeb\u202e\u00a0c").mkdir()
        self.assertEqual(self.students(), ["ab c"])

    def test_are_called_without_what_nobody_sees(self) -> None:
        (self.folder / "\u202eann\u200b").mkdir()
        hand_ins = self.hand_ins()
        self.assertEqual(hand_ins.sources[0].student, "ann")
        self.assertEqual(
            hand_ins.notes,
            ['"ann" has characters that cannot be seen; its student is called "ann"'],
        )

    def test_of_one_name_are_both_named(self) -> None:
        self.write("ann/02.cu")
        self.write("ann.zip")
        self.write("ben.zip")
        found = self.problems()
        another = "there is another hand-in for this student, and only one can count"
        self.assertEqual(found, {"ann": another, "ann.zip": another, "ben.zip": ""})
        self.assertEqual(
            [each.what for each in self.hand_ins().open],
            [
                '"ann" and "ann.zip" are all of "ann": which one counts? None is graded until '
                'then. Remove the others, or write `ann = "ann"` into [hand_ins] of course.toml',
            ],
        )

    def test_that_are_links_or_pipes_have_a_problem(self) -> None:
        self.write("elsewhere/02.cu")
        (self.folder / "ann").symlink_to(self.folder / "elsewhere")
        (self.folder / "ben").symlink_to("/nowhere")
        self.write("real")
        (self.folder / "cy.zip").symlink_to(self.folder / "real")
        (self.folder / "notes").symlink_to(self.folder / "real")
        os.mkfifo(self.folder / "dee.zip")
        found = self.problems()
        for name in ("ann", "ben", "cy.zip"):
            self.assertEqual(
                found[name],
                f'"{name}" is a symbolic link, which is ignored; put the folder or archive itself '
                "there",
            )
        self.assertEqual(found["dee.zip"], '"dee.zip" is not a regular file')
        self.assertNotIn("notes", found)

    def test_cannot_be_listed_where_there_is_no_folder(self) -> None:
        with self.assertRaisesRegex(MachineError, "cannot read the submissions in .*: No such"):
            list_submissions(self.folder / "none", LABS)

    def test_of_one_student_are_one(self) -> None:
        for name in (
            "kimlee_4711_99_kernel-2.cpp",
            "kimlee_4711_98_kernel.cpp",
            "kimlee_4711_97_02-1.cu",
            "L_jdoe_attempt_2026-02-01-00-00-00_02.cu",
            "L_jdoe_attempt_2026-01-31-00-00-00_lab1.zip",
        ):
            self.write(name)
        sources = self.hand_ins().sources
        self.assertEqual(
            [(source.student, len(source.parts)) for source in sources],
            [("jdoe", 2), ("kimlee", 3)],
        )

    def test_of_namesakes_have_numbers_and_of_one_name_elsewhere_a_problem(self) -> None:
        for name in (
            "Jo Li_10001_assignsubmission_file_",
            "Jo Li_10002_assignsubmission_file_",
            "Zoe\u0308_10003_assignsubmission_file_",
            "Zo\u00eb",
        ):
            (self.folder / name).mkdir()
        self.assertEqual(self.students(), ["Jo Li (10001)", "Jo Li (10002)", "Zoë!"])

    def test_that_are_none_are_left_out_with_a_reason(self) -> None:
        for name in ("notes.docx", "ann.cu", "times.csv", ".git/config", "bo.bundle"):
            self.write(name, "student,time\n")
        hand_ins = self.hand_ins()
        neither = "neither a folder nor an archive, nor named as a platform names a student's file"
        self.assertEqual(
            [(left.path, left.reason_in_words) for left in hand_ins.left_out],
            [
                (".git", "made by the system or by tools (1 in all)"),
                ("ann.cu", neither),
                ("notes.docx", neither),
            ],
        )
        self.assertEqual(self.students(), ["bo"])

    def test_are_not_the_courses_own_files_whatever_they_are_called(self) -> None:
        roster, link = self.write("people.zip"), self.folder / "people again.zip"
        link.symlink_to(roster)
        hand_ins = list_submissions(self.folder, LABS, None, [roster, self.folder / "none"])
        self.assertEqual((hand_ins.sources, hand_ins.left_out), ([], []))


if __name__ == "__main__":
    unittest.main()
