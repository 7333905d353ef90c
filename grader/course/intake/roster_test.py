"""The people of a class."""

import tracemalloc
import unittest
from collections.abc import Iterable
from zoneinfo import ZoneInfo

from course.errors import UsageError
from course.intake.class_case import ClassCase
from course.intake.class_folder import list_submissions
from course.intake.names import made_name_for, safe_name_for
from course.intake.roster import Person, Roster

_UTC = ZoneInfo("UTC")
_WORKSHEET = (
    "Identifier,Full name,ID number,Email address,Status,Grade,Last modified (submission)\n"
    "Participant 11,Anna Becker,k1,a@uni.edu,Submitted for grading,,"
    '"Sunday, 22 November 2026, 6:15 PM"\n'
    "Participant 20,Anna Becker,k2,a2@uni.edu,No submission,,-\n"
    "Participant 21,Tom Hughes,k3,t@uni.edu,"
    '"Submitted for grading - Extension granted until: Wednesday, 25 November 2026, 11:59 PM",,-\n'
)


def keys(people: Iterable[Person]) -> list[str]:
    return [person.key for person in people]


class Rosters(ClassCase):
    def students(self, roster: str) -> list[str]:
        return [source.student for source in self.hand_ins(roster).sources]

    def test_are_read_as_courses_and_platforms_write_them(self) -> None:
        for data in (
            b"id,name,section\nada,Ada Lovelace,1\n",
            b'\xef\xbb\xbfSection;Name;ID\r\n1;"Lovelace, Ada";ada\r\n;;\r\n',
            b"First name\tSurname\tID number\tEmail address\nAda\tLovelace\tada\tal@uni.edu\n",
            b'Student,ID,SIS Login ID\n    Points Possible,,\n"Lovelace, Ada",ada,al\n',
            b"OrgDefinedId,Username,Last Name,First Name,End-of-Line Indicator\n"
            b"#ada,#al,Lovelace,Ada,#\n",
            '\ufeff"Last Name"\t"First Name"\t"Student ID"\nLovelace\tAda\tada\n'.encode(
                "utf-16-le"
            ),
            "\ufeffName\tStudent number\nLovelace Ada\tada\n".encode("utf-16-be"),
        ):
            file = self.place / "roster.csv"
            file.write_bytes(data)
            roster = Roster(file)
            self.assertEqual(keys(roster.people), ["ada"], data)
            for word in ("ada", "ADA", "Ada Lovelace", "lovelaceada", "Lovelace, Ada"):
                self.assertEqual(keys(roster.called([word])), ["ada"], (data, word))
            self.assertEqual(roster.called(["eve", ""]), [])

    def test_find_people_by_login_and_mailbox_and_in_either_composition(self) -> None:
        roster = self.roster("e-mail,name,login\nzoe@uni.edu,Zoë K,zk\n")
        for word in ("zoe", "zoe@uni.edu", "zk", "Zoe\u0308 K", "ZO\u00cb K"):
            self.assertEqual(keys(roster.called(["nobody", word])), ["zk"], word)

    def test_take_no_more_memory_than_a_few_times_their_own_length(self) -> None:
        long = " ".join(f"word{i}" for i in range(9000))
        file = self.write("../roster.csv", f"id,name\n1,{long}\n2,Kim Lee\n")
        tracemalloc.start()
        self.addCleanup(tracemalloc.stop)
        roster = Roster(file)
        self.assertLess(tracemalloc.get_traced_memory()[1], 50 * len(long))
        self.assertEqual(keys(roster.called([long])), ["1"])
        self.assertEqual(keys(roster.called(["Lee, Kim"])), ["2"])

    def test_mean_nobody_by_what_two_have(self) -> None:
        roster = self.roster("id,name\n1,Kim Lee\n2,Lee Kim\n")
        self.assertEqual(roster.called(["Kim Lee"]), [])
        self.assertEqual(keys(roster.called(["Kim Lee", "2"])), ["2"])
        self.assertEqual(keys(roster.people_sharing("Lee, Kim")), ["1", "2"])
        self.assertEqual(roster.people_sharing("2"), [])

    def test_say_who_handed_in_and_who_has_an_extension(self) -> None:
        people = Roster(self.write("../sheet.csv", _WORKSHEET), ZoneInfo("Europe/Berlin")).people
        self.assertEqual([person.is_handed_in for person in people], [True, False, True])
        self.assertEqual([person.participant for person in people], ["11", "20", "21"])
        self.assertEqual([person.time for person in people], ["2026-11-22T17:15:00Z", "", ""])
        self.assertEqual([person.extension for person in people], ["", "", "2026-11-25T22:59:00Z"])

    def test_must_have_extensions_until_a_time(self) -> None:
        text = _WORKSHEET.replace("25 November 2026", "25 Listopad 2026")
        with self.assertRaisesRegex(
            UsageError, "roster.csv:4: .*Listopad.* is not a time such as Friday, 30 January"
        ):
            self.roster(text)

    def test_tell_where_they_are_wrong(self) -> None:
        for text, message in (
            ("", "roster.csv:1: the first line must name the columns"),
            ("colour,shape\nred,round\n", "roster.csv:1: the first line must name the columns"),
            (
                "id,name\nada,A\nbo,B\nADA,C\n",
                'roster.csv:4: "ADA" is on line 2 too; remove one',
            ),
            ("id\n../x\n", 'roster.csv:2: "../x" cannot name a student'),
            ('id\n"ada\n', "roster.csv:line 2: a quote is not closed"),
        ):
            with self.assertRaises(UsageError) as caught:
                self.roster(text)
            self.assertIn(message, str(caught.exception))
        with self.assertRaisesRegex(UsageError, "cannot read .*none.csv: No such file"):
            Roster(self.place / "none.csv")

    def test_list_a_bad_e_mail_and_keep_its_person_and_the_others(self) -> None:
        for email in (
            "ben/x@uni.edu",
            "=ben@uni.edu",
            "Ben <ben@uni.edu>",
            "ben@uni.edu?",
            "-",
            "b|b@uni.edu",
        ):
            roster = self.roster(f"name,e-mail\nAnn A,a@uni.edu\nBen B,{email}\n")
            (note,) = roster.notes
            self.assertRegex(note, '^roster.csv:3: ".*" cannot name a student: use letters, digits')
            self.assertTrue(note.endswith("until then this person is called Ben B"), note)
            self.assertEqual(keys(roster.called(["Ben B"])), ["Ben B"])
            self.assertEqual(keys(roster.called(["a"])), ["a@uni.edu"])

    def test_list_a_bad_row_and_say_what_everybody_is_called(self) -> None:
        made = made_name_for("b/2")
        for table, note, called in (
            ("id,name\nann,Ann\nb/2,Ben B\n", ':3: "b/2" cannot name', ["ann", "Ben B"]),
            ("id\nann\nb/2\n", ':3: "b/2" cannot name a student', ["ann", made]),
            ("id,name\nBen B,Other\nb/2,Ben B\n", ':3: "b/2"', ["Ben B", made_name_for("b/2?")]),
            ("id,name\nann,Ann\nben,J\udcf6rg\n", ":3: 1 row from here on", ["ann", "ben"]),
            ("name\nAnn\nJ\udcf6rg\n", ":3: 1 row from here on not UTF-8", ["Ann", "Jörg"]),
            (
                "id,name,section\nann,Ann,1\nann,Ann,2\n",
                ':3: "ann" is on line 2 too, and counts once',
                ["ann"],
            ),
        ):
            roster = self.roster(table)
            self.assertEqual(len(roster.notes), 1, table)
            self.assertIn(note, roster.notes[0])
            self.assertEqual(keys(roster.people), called)

    def test_have_no_note_for_what_names_nobody(self) -> None:
        roster = self.roster("id,e-mail,phone\nann,a/x@uni.edu,J\udcf6rg\n")
        self.assertEqual(roster.notes, [])  # its id is good
        long_mail = "b" * 120 + "@uni.edu"
        roster = self.roster(f"e-mail\n{long_mail}\n")
        self.assertEqual(roster.notes, [])
        self.assertEqual(keys(roster.people), [safe_name_for(long_mail)])
        self.assertEqual(len(roster.called([long_mail])), 1)

    def test_take_numbers_and_times_from_moodles_worksheet(self) -> None:
        titles = "Identifier,Full name,ID number,Last modified (submission),Grade\n"
        self.write("Kim Lee_11_assignsubmission_file_/02.cu")
        self.write("Kim Lee_12_assignsubmission_file_/02.cu")
        sheet = self.write(
            "../sheet.csv",
            f'{titles}Participant 11,Kim Lee,s1,"Friday, 30 January 2026, 1:10 PM"\n'
            'Participant 12,Kim Lee,s2,"30 January 2026, 23:05"\nParticipant 13,Bo,s3,-\n',
        )
        roster = Roster(sheet, _UTC)
        self.assertTrue(roster.is_worksheet)
        sources = list_submissions(self.folder, [], roster).sources
        self.assertEqual([source.student for source in sources], ["s1", "s2", "s3"])
        self.assertEqual([source.parts[0].id for source in sources[:2]], ["11", "12"])
        self.assertEqual(sources[0].times, {"": "2026-01-30T13:10:00Z"})
        self.assertEqual(sources[1].times, {"": "2026-01-30T23:05:00Z"})
        self.assertEqual(sources[2].times, {})
        with self.assertRaises(UsageError):
            self.roster(f'{titles}Participant 11,Bo,s3,"30. Prosinec 2026, 23:05"\n')

    def test_have_an_attempt_that_moodle_opened_again_for_one_that_was_handed_in(self) -> None:
        titles = "Identifier,Full name,Status,Grade,Last modified (submission)\n"
        people = self.roster(
            f"{titles}Participant 11,Bo,Reopened,,-\nParticipant 12,Cy,No submission,,-\n"
        ).people
        self.assertEqual([each.is_handed_in for each in people], [True, False])

    def test_take_another_identifier_for_an_id(self) -> None:
        self.write("ada/02.cu")
        self.write("eve/02.cu")
        people = "identifier,name\nada,Ada Lovelace\n12,Bo\n"
        self.assertEqual(self.students(people), ["12", "ada", "eve"])
        self.assertFalse(self.roster(people).is_worksheet)

    def test_of_github_classroom_may_identify_people_by_their_address(self) -> None:
        people = self.roster(
            '"identifier","github_username","github_id","name"\n"ada@uni.edu","ada","7",""\n'
            '"Bo @ home","bo","8","Bo"\n'
        ).people
        self.assertEqual([each.email for each in people], ["ada@uni.edu", ""])

    def test_know_those_that_moodle_shows_without_names(self) -> None:
        self.write("Participant_11_assignsubmission_file_/02.cu")
        self.write("Participant_12_assignsubmission_file_/02.cu")
        people = "Identifier,Grade\nParticipant 11,\nParticipant 12,\n"
        self.assertEqual(self.students(people), ["Participant 11", "Participant 12"])

    def test_tell_namesakes_without_ids_apart_by_moodles_number(self) -> None:
        self.write("Kim Lee_11_assignsubmission_file_/02.cu")
        self.write("Kim Lee_12_assignsubmission_file_/02.cu")
        people = "Identifier,Name\nParticipant 11,Kim Lee\nParticipant 12,Kim Lee\n"
        one, two = "Kim Lee (Participant 11)", "Kim Lee (Participant 12)"
        self.assertEqual(self.students(people), [one, two])
        self.assertEqual(keys(self.roster(people).called([two])), [two])
        with self.assertRaises(UsageError):
            self.hand_ins(people).meant_by("Kim Lee")

    def test_may_have_german_titles(self) -> None:
        roster = self.roster(
            "Vorname,Nachname,ID-Nummer,E-Mail-Adresse\nAda,Lovelace,s1,al@uni.edu\n"
        )
        self.assertEqual(keys(roster.called(["al@uni.edu"])), ["s1"])


if __name__ == "__main__":
    unittest.main()
