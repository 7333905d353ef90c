#!/usr/bin/env python3
"""Moodle as it is at other sites: languages, overrides, groups, drafts, scales, Excel.

Usage: moodle_forms_test.py [PATH OF gemmlab-cli] [unittest's own arguments]
Skips without a sandbox, that is without root or bubblewrap.
"""

import csv
import io
import json
import zipfile

from moodle_case import MoodleCase
from platforms_case import main, needs_sandbox, skeleton

ENGLISH = {
    "titles": "Identifier,Full name,ID number,Status,Grade,Maximum grade,Grade can be changed,"
    "Last modified (submission),Last modified (grade)",
    "person": "Participant {}",
    "submitted": "Submitted for grading",
    "draft": "Draft (not submitted)",
    "none": "No submission",
    "extension": "Extension granted until: {}",
    "time": "Friday, 30 January 2026, 1:10 PM",
    "until": "Saturday, 31 January 2026, 1:00 AM",
    "locked": ("Yes", "No"),
}
GERMAN = {
    "titles": "ID,Vollständiger Name,ID-Nummer,Status,Bewertung,Bestwertung,"
    "Bewertung kann geändert werden,Zuletzt geändert (Abgabe),Zuletzt geändert (Bewertung)",
    "person": "Teilnehmer/in{}",
    "submitted": "Zur Bewertung abgegeben",
    "draft": "Entwurf (nicht abgegeben)",
    "none": "Keine Abgabe",
    "extension": "Verlängertes Abgabeende bis: {}",
    "time": "Freitag, 30. Januar 2026, 13:10",
    "until": "Samstag, 31. Januar 2026, 01:00",
    "locked": ("Ja", "Nein"),
}
FRENCH = {
    "titles": "Identifiant,Nom complet,Numéro d'identification,Statut,Note,Note maximale,"
    "La note peut être modifiée,Dernière modification (travail remis),Dernière modification (note)",
    "person": "Participant{}",
    "submitted": "Remis pour évaluation",
    "draft": "Brouillon (non remis)",
    "none": "Pas de travail remis",
    "extension": "Prolongation accordée jusqu'au : {}",
    "time": "vendredi 30 janvier 2026, 13:10",
    "until": "samedi 31 janvier 2026, 01:00",
    "locked": ("Oui", "Non"),
}
SPANISH = {
    "titles": "Identificador,Nombre completo,Número de ID,Estado,Calificación,Calificación máxima,"
    "La calificación se puede cambiar,Última modificación (entrega),"
    "Última modificación (calificación)",
    "person": "Participante{}",
    "submitted": "Enviado para calificar",
    "draft": "Borrador (no enviado)",
    "none": "Sin entrega",
    "extension": "Plazo ampliado hasta: {}",
    "time": "viernes, 30 de enero de 2026, 13:10",
    "until": "sábado, 31 de enero de 2026, 01:00",
    "locked": ("Sí", "No"),
}
PEOPLE = {"s1": "Jörg Groß", "s2": "Zoë K", "s3": "Bo Li", "s4": "Cy Day"}
# What the columns are about, in the order of each form's titles; and those of overrides and groups.
COLUMNS = "person name id status grade most changeable time graded".split()
OVERRIDES = {
    "from": "Allow submissions from",
    "due": "Due date",
    "cut_off": "Cut-off date",
    "group": "Group",
}


def row_of(number, form=ENGLISH, **cells):
    """Of a worksheet, by column: the person of that number has handed in, and has no grade yet, as
    far as `cells` do not say otherwise."""
    id_, name = list(PEOPLE.items())[number - 1]
    usual = [form["person"].format(number), name, id_, form["submitted"], "", "50.00"]
    usual += [form["locked"][0], form["time"], "-"]
    return {**dict(zip(COLUMNS, usual)), **cells}


