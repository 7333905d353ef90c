"""Hand-ins as Canvas, Blackboard, Brightspace, Gradescope and GitHub name them."""

import unittest

from course.errors import UsageError
from course.intake.class_case import LABS, ClassCase
from course.intake.class_folder import list_submissions
from course.intake.hand_ins import SubmissionList
from course.intake.roster import Roster

CANVAS = (
    "Student,ID,SIS Login ID,Section,gemmlab (9)\n    Points Possible,,,,100\n"
    '"Li, Jo",4709,jli,1,\n"Haddad, Sara",4712,sh,1,\n"Kim, Bo",4713,bk,1,\n'
    '"O\'Brien, Seán",4714,sean,1,\n"Student, Test",4799,0123abcd,1,\n'
)
GROUPS = (
    "name,canvas_user_id,user_id,login_id,sections,group_name,canvas_group_id,group_id\n"
    '"Li, Jo",4709,s1,jli,1,Team 7!,55,\n"Haddad, Sara",4712,s2,sh,1,Team 7!,55,\n'
    '"Kim, Bo",4713,s3,bk,1,Others,56,\n"O\'Brien, Seán",4714,s4,sean,1,,,\n'
    "Test Student,4799,,,1,Team 7!,55,\n"
)


class Downloads(ClassCase):
    def owners(self, hand_ins: SubmissionList) -> dict[str, list[str]]:
        """What each handed in, who handed in something."""
        return {
            source.student: [part.path.name for part in source.parts]
            for source in hand_ins.sources
            if source.parts
        }

    def waiting(self, hand_ins: SubmissionList) -> list[str]:
        """For whom a missing file is no 0."""
        return [source.student for source in hand_ins.sources if source.open and not source.parts]


class Canvas(Downloads):
    def test_has_texts_and_links_of_people_as_well_as_files(self) -> None:
        names = [
            "lijo_4709_text.html",
            "haddadsara_LATE_4712_link.html",
            "obriensea\u0301n_4714_88_x.cu",
        ]
        for name in names:
            self.write(name)
        hand_ins = self.hand_ins(CANVAS)
        self.assertEqual(
            self.owners(hand_ins), {"4709": names[:1], "4712": names[1:2], "4714": names[2:]}
        )
        self.assertEqual(self.source(hand_ins, "4709").parts[0].file, "text.html")
        self.assertTrue(self.source(hand_ins, "4712").parts[0].is_late)
        self.assertEqual(hand_ins.open, [])

    def test_has_a_test_student_who_is_nobody(self) -> None:
        self.write("lijo_4709_88_kernel.cu")
        self.write("studenttest_4799_89_kernel.cu")
        hand_ins = self.hand_ins(CANVAS)
        self.assertEqual(
            [source.student for source in hand_ins.sources], ["4709", "4712", "4713", "4714"]
        )
        [left] = hand_ins.left_out
        self.assertEqual(left.path, "studenttest_4799_89_kernel.cu")
        self.assertEqual((hand_ins.open, self.waiting(hand_ins)), ([], []))

    def test_may_export_last_and_first_names(self) -> None:
        self.write("lijo_4709_88_kernel.cu")
        hand_ins = self.hand_ins(
            "LastName,FirstName,ID,SIS Login ID,Section\n    Points Possible,,,,\n"
            "Li,Jo,4709,jli,1\nKim,Bo,4713,bk,1\nStudent,Test,4799,0123,1\n"
        )
        self.assertEqual([source.student for source in hand_ins.sources], ["4709", "4713"])
        self.assertEqual(hand_ins.open, [])

    def test_does_not_say_whose_anonymous_hand_ins_are(self) -> None:
        names = ["anon_x4Tb9_88_kernel.cu", "LATE_anon_Zz1Qq_89_kernel.cu"]
        for name in names:
            self.write(name)
        self.assertEqual(
            self.owners(self.hand_ins()), {"anon_Zz1Qq": names[1:], "anon_x4Tb9": names[:1]}
        )
        hand_ins = self.hand_ins(CANVAS)
        [each] = hand_ins.open
        self.assertIn("and 1 more: anonymous. Canvas says whose they are", each.what)
        self.assertEqual(self.waiting(hand_ins), ["4709", "4712", "4713", "4714"])

    def test_names_a_group_and_one_of_its_people(self) -> None:
        self.write("team7_4712_88_kernel.cu")
        hand_ins = self.hand_ins(CANVAS)
        self.assertEqual(list(self.owners(hand_ins)), ["4712"])
        self.assertIn("probably their group's: name Canvas' list", hand_ins.open[0].what)
        self.assertEqual(self.waiting(hand_ins), ["4709", "4713", "4714"])

    def test_tells_with_its_list_of_groups_who_is_in_one(self) -> None:
        self.write("team7_4712_88_kernel.cu")
        groups = self.write("../groups.csv", GROUPS)
        for roster in (self.roster(CANVAS), Roster(groups)):
            hand_ins = list_submissions(self.folder, LABS, roster, groups=groups)
            self.assertEqual(list(self.owners(hand_ins)), ["4709", "4712"])
            self.assertEqual((hand_ins.open, self.waiting(hand_ins)), ([], []))

    def test_does_not_make_a_group_of_who_hands_in_alone(self) -> None:
        self.write("haddadsara_4712_88_kernel.cu")
        groups = self.write("../groups.csv", GROUPS)
        hand_ins = list_submissions(self.folder, LABS, self.roster(CANVAS), groups=groups)
        self.assertEqual(list(self.owners(hand_ins)), ["4712"])
        self.assertEqual(hand_ins.open, [])

    def test_asks_for_a_group_that_its_list_does_not_have(self) -> None:
        self.write("team9_4712_88_kernel.cu")
        groups = self.write("../groups.csv", GROUPS)
        hand_ins = list_submissions(self.folder, LABS, self.roster(CANVAS), groups=groups)
        self.assertIn("groups.csv has no such group of theirs", hand_ins.open[0].what)
        self.assertEqual(self.waiting(hand_ins), ["4709", "4713", "4714"])

    def test_calls_nobody_unlike_who_hands_in_beside_the_group(self) -> None:
        self.write("team7_4712_88_kernel.cu")
        self.write("lijo_4709_89_kernel.cu", "another text")
        groups = self.write("../groups.csv", GROUPS)
        hand_ins = list_submissions(self.folder, LABS, self.roster(CANVAS), groups=groups)
        [each] = hand_ins.open
        self.assertIn('are all of "Team\u24237!": which one counts?', each.what)

    def test_has_its_own_number_last_if_a_group_has_one_in_its_name(self) -> None:
        self.write("group_7_4712_88_kernel.cu")
        hand_ins = self.hand_ins(CANVAS)
        part = self.source(hand_ins, "4712").parts[0]
        self.assertEqual((part.student, part.id, part.file), ("group_7", "4712", "kernel.cu"))

    def test_needs_groups_with_people(self) -> None:
        self.write("team7_4712_88_kernel.cu")
        for text, words in (("name\n", "must name a column group"), ('group,"id\n', "not closed")):
            with self.assertRaisesRegex(UsageError, words):
                list_submissions(
                    self.folder, LABS, self.roster(CANVAS), groups=self.write("../g.csv", text)
                )


