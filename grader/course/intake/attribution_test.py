"""Whose the hand-ins of a class are, and that nobody gets a 0 by mistake."""

import shutil
import unittest

from course.intake.class_case import ClassCase
from course.intake.names import is_safe_name, made_name_for, safe_name_for

_PEOPLE = "id,name,e-mail\nann,Ann Lee,a@uni.edu\nbo,Bo Li,b@uni.edu\neve,Eve Ash,e@uni.edu\n"


class Attribution(ClassCase):
    def remove(self, entry: str) -> None:
        path = self.folder / entry
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()

    def test_leaves_a_0_to_who_handed_in_nothing_if_nothing_is_open(self) -> None:
        self.write("ann/02.cu")
        self.write("Bo Li/02.cu")
        self.write(".DS_Store")
        self.write("times.csv", "student,time\nann,2026-01-01\n")
        self.write("course.toml")
        hand_ins = self.hand_ins(_PEOPLE)
        self.assertEqual(hand_ins.open, [])
        self.assertEqual([source.student for source in hand_ins.sources], ["ann", "bo", "eve"])
        for student in ("ann", "bo", "eve"):
            self.assertFalse(self.is_open(hand_ins, student))

    def test_keeps_a_missing_file_open_while_a_hand_in_is_not_for_certain_one_persons(self) -> None:
        self.write("ann/02.cu")
        for entry, file, why, what_to_do in (
            ("eves kernel.cu", "", "is left out", "a folder called like its student"),
            ("work.docx", "", "is left out", "move it out"),
            ("evelyn", "02.cu", "is not in the roster", "add a row"),
            ("Eve X_9_assignsubmission_file_", "02.cu", "is not in the roster", "[hand_ins]"),
            ("a:b", "02.cu", "is not in the roster", 'write `"its student" = "a:b"` into'),
            ("-eve", "02.cu", "is not in the roster", "[hand_ins]"),
        ):
            with self.subTest(entry):
                self.write(f"{entry}/{file}" if file else entry)
                hand_ins = self.hand_ins(_PEOPLE)
                (what,) = (each.what for each in hand_ins.open)
                self.assertIn(why, what)
                self.assertIn(what_to_do, what)
                self.assertTrue(self.is_open(hand_ins, "eve"))
                self.assertTrue(self.is_open(hand_ins, "ann"), "it may have a lab of hers")
                self.assertTrue(self.is_read(hand_ins, "ann"))
                self.remove(entry)
                self.assertFalse(self.is_open(self.hand_ins(_PEOPLE), "eve"))

    def test_gives_nobody_what_has_the_login_of_one_and_the_number_of_another(self) -> None:
        people = "id,login,name\n1,s1001,Ada Byron\n2,s1002,Eve Ash\n"
        self.write("s1001_2_99_kernel.cu")
        hand_ins = self.hand_ins(people)
        self.assertEqual(len(hand_ins.open), 1)
        for student in ("1", "2"):
            self.assertTrue(self.is_open(hand_ins, student))

    def test_keeps_a_missing_file_open_while_a_hand_in_is_there_twice_or_a_link(self) -> None:
        self.write("ann/02.cu")
        self.write("Lee, Ann/03.cu")
        twice = self.hand_ins(_PEOPLE)
        self.assertIn('are all of "ann": which one counts? None is graded', twice.open[0].what)
        self.assertEqual([each.problem != "" for each in twice.sources], [True, False, False])
        self.assertTrue(self.is_open(twice, "eve"))
        self.remove("Lee, Ann")
        (self.folder / "eve").symlink_to(self.place)
        link = self.hand_ins(_PEOPLE)
        self.assertIn("put the folder or archive itself there", link.open[0].what)
        self.assertTrue(self.is_open(link, "eve"))
        self.assertFalse(self.is_read(link, "eve"))

    def test_of_one_person_in_two_spellings_is_open_without_a_roster_too(self) -> None:
        self.write("cy/02.cu")
        for spellings in (
            ("Ada Lovelace", "Lovelace, Ada"),
            ("ada", "Ada"),
            ("ann lee", "ann_lee"),
            ("Sammy Davis Jr.", "Sammy Davis Jr"),
            ("Zoë", "Zoe\u0308 "),
        ):
            for entry in spellings:
                self.write(f"{entry}/02.cu")
            hand_ins = self.hand_ins()
            self.assertEqual(len(hand_ins.open), 1, spellings)
            for source in hand_ins.sources:
                self.assertEqual(source.problem == "", source.student == "cy")
                self.assertTrue(any(left.is_open for left in source.open))
            for entry in spellings:
                self.remove(entry)
            self.assertEqual(self.hand_ins().open, [])

    def test_of_a_platforms_namesakes_in_any_spelling_is_by_its_number(self) -> None:
        self.write("Kim Lee_11_assignsubmission_file_/02.cu")
        self.write("kim lee_12_assignsubmission_file_/02.cu")
        hand_ins = self.hand_ins()
        self.assertEqual(hand_ins.open, [])
        students = [source.student for source in hand_ins.sources]
        self.assertEqual(students, ["Kim Lee (11)", "kim lee (12)"])

    def test_accepts_names_that_only_a_folder_cannot_have(self) -> None:
        self.write("Sammy Davis Jr./02.cu")
        self.write("x" * 120 + "/02.cu")
        hand_ins = self.hand_ins()
        self.assertEqual(hand_ins.open, [])
        self.assertTrue(self.is_read(hand_ins, "Sammy Davis Jr"))
        self.assertTrue(self.is_read(hand_ins, safe_name_for("x" * 120)))
        self.assertEqual(self.source(hand_ins, "Sammy Davis Jr").who.name, "Sammy Davis Jr.")
        self.assertEqual(hand_ins.meant_by("Sammy Davis Jr."), {"Sammy Davis Jr"})

    def test_takes_any_name_for_a_label(self) -> None:
        names = ("-Ann", "+Bo", "@cy", "=cmd|calc", "a:b", "ก" * 36, "J\udcf6rg", "Mary-Jane O.")
        for name in names:
            self.write(f"{name}/02.cu")
        hand_ins = self.hand_ins()
        self.assertEqual(hand_ins.open, [])
        self.assertEqual(len(hand_ins.sources), len(names))
        for name in names:
            student = made_name_for(name)
            self.assertTrue(self.is_read(hand_ins, student), student)
            self.assertTrue(is_safe_name(student))
        self.assertEqual(self.source(hand_ins, made_name_for("-Ann")).who.name, "-Ann")
        self.assertEqual(hand_ins.meant_by("-Ann"), {made_name_for("-Ann")})

    def test_goes_by_the_roster_whatever_the_entry_is_called(self) -> None:
        names = ["Sammy Davis Jr.", "n" * 150, "=a|b"]
        rows = ["Identifier,Full name,Grade"]
        for number, name in enumerate(names, 1):
            self.write(f"{name}_{number}_assignsubmission_file_/02.cu")
            rows.append(f"Participant {number},{name},")
        hand_ins = self.hand_ins("\n".join(rows))
        self.assertEqual(hand_ins.open, [])
        self.assertEqual(len(hand_ins.sources), 3)
        for source in hand_ins.sources:
            self.assertTrue(self.is_read(hand_ins, source.student))
            self.assertTrue(is_safe_name(source.student))

    def test_of_a_shared_name_is_open_for_those_who_have_it_alone(self) -> None:
        self.write("kim/02.cu")
        hand_ins = self.hand_ins("id,login\nkim,x\nbo,kim\ncy,y\n")
        (shared,) = hand_ins.open
        self.assertEqual(shared.may_be_of, {"bo", "kim"})
        self.assertIn("may be of several people in the roster: kim, bo. They", shared.what)
        for student, is_open in (("kim", True), ("bo", True), ("cy", False)):
            self.assertEqual(self.is_open(hand_ins, student), is_open)
        # Nobody's has a row and a name of its own.
        self.assertEqual(len(hand_ins.sources), 4)
        self.assertRegex(hand_ins.sources[3].student, "^kim-[0-9a-f]{8}$")

    def test_gives_everybody_a_row_and_says_who_is_unknown(self) -> None:
        self.write("Ada Lovelace_10001_assignsubmission_file_/02.cu")
        for entry in ("eve/02.cu", "bo.zip", "b2/02.cu", "notes.csv"):
            self.write(entry)
        hand_ins = self.hand_ins("id,name,login\nal,Ada Lovelace,\nbo,Bo,b2\ncy,Cy,\n")
        students = [source.student for source in hand_ins.sources]
        self.assertEqual(students, ["al", "bo", "cy", "eve"])
        self.assertEqual(
            [each.what.partition(":")[0] for each in hand_ins.open],
            [
                '"eve" is not in the roster',
                '"b2" and "bo.zip" are all of "bo"',
                '"notes.csv" is left out, and may be somebody\'s hand-in',
            ],
        )

    def test_leaves_what_is_missing_or_may_be_of_two_people_open(self) -> None:
        roster = (
            "Identifier,Full name,ID number,Email address,Status\n"
            "Participant 11,Anna Becker,k1,a@uni.edu,Submitted for grading\n"
            "Participant 20,Anna Becker,k2,a2@uni.edu,No submission\n"
            "Participant 21,Tom Hughes,k3,t@uni.edu,Submitted for grading\n"
        )

        def reasons() -> dict[str, list[str]]:
            hand_ins = self.hand_ins(roster)
            return {
                source.student: [left.reason.value for left in source.open]
                for source in hand_ins.sources
            }

        self.write("Anna Becker/02.cu")
        self.assertEqual(
            reasons(),
            {
                "Anna Becker": [],
                "k1": ["shared_name"],
                "k2": ["shared_name"],
                "k3": ["not_in_folder"],
            },
        )
        number = "Anna Becker_11_assignsubmission_file_"
        (self.folder / "Anna Becker").rename(self.folder / number)
        self.assertEqual(reasons(), {"k1": [], "k2": [], "k3": ["not_in_folder"]})

    def test_says_first_that_nobodys_may_be_of_those_without_one(self) -> None:
        self.write("x1/02.cu")
        self.write("x2/02.cu")
        self.write("ann/02.cu")
        self.assertEqual(
            self.hand_ins(_PEOPLE).summary,
            "2 hand-ins belong to nobody, 2 people have none: are they the same?",
        )
        self.assertEqual(self.hand_ins().summary, "")

    def test_takes_the_number_for_the_key_where_the_roster_is_the_platforms(self) -> None:
        sheet = "Identifier,Full name,ID number,Grade\nParticipant 1,Ann Lee,s1,\n"
        self.write("Annie Lee-Smith_1_assignsubmission_file_/02.cu")
        self.write("Ann Lee_2_assignsubmission_file_/02.cu")
        hand_ins = self.hand_ins(sheet)
        self.assertEqual(self.source(hand_ins, "s1").parts[0].id, "1")
        (what,) = (each.what for each in hand_ins.open)
        self.assertIn("its number 2 is of nobody there", what)
        book = 'Student,ID,SIS User ID,Section\n"Lee, Ann",11,s1,1\n"Li, Bo",12,s2,1\n'
        for entry in list(self.folder.iterdir()):
            self.remove(entry.name)
        self.write("leeannmarie_12_99_02.cu")
        self.write("leeann_11_98_02.cu")
        canvas = self.hand_ins(book)
        self.assertEqual(self.source(canvas, "12").parts[0].student, "leeannmarie")

    def test_of_a_group_in_moodle_has_the_groups_name_and_number(self) -> None:
        sheet = (
            "Identifier,Full name,ID number,Status,Group,Grade\n"
            "Participant 5,Ann Lee,s1,Submitted for grading,Blue,\n"
            "Participant 6,Bo Li,s2,Submitted for grading,Team Red's,\n"
            "Participant 7,Cy Day,s3,Submitted for grading,Team Red's,\n"
            "Participant 8,Dee Ray,s4,Submitted for grading,Default group,\n"
        )
        self.write("Team Reds_5_assignsubmission_file/02.cu")
        self.write("Blue_7_assignsubmission_file/03.cu")
        self.write("Default group_assignsubmission_file/03.cu")
        hand_ins = self.hand_ins(sheet)
        self.assertEqual(hand_ins.open, [])
        self.assertEqual(
            [source.parts[0].student for source in hand_ins.sources],
            ["Blue", "Team Reds", "Team Reds", "Default group"],
        )
        (note,) = hand_ins.notes
        self.assertIn("counts for all who are in no group in Moodle: s4", note)
        self.assertNotIn("[hand_ins]", note)
        (note,) = self.hand_ins(sheet.replace("Blue", "Default group")).notes
        self.assertIn("s1, s4; if it is one person's, write", note)
        plus = self.hand_ins(sheet.replace("Blue", "C++").replace("Team Red's", "C"))
        self.assertEqual(len(plus.open), 2)  # nobody's, as no group is called so
        self.write("C_9_assignsubmission_file/02.cu")
        plus = self.hand_ins(sheet.replace("Blue", "C++").replace("Team Red's", "C"))
        have_one = [bool(self.source(plus, f"s{i}").parts) for i in (1, 2, 3, 4)]
        self.assertEqual(have_one, [False, True, True, True])
        self.write("Ann Lee_5_assignsubmission_file/02.cu")  # as Moodle named them before
        older = self.hand_ins(sheet.replace("Blue", "C++").replace("Team Red's", "C"))
        self.assertTrue(self.source(older, "s1").parts)

    def test_gives_each_a_folder_of_its_own_on_any_system(self) -> None:
        self.write("Ann_11_assignsubmission_file_/02.cu")
        self.write("Ann_12_assignsubmission_file_/02.cu")
        self.write("ANN (11)/02.cu")
        names = [source.student for source in self.hand_ins().sources]
        self.assertEqual(len({name.casefold() for name in names}), 3, names)
        self.assertIn("Ann (12)", names)

    def test_says_who_has_an_extension(self) -> None:
        hand_ins = self.hand_ins(
            "Identifier,Name,ID number,Status\nParticipant 1,Ann Lee,s1,"
            '"Extension granted until: Wednesday, 25 November 2026, 11:59 PM"\n'
        )
        self.assertEqual(
            hand_ins.notes,
            [
                "s1 Ann Lee has an extension in the roster; it counts for labs without an "
                "extension in course.toml"
            ],
        )

    def test_makes_one_hand_in_a_teams(self) -> None:
        self.write("ada/02.cu")
        self.write("The Reds_4711_99_kernel.cu")
        people = "id,team\nada,blue\nbo,blue\ncy,The Reds\ndee,The Reds\neve,\nfay,\n"
        hand_ins = self.hand_ins(people)
        handed_in = {source.student: bool(source.parts) for source in hand_ins.sources}
        self.assertEqual(
            [name for name in handed_in if handed_in[name]], ["ada", "bo", "cy", "dee"]
        )
        self.assertEqual([name for name in handed_in if not handed_in[name]], ["eve", "fay"])

    def test_makes_a_groups_folder_the_groups_and_leaves_its_name_before_a_persons(self) -> None:
        self.write("Team Red_5_assignsubmission_file_/02.cu")
        self.write("Tutorial A-Cy Day_6_assignsubmission_file_/02.cu")
        sources = self.hand_ins(
            'name,groups\nAda,"Tutorial A, Team Red"\nBo,Team Red\nCy Day,Tutorial A\nDee,\n'
        ).sources
        self.assertEqual(
            [(source.student, len(source.parts)) for source in sources],
            [("Ada", 1), ("Bo", 1), ("Cy Day", 1), ("Dee", 0)],
        )


if __name__ == "__main__":
    unittest.main()
