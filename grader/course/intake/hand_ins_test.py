"""What is left out says why, and whether somebody has to decide."""

import unittest

from course.errors import UsageError
from course.intake.class_case import ClassCase
from course.intake.hand_ins import LeftOut, LeftOutReason

_WORKSHEET = (
    "Identifier,Full name,ID number,Email address,Grade\n"
    "Participant 11,Anna Becker,k1,a@uni.edu,\n"
    "Participant 20,Anna Becker,k2,a2@uni.edu,\n"
    "Participant 21,Tom Hughes,k3,t@uni.edu,\n"
)


class LeftOutFiles(unittest.TestCase):
    def test_have_a_reason_in_words(self) -> None:
        texts = {LeftOut("f", reason, 7, "02").reason_in_words for reason in LeftOutReason}
        self.assertEqual(len(texts), len(LeftOutReason))
        self.assertIn("one of 7 files for lab 02, of which only one can count", texts)
        self.assertIn("the project's own, not of your labs (7 files)", texts)
        self.assertIn("its path is longer than 512 bytes", texts)
        self.assertIn("it is more than 16 folders deep", texts)
        self.assertIn("larger than 1 MiB", texts)

    def test_are_open_where_there_may_be_a_solution_in_them(self) -> None:
        is_open = {reason.value for reason in LeftOutReason if LeftOut("f", reason).is_open}
        self.assertEqual(
            is_open,
            set(
                "one_of_several not_in_folder shared_name archive empty unclear no_bytes "
                "unnamed_code code_in_page code_in_notebook shown_answer several_labs in_a_room "
                "may_be_answer large refused".split()
            ),
        )

    def test_concern_one_lab_or_all(self) -> None:
        two = LeftOut("f", LeftOutReason.one_of_several, 2, "02")
        self.assertEqual([two.concerns(lab) for lab in ("02", "03", "")], [True, False, True])
        report = LeftOut("f.docx", LeftOutReason.document)
        self.assertFalse(report.concerns("02"))
        report.is_all = True
        script = LeftOut("run.sh", is_all=True)
        for left in (report, script, LeftOut("f", LeftOutReason.symbolic_link, is_all=True)):
            self.assertEqual(left.reason_in_words.count("ask for"), 1)
        self.assertEqual([report.concerns(lab) for lab in ("02", "03", "")], [True] * 3)

    def test_tell_students_no_more_than_what_they_are(self) -> None:
        for reason in LeftOutReason:
            said = LeftOut("f", reason, 7, "02").reason_for_student
            self.assertNotRegex(said, "ask for|look at|lost on the way.*:|adjustments", reason)
        self.assertEqual(
            LeftOut("f", LeftOutReason.document, is_all=True).reason_for_student,
            "a document, from which no code is taken",
        )

    def test_are_counted(self) -> None:
        self.assertEqual(LeftOut("build", LeftOutReason.made_by_tools, 7).files, 7)
        self.assertEqual(LeftOut("k.cu", LeftOutReason.one_of_several, 7).files, 1)


class InstructorsWords(ClassCase):
    def meant_by(self, word: str, roster: str) -> str:
        try:
            return " ".join(sorted(self.hand_ins(roster).meant_by(word)))
        except UsageError as error:
            return str(error)

    def test_mean_who_is_called_so(self) -> None:
        self.write("Ada Lovelace_1_assignsubmission_file_/02.cu")
        self.write("eve/02.cu")
        people = "id,name,e-mail,team\ns1,Ada Lovelace,al@uni.edu,red\ns2,Bo Li,,red\n"
        for word in ("s1", "S1", "Lovelace, Ada", "al@uni.edu", "al"):
            self.assertEqual(self.meant_by(word, people), "s1", word)
        self.assertEqual(self.meant_by("red", people), "s1 s2")
        self.assertEqual(self.meant_by("eve", people), "eve")
        self.assertEqual(
            self.meant_by("Ada Lovelase", people),
            "nobody in the class is called \"Ada\u2423Lovelase\". Did you mean 'Ada Lovelace'?",
        )
        self.assertEqual(self.meant_by("", people), 'nobody in the class is called "".')

    def test_never_mean_one_of_two_with_its_name(self) -> None:
        for entry in ("Anna Becker_11_assignsubmission_file_", "Anna Becker"):
            self.write(f"{entry}/02.cu")
            said = self.meant_by("Anna Becker", _WORKSHEET)
            self.assertIn("more than one in the class is called", said)
            self.assertIn("k1 (a@uni.edu), k2 (a2@uni.edu). Write the id or the e-mail", said)
            for word, student in (
                ("k1", "k1"),
                ("20", "k2"),
                ("Participant 20", "k2"),
                ("hughes tom", "k3"),
            ):
                self.assertEqual(self.meant_by(word, _WORKSHEET), student)

    def test_never_mean_one_of_two_in_the_folder(self) -> None:
        self.write("Anna Becker_11_assignsubmission_file_/02.cu")
        self.write("Anna Becker_20_assignsubmission_file_/02.cu")
        self.assertEqual(self.meant_by("20", ""), "Anna Becker (20)")
        self.assertIn("Anna Becker (11), Anna Becker (20). Write", self.meant_by("Anna Becker", ""))


if __name__ == "__main__":
    unittest.main()
