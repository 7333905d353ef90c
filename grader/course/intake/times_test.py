"""times.csv gives hand-ins their times."""

import unittest
from zoneinfo import ZoneInfo

from course.errors import UsageError
from course.intake.class_case import LABS, ClassCase
from course.intake.class_folder import list_submissions


class Times(ClassCase):
    def times(self, text: str, roster: str = "") -> dict[str, dict[str, str]]:
        self.write("times.csv", text)
        return {each.student: each.times for each in self.hand_ins(roster).sources if each.times}

    def test_are_of_all_labs_or_of_one(self) -> None:
        self.write("ann/02.cu")
        self.write("ben/02.cu")
        given = self.times("student,time,lab\nann,2026-01-31T23:59:00+01:00,\nann,2026-02-01,3\n")
        own = {"": "2026-01-31T22:59:00Z", "03": "2026-02-01T00:00:00Z"}
        self.assertEqual(given, {"ann": own})  # a file's own time can be forged

    def test_without_an_offset_are_of_the_course_s_time_zone(self) -> None:
        self.write("ann/02.cu")
        rows = "ann,2026-07-01 12:00,1\nann,2026-01-31 23:59:00,2\nann,2026-02-01T00:00Z,3\n"
        self.write("times.csv", "student,time,lab\n" + rows)
        hand_ins = list_submissions(self.folder, LABS, zone=ZoneInfo("America/New_York"))
        own = ["2026-07-01T16:00:00Z", "2026-02-01T04:59:00Z", "2026-02-01T00:00:00Z"]
        self.assertEqual(list(hand_ins.sources[0].times.values()), own)
        self.assertIn("2 times without an offset such as +01:00", hand_ins.notes[-1])
        self.assertIn("taken as America/New_York, as `timezone` in", hand_ins.notes[-1])
        self.assertIn("1 time without", self.hand_ins_with("ann,2026-07-01 12:00"))
        self.assertIn("taken as UTC", self.hand_ins_with("ann,2026-07-01 12:00"))
        self.assertEqual(self.hand_ins_with("ann,2026-07-01T12:00+02:00"), "")

    def hand_ins_with(self, row: str) -> str:
        """What is noted."""
        self.write("times.csv", f"student,time\n{row}\n")
        return "".join(self.hand_ins().notes)

    def test_tell_where_they_are_wrong(self) -> None:
        self.write("ann/02.cu")
        for text, message in (
            ("", "times.csv:1: the first line must be student,time or student,time,lab"),
            ("name,when\n", "times.csv:1: the first line must be"),
            (
                "student,time\nann,yesterday\n",
                'times.csv:2: "yesterday" is not a time; write 2026-01-31T23:59:00Z',
            ),
            (
                "student,time\nanne,2026-01-01\n",
                "nobody in the class is called \"anne\". Did you mean 'ann'?",
            ),
            ("student,time\n,2026-01-01\n", 'nobody in the class is called "".'),
            ("student,time,lab\n\nann,2026-01-01,9\n", 'times.csv:3: there is no lab "9"'),
            (
                "student,time,lab\nann,2026-01-01,2\nann,2026-01-01,\nann,2026-01-02,02\n",
                'times.csv:4: line 2 has a time for "ann" and this lab too; remove one',
            ),
        ):
            with self.assertRaises(UsageError) as caught:
                self.times(text)
            self.assertIn(message, str(caught.exception))

    def test_are_of_whom_the_roster_calls_so(self) -> None:
        self.write("ada/02.cu")
        roster = "id,name\nada,Ada Lovelace\n"
        given = {"ada": {"": "2026-01-31T00:00:00Z"}}
        self.assertEqual(self.times("student;time\nAda Lovelace;2026-01-31\n", roster), given)
        same = "student;time\nAda Lovelace;2026-01-31\nada;2026-01-31\n"
        self.assertEqual(self.times(same, roster), given)
        with self.assertRaisesRegex(UsageError, "line 2 has a time for .ada. and this lab too"):
            self.times("student;time\nAda Lovelace;2026-01-31\nada;2026-01-30\n", roster)

    def test_are_of_any_name_that_a_person_has(self) -> None:
        roster = "identifier,github_username,name\nada@uni.edu,ada-l,Ada Lovelace\n"
        self.write("gpu-labs-ada-l/.git/HEAD")
        for word in ("ada@uni.edu", "ada", "ada-l", "Ada Lovelace", "gpu-labs-ada-l"):
            given = self.times(f"student,time\n{word},2026-01-31\n", roster)
            self.assertEqual(given, {"ada@uni.edu": {"": "2026-01-31T00:00:00Z"}}, word)

    def test_may_be_of_somebody_with_two_hand_ins(self) -> None:
        self.write("ada/02.cu")
        self.write("Ada/02.cu")
        self.write("times.csv", "student,time\nada,2026-01-31\n")
        hand_ins = self.hand_ins("id\nada\n")
        self.assertEqual(
            [source.times for source in hand_ins.sources], [{"": "2026-01-31T00:00:00Z"}]
        )

    def test_are_one_for_a_teams_people(self) -> None:
        self.write("ada/02.cu")
        given = self.times("student;time\nbo;2026-01-31\n", "id,team\nada,red\nbo,red\ncy,\n")
        self.assertEqual(given, {key: {"": "2026-01-31T00:00:00Z"} for key in ("ada", "bo")})


if __name__ == "__main__":
    unittest.main()
