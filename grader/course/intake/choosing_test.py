"""Of several hand-ins of one person or team, one counts when somebody says which."""

import unittest

from course.intake.class_case import LABS, ClassCase
from course.intake.class_folder import list_submissions
from course.intake.decisions import Decisions, Drafts, rule_for
from course.intake.lab_finder import LabFinder
from course.intake.reading import read_submission

_PEOPLE = "id,name,e-mail\nann,Ann Lee,a@uni.edu\nbo,Bo Li,b@uni.edu\neve,Eve Ash,e@uni.edu\n"


class Choosing(ClassCase):
    def test_lets_the_course_say_which_of_two_counts(self) -> None:
        self.write("ann/02.cu")
        self.write("Lee, Ann.zip")
        for roster in (_PEOPLE, ""):
            who = "ann" if roster else "Ann Lee"
            if not roster:
                (self.folder / "ann").rename(self.folder / "Ann Lee")
            for entry in ("Lee, Ann.zip", "ann" if roster else "Ann Lee"):
                hand_ins = self.hand_ins(roster, {entry: [who]})
                source = self.source(hand_ins, who)
                self.assertEqual([part.path.name for part in source.parts], [entry])
                self.assertTrue(self.is_read(hand_ins, who))
                self.assertEqual(hand_ins.open, [])
                (left,) = hand_ins.left_out
                self.assertIn(
                    "another file or hand-in of this student counts", left.reason_in_words
                )

    def test_lets_the_course_say_whose_a_nameless_one_is(self) -> None:
        self.write("work (3)/02.cu")
        self.write("kernel.cu")
        hand_ins = self.hand_ins(_PEOPLE, {"work (3)": ["Bo Li"], "kernel.cu": ["eve"]})
        self.assertEqual(hand_ins.open, [])
        self.assertEqual(hand_ins.left_out, [])
        self.assertEqual(self.source(hand_ins, "bo").parts[0].path.name, "work (3)")
        self.assertEqual(self.source(hand_ins, "eve").parts[0].file, "kernel.cu")
        self.assertTrue(self.is_read(hand_ins, "eve"))
        self.assertFalse(self.is_open(hand_ins, "ann"))
        elsewhere = self.hand_ins(_PEOPLE, {"work (4)": ["bo"]})
        self.assertIn("Did you mean 'work (3)'?", elsewhere.notes[-1])
        self.assertEqual(len(elsewhere.open), 2)
        self.write("../other/work (4)/03.cu")
        decisions = Decisions({"work (4)": ["bo"]}, folders=(str(self.place / "other"),))
        hand_ins = list_submissions(self.folder, LABS, self.roster(_PEOPLE), decisions=decisions)
        self.assertEqual(hand_ins.notes, [])

    def test_lets_the_course_say_which_file_of_one_hand_in_counts(self) -> None:
        names = {
            "lab02.cu": "haddadsami_51_11_lab02.cu",
            "lab02_fixed.cu": "haddadsami_51_12_lab02_fixed.cu",
            "lab03.cu": "haddadsami_51_13_lab03.cu",
        }
        for file, entry in names.items():
            self.write(entry, f"// {file}\n")
        roster = "id,name\n51,Sami Haddad\n"
        cases: tuple[tuple[list[str], list[str], bool], ...] = (
            ([], ["lab03.cu"], False),
            (["lab02_fixed.cu"], ["lab02_fixed.cu", "lab03.cu"], False),
            (["lab02.cu", "lab03.cu"], ["lab02.cu", "lab03.cu"], True),
            (["lab02.cu", "lab02_fixed.cu"], ["lab03.cu"], False),
        )
        for chosen, files, is_idle in cases:
            whose = {names[file]: ["Sami Haddad"] for file in chosen}
            hand_ins = self.hand_ins(roster, whose)
            self.assertEqual((hand_ins.notes, hand_ins.open), ([], []))
            read = read_submission(self.source(hand_ins, "51"), LabFinder(LABS), {"02", "03"})
            self.assertEqual([each.path for each in read.files.values()], files, chosen)
            said = "; ".join(each.guess for each in read.files.values())
            self.assertEqual("without effect" in said, is_idle, chosen)
            if files[0] == "lab02_fixed.cu":
                (left,) = read.left_out
                self.assertEqual(left.reason.value, "not_counted")

    def test_says_of_what_the_course_says_that_it_has_no_effect(self) -> None:
        self.write("Ann Lee/02.cu")
        self.write("work/02.cu")
        for roster in ("", _PEOPLE):
            for whose, is_idle in (
                ({"Ann Lee": ["Ann Lee"]}, True),
                ({"work": ["Bo Li"]}, False),
                ({"Ann Lee": ["Bo Li"]}, False),
            ):
                notes = self.hand_ins(roster, whose).notes
                said = any("[hand_ins] of course.toml has no effect" in note for note in notes)
                self.assertEqual(said, is_idle, (roster, whose, notes))
        self.write("ann.zip")
        used = self.hand_ins(_PEOPLE, {"Ann Lee": ["ann"]})
        self.assertEqual(used.notes, [])

    def test_keeps_drafts_open_unless_the_course_says_what_they_are(self) -> None:
        sheet = (
            "Identifier,Full name,ID number,Status,Grade,Last modified (submission)\n"
            "Participant 1,Ann Lee,s1,Submitted for grading,,\n"
            'Participant 2,Bo Li,s2,Draft (not submitted),,"Sunday, 22 November 2026, 6:15 PM"\n'
            'Participant 3,Cy Day,s3,Reopened,,"Sunday, 22 November 2026, 6:15 PM"\n'
            "Participant 4,Dee Ray,s4,No submission,,-\n"
        )
        for i, name in enumerate(("Ann Lee", "Bo Li", "Cy Day"), 1):
            self.write(f"{name}_{i}_assignsubmission_file_/02.cu")
        bo = "Bo Li_2_assignsubmission_file_"
        hand_ins = self.hand_ins(sheet)
        (draft,) = hand_ins.open
        self.assertIn("are drafts in Moodle, saved, not submitted", draft.what)
        self.assertIn('`drafts = "count"`', draft.what)
        self.assertEqual(draft.may_be_of, {"s2", "s3"})
        read = [self.is_read(hand_ins, f"s{i}") for i in (1, 2, 3)]
        self.assertEqual(read, [True, False, False])
        self.assertFalse(self.is_open(hand_ins, "s4"))
        one = self.hand_ins(sheet, {bo: ["s2"]})
        self.assertTrue(self.is_read(one, "s2"))
        self.assertEqual(one.open[0].may_be_of, {"s3"})
        count = self.hand_ins(sheet, {}, Drafts.COUNT)
        self.assertEqual((count.open, self.is_read(count, "s3")), ([], True))
        none = self.hand_ins(sheet, {bo: ["s2"]}, Drafts.NONE)
        self.assertEqual((none.open, self.is_read(none, "s2")), ([], True))
        self.assertEqual(self.source(none, "s3").parts, [])
        self.assertFalse(self.is_open(none, "s3"))
        self.assertEqual([left.reason.value for left in none.left_out], ["draft"])

    def test_keeps_two_hand_ins_of_a_team_open_but_not_of_a_tutorial(self) -> None:
        self.write("Ada_1_assignsubmission_file_/02.cu", "one")
        self.write("Bo_2_assignsubmission_file_/02.cu", "another")
        people = "\nAda,Blue\nBo,Blue\nCy,Blue\n"
        for title in ("Groups", "group", "Section"):
            sources = self.hand_ins(f"name,{title}{people}").sources
            self.assertEqual([len(source.parts) for source in sources], [1, 1, 0], title)
        twice = self.hand_ins(f"name,team{people}")
        self.assertEqual(
            [each.what for each in twice.open],
            [
                '"Ada_1_assignsubmission_file_" and "Bo_2_assignsubmission_file_" are all of "Blue"'
                ": which one counts? None is graded until then. Remove the others, or write "
                '`Blue = "Ada_1_assignsubmission_file_"` into [hand_ins] of course.toml'
            ],
        )
        for student in ("Ada", "Bo", "Cy"):
            self.assertFalse(self.is_read(twice, student))
        one = self.hand_ins(f"name,team{people}", {"Bo_2_assignsubmission_file_": ["Blue"]})
        for student in ("Ada", "Bo", "Cy"):
            self.assertEqual(self.source(one, student).parts[0].student, "Bo")
        self.assertEqual([left.reason.value for left in one.left_out], ["not_counted"])

    def test_takes_one_hand_in_that_a_platform_gives_for_each_of_a_team(self) -> None:
        self.write("Ada_1_assignsubmission_file_/02.cu", "one")
        self.write("Bo_2_assignsubmission_file_/02.cu", "one")
        hand_ins = self.hand_ins("name,team\nAda,Blue\nBo,Blue\nCy,Blue\n")
        self.assertEqual(hand_ins.open, [])
        self.assertEqual(
            [source.parts[0].student for source in hand_ins.sources], ["Ada", "Bo", "Ada"]
        )

    def test_says_a_rule_that_can_be_copied(self) -> None:
        self.assertEqual(
            rule_for("Ann Lee", 'a "b".zip'),
            r'write `"Ann Lee" = "a \"b\".zip"` into [hand_ins] of course.toml',
        )
        for name in ("a`b", "a\u202eb", "a\nb`"):
            self.assertIn('`ann = "..."`', rule_for("ann", name))


if __name__ == "__main__":
    unittest.main()
