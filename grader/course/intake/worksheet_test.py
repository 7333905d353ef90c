"""Moodle's grading worksheet in the languages and forms in which it is downloaded."""

import unittest
from collections.abc import Collection
from zoneinfo import ZoneInfo

from course.csv_table import read_csv
from course.dates import parse_utc
from course.errors import UsageError
from course.intake.class_case import ClassCase
from course.intake.names import digits_of
from course.intake.roster import Person, Roster
from course.intake.worksheet import NONE, Worksheet, extension_in, is_draft, worksheet_in

BERLIN = ZoneInfo("Europe/Berlin")

ENGLISH = (
    "Identifier,Full name,ID number,Email address,Status,Group,Grade,Maximum grade,"
    "Grade can be changed,Last modified (submission),Online text,Last modified (grade),"
    "Feedback comments\n"
    'Participant 11,Ann Lee,s1,a@uni.edu,Submitted for grading,Red,,50.00,Yes,"Sunday, 22 November '
    '2026, 6:15 PM",,-,\n'
    "Participant 12,Bo Li,s2,b@uni.edu,No submission,Red,,50.00,No,-,,-,\n"
)
GERMAN = (
    "ID,Vollständiger Name,ID-Nummer,E-Mail-Adresse,Status,Gruppe,Bewertung,Bestwertung,"
    "Bewertung kann geändert werden,Zuletzt geändert (Abgabe),Zuletzt geändert (Bewertung)\n"
    'Teilnehmer/in11,Ann Lee,s1,a@uni.edu,"Zur Bewertung abgegeben - Verlängertes Abgabeende bis: '
    'Mittwoch, 25. November 2026, 23:59",Rot,,"50,00",Ja,"Sonntag, 22. November 2026, 18:15",-\n'
    'Teilnehmer/in12,Bo Li,s2,b@uni.edu,Entwurf (nicht abgegeben),Rot,,"50,00",Nein,"Sonntag, '
    '22. November 2026, 18:15",-\n'
    'Teilnehmer/in13,Cy Day,s3,c@uni.edu,Keine Abgabe,Blau,"7,00","50,00",Nein,-,'
    '"Montag, 23. November 2026, 08:00"\n'
)
FRENCH = (
    "Identifiant,Nom complet,Adresse de courriel,Statut,Note,Note maximale,La note peut être "
    "modifiée,Dernière modification (travail remis),Dernière modification (note)\n"
    "Participant11,Ann Lee,a@uni.edu,\"Remis pour évaluation - Prolongation accordée jusqu'au : "
    'mercredi 25 novembre 2026, 23:59",,100.00,Oui,"dimanche 22 novembre 2026, 18:15",-\n'
    "Participant12,Bo Li,b@uni.edu,Brouillon (non remis),,100.00,Non,"
    '"dimanche 22 novembre 2026, 18:15",-\n'
    "Participant13,Cy Day,c@uni.edu,Pas de travail remis,,100.00,Non,-,-\n"
)
SPANISH = (
    "Identificador,Nombre completo,Dirección de correo,Estado,Permitir entregas desde,Fecha de "
    "entrega,Fecha límite,Calificación,Calificación máxima,La calificación puede ser cambiada,"
    "Última modificación (entrega),Última modificación (calificación)\n"
    'Participante11,Ann Lee,a@uni.edu,Enviado para calificar,-,"miércoles, 25 de noviembre de '
    '2026, 23:59",-,,10.00,Sí,"domingo, 22 de noviembre de 2026, 18:15",-\n'
    'Participante12,Bo Li,b@uni.edu,Borrador (no enviado),-,"domingo, 22 de noviembre de 2026, '
    '23:59",-,,10.00,No,"domingo, 22 de noviembre de 2026, 18:15",-\n'
    'Participante13,Cy Day,c@uni.edu,Sin entrega,-,"domingo, 22 de noviembre de 2026, 23:59",-,,'
    "10.00,No,-,-\n"
)
TIME = "2026-11-22T17:15:00Z"


def sheet_in(text: str) -> Worksheet:
    sheet = worksheet_in(read_csv(text.encode()))
    assert sheet
    return sheet