@needs_sandbox
class MoodleForms(MoodleCase):
    def setUp(self):
        super().setUp()
        for entry in (self.place / "class").iterdir():
            for file in sorted(entry.rglob("*"), reverse=True):
                file.rmdir() if file.is_dir() else file.unlink()
            entry.rmdir()
        for i, name in enumerate(list(PEOPLE.values())[:3], 1):
            self.hand_in(f"{name}_{i}_assignsubmission_file_")

    def hand_in(self, entry, place="class"):
        path = self.place / place / entry / "lab02.cu"
        path.parent.mkdir(parents=True)
        path.write_text(f"{skeleton('02')}// {entry}\n", encoding="utf-8")

    def sheet(self, form, grades=("", "", "", ""), draft=False, separator=",", encoding="utf-8"):
        """Of PEOPLE: the first has an extension, the second may have a draft and is locked, the
        last has nothing."""
        extension = form["extension"].format(form["until"])
        special = [
            {"status": f"{form['submitted']} - {extension}"},
            {
                "status": form["draft"] if draft else form["submitted"],
                "changeable": form["locked"][1],
            },
            {},
            {"status": form["none"], "time": "-"},
        ]
        rows = [
            row_of(i, form, **cells, grade=grade, graded=form["time"] if grade else "-")
            for i, (cells, grade) in enumerate(zip(special, grades), 1)
        ]
        self.write_sheet(rows, COLUMNS, form, separator, encoding)

    def write_sheet(self, rows, columns, form=ENGLISH, separator=",", encoding="utf-8"):
        titles = {**dict(zip(COLUMNS, form["titles"].split(","))), **OVERRIDES}
        out = io.StringIO()
        table = csv.writer(out, delimiter=separator, lineterminator="\n")
        table.writerow([titles[column] for column in columns])
        table.writerows([each[column] for column in columns] for each in rows)
        (self.place / "worksheet.csv").write_bytes(out.getvalue().encode(encoding))

    def grades(self):
        """That return to Moodle."""
        text = (self.place / "out/moodle.csv").read_text(encoding="utf-8-sig")
        separator = ";" if ";" in text.partition("\n")[0] else ","
        return [row[4] for row in csv.reader(io.StringIO(text), delimiter=separator)][1:]

    def students(self):
        return {row["student"]: row for row in self.rows("grades.csv")}

    def test_worksheets_in_four_languages_give_and_take_the_same(self):
        late = "[late]\nper_day_percent = 10\n"
        for form in (ENGLISH, GERMAN, FRENCH, SPANISH):
            with self.subTest(form["person"]):
                self.sheet(form)
                code, said = self.batch(course=late)
                self.assertEqual(code, 0, said)
                self.assertEqual(self.grades(), ["0", "", "0", "0"])  # the second is locked
                self.assertIn("the grade of s2 Zoë K is locked", said)
                students = self.students()
                self.assertIn("02: extension of 30 days, due Jan 31", students["s1"]["steps"])
                self.assertEqual([students[f"s{i}"]["days_late"] for i in (1, 3)], ["0", "30"])
                record = json.loads((self.place / "out/results/s3.json").read_text())
                self.assertEqual(record["submitted_at"], {"02": "2026-01-30T12:10:00Z"})

    def test_a_worksheet_that_excel_has_saved_is_read_and_named(self):
        self.sheet(GERMAN, separator=";", encoding="cp1252")
        code, said = self.batch()
        self.assertEqual(code, 0, said)
        self.assertIn("rows from here on not UTF-8", said)
        self.assertIn("Choose that separator", said)
        self.assertEqual([each["name"] for each in self.rows("grades.csv")], list(PEOPLE.values()))
        self.assertEqual(self.grades(), ["0", "", "0", "0"])

    def test_in_another_language_ends_with_what_to_do(self):
        self.sheet(dict(
            ENGLISH, titles=GERMAN["titles"], person="Deelnemer {}", none="Geen inzending",
            submitted="Ingestuurd", extension="Uitstel tot: {}",
        ))  # fmt: skip
        code, said = self.batch()
        self.assertEqual(code, 2, said)
        self.assertIn("seems to be in Dutch. Set your language in Moodle to one of these", said)

    def test_earlier_grades_are_named(self):
        for form in (ENGLISH, GERMAN):
            self.sheet(form, grades=("7.00", "", "0.00", ""))
            code, said = self.batch()
            self.assertEqual(code, 0, said)
            self.assertIn("moodle.csv replaces 1 earlier grade: s1 Jörg Groß 7.00 -> 0", said)
            self.assertEqual("Moodle reads their times only in English" in said, form is GERMAN)

    def test_words_of_a_scale_stay(self):
        self.sheet(ENGLISH, grades=("good", "", "", ""))
        sheet = self.place / "worksheet.csv"
        text = sheet.read_text().replace("Maximum grade", "Scale").replace("50.00", '"poor\ngood"')
        sheet.write_text(text)
        code, said = self.batch()
        self.assertEqual(code, 0, said)
        self.assertIn("words of a scale (poor good). Enter them by hand", said)
        self.assertEqual(self.grades(), ["good", "", "", ""])
        self.assertEqual(self.students()["s3"]["total"], "0")

    def test_drafts_are_open_until_the_course_says_what_they_are(self):
        for form in (ENGLISH, FRENCH):
            self.sheet(form, draft=True)
            entry = "Zoë K_2_assignsubmission_file_"
            for course, total in (
                ("", ""),
                ('[course]\ndrafts = "count"\n', "0"),
                ('[course]\ndrafts = "none"\n', "0"),
                (f'[hand_ins]\ns2 = "{entry}"\n', "0"),
            ):
                code, said = self.batch(course=course)
                self.assertEqual(code, 0, said)
                self.assertEqual("is a draft in Moodle" in said, not course)
                self.assertEqual(self.students()["s2"]["total"], total, course)
                page = (self.place / "out/feedback/s2/feedback.txt").read_text()
                self.assertEqual("nothing was handed in" in page, "none" in course, page)
                totals = [self.students()[f"s{i}"]["total"] for i in (1, 3, 4)]
                self.assertEqual(totals, ["0", "0", "0"])

    def test_groups_with_overrides_in_the_united_states(self):
        """A folder has the group's name and number, which is a person's in another table."""
        for entry in (self.place / "class").iterdir():
            (entry / "lab02.cu").unlink()
            entry.rmdir()
        self.hand_in("Team Reds_3_assignsubmission_file")
        self.hand_in("Default group_assignsubmission_file")
        more = {"from": "-", "cut_off": "-"}
        early, late = (f"Friday, January {day}, 2026, 1:10 PM" for day in (2, 30))
        extended = {**more, "due": "Saturday, January 31, 2026, 1:00 AM", "group": "Team Red's"}
        usual = {**more, "due": "Thursday, January 1, 2026, 1:00 AM"}
        rows = [
            row_of(1, time=late, **extended),
            row_of(2, time=late, **extended),
            row_of(3, time=early, group="Default group", **usual),
            row_of(4, time="-", status=ENGLISH["none"], group="Blue", **usual),
        ]
        self.write_sheet(rows, [*COLUMNS[:4], *OVERRIDES, *COLUMNS[4:]])
        code, said = self.batch(course="[late]\nper_day_percent = 10\n")
        self.assertEqual(code, 0, said)
        self.assertIn("s1 Jörg Groß, s2 Zoë K have extensions in the roster", said)
        self.assertNotIn("belong", said)
        students = self.students()
        self.assertEqual([students[f"s{i}"]["days_late"] for i in (1, 2, 3)], ["0", "0", "2"])
        self.assertEqual({each["total"] for each in students.values()}, {"0"})
        with zipfile.ZipFile(self.place / "out/moodle_feedback_02.zip") as packed:
            self.assertEqual(
                sorted(packed.namelist()),
                sorted(
                    f"{name}_{i}_assignsubmission_file_/feedback.html"
                    for i, name in enumerate(PEOPLE.values(), 1)
                ),
            )
            self.assertIn(
                "(s2)", packed.read("Zoë K_2_assignsubmission_file_/feedback.html").decode()
            )

    def test_one_download_too_deep_is_taken(self):
        (self.place / "class").rename(self.place / "inner")
        (self.place / "class").mkdir()
        (self.place / "inner").rename(self.place / "class/CS1-Labs-4711")
        self.sheet(ENGLISH)
        code, said = self.batch()
        self.assertEqual(code, 0, said)
        self.assertIn('"CS1-Labs-4711" is the one folder there, and holds the hand-ins', said)
        self.assertEqual(self.grades(), ["0", "", "0", "0"])

    def test_names_are_labels_and_the_number_is_the_key(self):
        names = ["Sammy Davis Jr.", "=Hans Müller, M.Sc.", "Mary-Jane O.", "ก" * 36]
        for entry in (self.place / "class").iterdir():
            (entry / "lab02.cu").unlink()
            entry.rmdir()
        for i, name in enumerate(names[:-1], 1):
            self.hand_in(f"{name}_{i}_assignsubmission_file_")
        self.hand_in("Another Name_4_assignsubmission_file_")
        rows = [row_of(i, name=name) for i, name in enumerate(names, 1)]
        self.write_sheet(rows, "person name status grade most time".split())
        code, said = self.batch()
        self.assertEqual(code, 0, said)
        self.assertEqual([row["Grade"] for row in self.rows("moodle.csv")], ["0"] * 4)
        shown = {row["name"].lstrip("'") for row in self.rows("grades.csv")}
        self.assertEqual(shown, set(names))
        self.assertNotIn("Decide first", said)
        for row in self.rows("grades.csv"):
            self.assertNotRegex(row["student"], "^[=+@'-]")

    def test_of_two_hand_ins_the_course_says_which_counts(self):
        self.sheet(ENGLISH)
        self.hand_in("Bo Li")
        code, said = self.batch()
        self.assertEqual(code, 0, said)
        self.assertIn('are all of "s3": which one counts?', said)
        self.assertEqual(self.grades(), ["0", "", "", ""])
        for entry in ("Bo Li", "Bo Li_3_assignsubmission_file_"):
            code, said = self.batch(course=f'[hand_ins]\n"Bo Li" = "{entry}"\n')
            self.assertEqual(code, 0, said)
            self.assertEqual(self.grades(), ["0", "", "0", "0"])
            record = json.loads((self.place / "out/results/s3.json").read_text())
            self.assertEqual(record["sources"]["02"].splitlines()[-1], f"// {entry}")
            left_out = (self.place / "out/left_out.txt").read_text()
            self.assertIn("another file or hand-in of this student counts", left_out)
            code, said = self.batch(course=f'[hand_ins]\n"Bo Lu" = "{entry}"\n')
            self.assertEqual(code, 2)
            self.assertIn("Did you mean 'Bo Li'?", said)


if __name__ == "__main__":
    main()