class Blackboard(Downloads):
    DAY = "_attempt_2026-01-31-22-15-00"

    def test_logins_may_have_an_underscore(self) -> None:
        for login in ("jo_lovelace", "bo"):
            self.write(f"Lab 2_{login}{self.DAY}_kernel.cu")
        self.assertEqual(sorted(self.owners(self.hand_ins())), ["bo", "jo_lovelace"])

    def test_logins_that_all_begin_alike_are_whole(self) -> None:
        for login in ("s_1", "s_2"):
            self.write(f"Lab 2_{login}{self.DAY}_kernel.cu")
        self.assertEqual(sorted(self.owners(self.hand_ins())), ["s_1", "s_2"])

    def test_says_the_login_in_its_own_page(self) -> None:
        for login in ("a_1", "b_1"):
            self.write(f"Lab_2_{login}{self.DAY}_kernel.cu")
            page = f"Name: A (B) ({login})\nAssignment: Lab_2\n"
            self.write(f"Lab_2_{login}{self.DAY}.txt", page)
        self.assertEqual(sorted(self.owners(self.hand_ins())), ["a_1", "b_1"])

    def test_logins_are_the_rosters(self) -> None:
        self.write(f"Lab_2_jo_lovelace{self.DAY}_kernel.cu")
        hand_ins = self.hand_ins("login,name\njo_lovelace,Jo\nbo,Bo\n")
        self.assertEqual(list(self.owners(hand_ins)), ["jo_lovelace"])
        self.assertEqual(hand_ins.open, [])


class Brightspace(Downloads):
    def test_adds_a_page_that_is_nobodys(self) -> None:
        self.write("12-34 - Jo Li - 31 January, 2026 1015 PM/kernel.cu")
        self.write("12-34 - Jo Li- Feb 1, 2026 2215/kernel.cu")
        self.write("index.html")
        hand_ins = self.hand_ins("name\nJo Li\nBo\n")
        [jo] = [source for source in hand_ins.sources if source.parts]
        self.assertEqual(
            [part.time[:10] for part in sorted(jo.parts, key=lambda part: part.time)],
            ["2026-01-31", "2026-02-01"],
        )
        self.assertEqual((hand_ins.open, hand_ins.notes), ([], []))

    def test_says_which_dates_it_cannot_read(self) -> None:
        self.write("12-34 - Jo Li - 31 tammikuu 2026 2215/kernel.cu")
        hand_ins = self.hand_ins()
        self.assertEqual(list(self.owners(hand_ins)), ["Jo Li"])
        self.assertIn("has a date that cannot be read", hand_ins.notes[0])


