"""What students ask for in requests.csv, and what counts as an answer."""

import tempfile
import unittest
from pathlib import Path

from course.errors import UsageError
from course.rules.exceptions import Adjustment, Answer, Exceptions, Request
from course.rules.requests import answer_in_words, answers_to, read_requests
from course.rules.sample_course import LABS

INA = Answer("the race is real", "Ina", "2026-12-01")


def meant_by(word: str) -> set[str]:
    if word == "Reds":
        return {"s1", "s2"}
    if word not in ("s1", "Ann Lee"):
        raise UsageError("nobody in the class is called so")
    return {"s1"}


def asked(text: str) -> dict[str, list[Request]]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "requests.csv"
        file.write_text(text, encoding="utf-8")
        return read_requests(file, LABS, meant_by)


class Requests(unittest.TestCase):
    def test_are_rows_of_who_which_lab_and_why(self) -> None:
        self.assertEqual(
            asked(
                "id,lab,reason\ns1,02,it is right\nAnn Lee,naive_kernel,please\n"
                's1,,"all, again"\n'
            ),
            {"s1": [
                Request("02", "it is right"), Request("02", "please"), Request("", "all, again"),
            ]},
        )  # fmt: skip
        self.assertEqual(asked("id,lab,reason\n"), {})

    def test_may_come_from_a_form_with_times(self) -> None:
        form = "Timestamp;E-Mail;Lab;Reason\n2026-11-30T09:00:00Z;Reds;3;why?\n;s1;3;again\n"
        self.assertEqual(
            asked(form),
            {
                "s1": [Request("03", "why?", "2026-11-30"), Request("03", "again")],
                "s2": [Request("03", "why?", "2026-11-30")],
            },
        )

    def test_say_where_they_are_wrong(self) -> None:
        for text, words in (
            ("id,lab\n", r"csv:1: the first line must be id,lab,reason"),
            ("", r"csv:1: the first line must be"),
            ("id,lab,reason\ns1,02,a\ns3,02,a\n", r"csv:3: nobody in the class"),
            ("id,lab,reason\ns1,12,a\n", r"csv:2: there is no lab \"12\""),
            ("id,lab,reason\ns1,02, \n", r"csv:2: the row needs a reason"),
            ("id,lab,reason,time\ns1,02,a,soon\n", r"csv:2: \"soon\" is not a time"),
            ('id,lab,reason\n"s1,02,a\n', r"a quote is not closed"),
        ):
            with self.subTest(text), self.assertRaisesRegex(UsageError, words):
                asked(text)

    def test_are_answered_by_who_says_so_with_a_date(self) -> None:
        request = Request("02", "it is right", "2026-11-30")
        more = Adjustment(5, "you are right", "Ina", "2026-12-01")
        for own, answers in (
            (Exceptions(), []),
            (Exceptions(checked={"02": INA}), [INA]),
            (Exceptions(checked={"": INA}), [INA]),
            (Exceptions(checked={"03": INA}), []),
            (Exceptions(checked={"02": Answer()}), []),  # checked for something else
            (Exceptions(adjustments={"02": more}), [more]),
            (Exceptions(adjustments={"02": Adjustment(5, "came by e-mail")}), []),
            (Exceptions(adjustments={"": more}), []),  # of the total
            (Exceptions(adjustments={"02": more}, checked={"02": INA}), [more, INA]),
        ):
            self.assertEqual(answers_to(request, own), answers)
        self.assertEqual(answers_to(Request("", "all"), Exceptions(adjustments={"": more})), [more])

    def test_are_not_answered_by_what_was_said_before(self) -> None:
        own = Exceptions(checked={"02": INA})
        self.assertEqual(answers_to(Request("02", "look again", "2026-12-02"), own), [])
        self.assertEqual(answers_to(Request("02", "look", "2026-12-01"), own), [INA])

    def test_have_answers_with_who_when_and_points(self) -> None:
        self.assertEqual(answer_in_words(INA), "Ina, 2026-12-01: the race is real")
        self.assertEqual(
            answer_in_words(Adjustment(-2.5, "no", "Bo", "2026-12-02")),
            "Bo, 2026-12-02: no (points: -2.5)",
        )


if __name__ == "__main__":
    unittest.main()