class Worksheets(ClassCase):
    def people(
        self, text: str, encoding: str = "utf-8", dues: Collection[int] = ()
    ) -> list[Person]:
        file = self.place / "sheet.csv"
        file.write_bytes(text.encode(encoding))
        return Roster(file, BERLIN, dues).people

    def test_have_their_columns_in_four_languages(self) -> None:
        for text, columns in (
            (ENGLISH, (6, 7, 8, 1, 3, 4, NONE, 5, 9)),
            (GERMAN, (6, 7, 8, 1, 3, 4, NONE, 5, 9)),
            (FRENCH, (4, 5, 6, 1, 2, 3, NONE, NONE, 7)),
            (SPANISH, (7, 8, 9, 1, 2, 3, 5, NONE, 10)),
        ):
            sheet = sheet_in(text)
            self.assertEqual(
                (
                    sheet.grade, sheet.most, sheet.changeable, sheet.name, sheet.email,
                    sheet.status, sheet.due, sheet.group, sheet.time,
                ),
                columns, text,
            )  # fmt: skip
            self.assertEqual(sheet.is_english, text is ENGLISH)

    def test_say_of_each_person_what_was_handed_in_and_until_when(self) -> None:
        for text in (GERMAN, FRENCH, SPANISH):
            ann, bo, cy = self.people(text)
            self.assertEqual((ann.name, ann.email, ann.participant), ("Ann Lee", "a@uni.edu", "11"))
            self.assertEqual([each.time for each in (ann, bo, cy)], [TIME, TIME, ""])
            self.assertEqual([each.is_handed_in for each in (ann, bo, cy)], [True, True, False])
            self.assertEqual([each.is_draft for each in (ann, bo, cy)], [False, True, False])
            self.assertEqual(
                [each.extension for each in (ann, bo, cy)], ["2026-11-25T22:59:00Z", "", ""], text
            )

    def test_are_no_other_tables(self) -> None:
        for text in (
            "",
            "id,name\ns1,Ann\ns2,Bo\n",
            "id,number,year\ns1,4,2026\ns2,5,2026\n",
            "Student,ID,gemmlab (1)\nAnn,1,\n",
            "identifier,name\nada,Ada\n12,Bo\n",
        ):
            self.assertIsNone(worksheet_in(read_csv(text.encode())), text)

    def test_have_a_scale_in_place_of_a_maximum(self) -> None:
        for titles in ("Grade,Scale", "Bewertung,Skala"):
            sheet = sheet_in(
                f"Identifier,Full name,Status,{titles},Last modified (submission)\n"
                'Participant 1,Ann,No submission,,"poor\ngood",-\n'
            )
            self.assertEqual((sheet.grade, sheet.scale, sheet.most), (3, 4, NONE))

    def test_give_who_has_an_override_an_extension_unless_it_has_one(self) -> None:
        dues = ("Sunday, 22", "Monday, 23", "Sunday, 22")
        rows = "".join(
            f'Participant {i},P{i},s{i},No submission,-,"{day} November 2026, 11:00 PM",-,,50\n'
            for i, day in enumerate(dues, 1)
        )
        titles = (
            "Identifier,Full name,ID number,Status,Allow submissions from,Due date,Cut-off date,"
            "Grade,Maximum grade\n"
        )
        self.assertEqual(
            [each.extension for each in self.people(titles + rows)],
            ["", "2026-11-23T22:00:00Z", ""],
        )
        more = rows.replace(
            "s2,No submission",
            's2,"No submission - Extension granted until: 24 November 2026, 11:00 PM"',
        )
        self.assertEqual(self.people(titles + more)[1].extension, "2026-11-24T22:00:00Z")
        # Which of the two is the class's, the course says, in the seconds that it likes.
        for due, extension, earlier in (
            ("2026-11-22T22:00:59Z", "2026-11-23T22:00:00Z", ("", "", "")),
            ("2026-11-23T22:00:00Z", "", ("2026-11-22T22:00:00Z", "", "2026-11-22T22:00:00Z")),
            ("2026-11-27T22:00:00Z", "2026-11-23T22:00:00Z", ("", "", "")),
        ):
            seconds = parse_utc(due)
            assert seconds is not None
            people = self.people(titles + rows, dues={seconds, 7})
            self.assertEqual([each.extension for each in people], ["", extension, ""], due)
            self.assertEqual(tuple(each.earlier_due for each in people), earlier, due)

    def test_are_read_as_excel_saves_them(self) -> None:
        text = GERMAN.replace("Ann Lee", "Jörg Groß")
        for encoding in ("cp1252", "utf-8-sig"):
            self.assertEqual(self.people(text, encoding)[0].name, "Jörg Groß")

    def test_in_other_languages_say_what_to_do(self) -> None:
        dutch = (
            "ID,Volledige naam,Status,Cijfer,Hoogste cijfer,Laatst gewijzigd (inzending)\n"
            'Deelnemer 1,Ann,Ingestuurd voor beoordeling,,10,"vrijdag, 30 januari 2026, 13:10"\n'
        )
        with self.assertRaises(UsageError) as caught:
            self.people(dutch)
        self.assertIn("sheet.csv:2: ", str(caught.exception))
        self.assertIn("seems to be in Dutch. Set your language in Moodle", str(caught.exception))

    def test_name_a_file_for_everybody_whatever_the_names_are(self) -> None:
        text = GERMAN.replace(",s1,", ",,").replace("a@uni.edu", "").replace("Ann Lee", "=Ann")
        one = self.people(
            text.replace(",s2,", ",,")
            .replace("b@uni.edu", "")
            .replace("Bo Li", "ก" * 36)
            .replace(",s3,", ",,")
            .replace("c@uni.edu", "")
        )
        self.assertEqual(one[0].key, "Participant 11")
        self.assertEqual(one[1].name, "ก" * 36)
        self.assertTrue(one[1].key.endswith(digits_of(f"{'ก' * 36} (Participant 12)")))
        self.assertEqual(one[2].key, "Cy Day (Participant 13)")


class States(unittest.TestCase):
    def test_say_what_is_a_draft_and_until_when(self) -> None:
        self.assertTrue(is_draft("Draft (not submitted) - 2 days late"))
        self.assertTrue(is_draft("Reopened"))
        self.assertFalse(is_draft("Submitted for grading - Draft"))
        late = "No submission - Assignment is overdue by: 3 days 4 hours"
        self.assertEqual(extension_in(late), "")
        self.assertEqual(
            extension_in(f"{late} - Extension granted until: 25 November 2026, 11:59 PM"),
            "25 November 2026, 11:59 PM",
        )


if __name__ == "__main__":
    unittest.main()