class Gradescope(Downloads):
    EXPORT = (
        "---\nsubmission_1:\n  :submitters:\n  - :name: Ada L\n    :sid: '11'\n"
        "    :email: ada@uni.edu\n  - :name: Bo Li\n    :sid: '12'\n    :email: bo@uni.edu\n"
        "  :created_at: 2026-01-31 22:15:00.5 Z\nsubmission_2:\n  :submitters:\n"
        "  - :name: Cy\n    :sid:\n    :email: cy@uni.edu\n  :created_at: 2026-02-01 10:00:00 Z\n"
    )

    def test_says_in_its_list_whose_a_folder_is(self) -> None:
        self.write("submission_metadata.yml", self.EXPORT)
        for number in (1, 2):
            self.write(f"submission_{number}/lab02.cu")
        both = {"Ada L": ["submission_1"], "Bo Li": ["submission_1"], "Cy": ["submission_2"]}
        self.assertEqual(self.owners(self.hand_ins()), both)
        people = "id,name,e-mail,team\n11,A,,x\n12,B,,x\n13,C,cy@uni.edu,\n14,D,,\n"
        hand_ins = self.hand_ins(people)
        self.assertEqual(
            self.owners(hand_ins),
            {"11": ["submission_1"], "12": ["submission_1"], "13": ["submission_2"]},
        )
        self.assertEqual(hand_ins.open, [])
        self.assertEqual(self.source(hand_ins, "12").parts[0].time, "2026-01-31T22:15:00Z")

    def test_may_have_lost_a_folder(self) -> None:
        self.write("submission_metadata.yml", self.EXPORT)
        self.write("submission_1/lab02.cu")
        hand_ins = self.hand_ins("id,name,e-mail\n11,A,\n12,B,\n13,C,cy@uni.edu\n")
        [each] = hand_ins.open
        self.assertIn('names "submission_2" of Cy, which is not in the folder', each.what)
        self.assertEqual(self.waiting(hand_ins), ["13"])
        self.assertEqual(len(self.hand_ins().open), 1)


class GitHub(Downloads):
    ROSTER = (
        '"identifier","github_username","github_id","name"\n"Ann A","ann","1","Ann A"\n'
        '"Ben B","octo-ben","2","Ben B"\n"Cy C","","",""\n'
    )

    def test_repositories_may_have_any_name_that_ends_in_a_login(self) -> None:
        for name in ("gpu-labs-ann", "gpu-labs-octo-ben"):
            self.write(f"{name}/labs/02_naive_kernel/kernel.cu")
        hand_ins = self.hand_ins(self.ROSTER)
        self.assertEqual(
            self.owners(hand_ins), {"Ann A": ["gpu-labs-ann"], "Ben B": ["gpu-labs-octo-ben"]}
        )
        self.assertEqual((hand_ins.open, self.waiting(hand_ins)), ([], []))

    def test_archives_of_branches_are_repositories_too(self) -> None:
        for name in ("hpc-2-ann-main.zip", "hpc-2-octo-ben-main.zip"):
            self.write(name)
        self.assertEqual(sorted(self.owners(self.hand_ins(self.ROSTER))), ["Ann A", "Ben B"])

    def test_repositories_of_teams_end_in_their_names(self) -> None:
        people = (
            "id,login,name,team\ns1,ann,Ann A,Moon shot\ns2,ben,Ben B,Moon shot\ns3,cy,Cy C,red\n"
        )
        for name in ("gpu-labs-moon-shot", "gpu-labs-red"):
            self.write(f"{name}/02.cu")
        hand_ins = self.hand_ins(people)
        self.assertEqual(
            self.owners(hand_ins),
            {"s1": ["gpu-labs-moon-shot"], "s2": ["gpu-labs-moon-shot"], "s3": ["gpu-labs-red"]},
        )
        self.assertEqual(hand_ins.open, [])

    def test_one_folder_alone_is_nobodys_unless_it_is_a_clone(self) -> None:
        self.write("Mary-ann/02.cu")
        self.assertEqual(list(self.owners(self.hand_ins(self.ROSTER))), ["Mary-ann"])
        self.write("Mary-ann/.git/config")
        self.assertEqual(list(self.owners(self.hand_ins(self.ROSTER))), ["Ann A"])

    def test_clones_are_called_without_what_all_share(self) -> None:
        for name in ("gpu-labs-ann", "gpu-labs-octo-ben"):
            self.write(f"{name}/.git/config")
        self.assertEqual(sorted(self.owners(self.hand_ins())), ["ann", "octo-ben"])
        self.write("plain/02.cu")
        self.assertIn("plain", self.owners(self.hand_ins()))

    def test_says_in_its_table_of_grades_which_repository_is_whose(self) -> None:
        self.write("strange/02.cu")
        hand_ins = self.hand_ins(
            "assignment_name,github_username,roster_identifier,student_repository_name\n"
            "Labs,ann,Ann A,strange\n"
        )
        self.assertEqual(self.owners(hand_ins), {"Ann A": ["strange"]})


if __name__ == "__main__":
    unittest.main()
