"""A student's page and text, as the tool shows results.

Usage: feedback_pages_test.py [BUILD [unittest's own arguments]]
BUILD: the folder with the built tool; without it these tests are skipped.
"""

import html
import re
import sys
import unittest
from pathlib import Path

from course.doors import show
from course.feedback import Feedback, feedback_of
from course.intake.hand_ins import LeftOut
from course.rules.policy import Visibility
from course.sample_feedback import FeedbackCase
from course.sample_results import check

BUILD: Path | None = None


def one_line(text: str) -> str:
    return " ".join(text.split())


class FeedbackPages(FeedbackCase):
    def setUp(self) -> None:
        if BUILD is None:
            self.skipTest("needs the built tool")
        super().setUp()

    def feedback(self, name: str = "") -> Feedback:
        assert BUILD is not None
        request = self.request(name=name)
        [answer] = show(BUILD, [request])
        return feedback_of(request, answer)

    def both(self) -> list[str]:
        pages = self.feedback()
        return [pages.html, pages.text]

    def test_show_points_with_every_step_and_what_to_read_next(self) -> None:
        self.policy.title = "GPUs & you"
        self.adjust_total(-5, "late oral")
        for page in self.both():
            self.assertIn("64 of 80", page)
            self.assertIn("2 days late, due Jan 01 00:00, handed in Jan 02", one_line(page))
            self.assertIn("(64 + 20) / 2 = 42; late oral: -5", page)
            self.assertIn("RACE", page)
            self.assertIn("./gemmlab hint 3.", page)
        self.assertIn("GPUs &amp; you", self.feedback().html)

    def test_show_the_students_own_line_under_the_students_own_path(self) -> None:
        self.record.paths["03"] = "my labs/lab03.cu"
        self.record.sources["03"] = "first\nsecond\nthird\nfourth of ann\n"
        for page in self.both():
            self.assertIn("my labs/lab03.cu:4", page)
            self.assertIn("fourth of ann", page)
            self.assertNotIn("03_tiled_kernel/kernel.cu", page)

    def test_have_one_scale_and_the_students_name(self) -> None:
        page = self.feedback("Ann Lee").html
        self.assertIn('<h1>Ann Lee (ann)</h1><p class="lead">total: 42 of 80 (52.5 %)', page)
        self.assertIn(">64/80<", page)
        self.assertIn("<b> 64</b> of 80 points", page)

    def test_count_what_was_not_run_without_a_gpu_as_not_graded(self) -> None:
        speed = check(
            "speed", 20, "DOES NOT COMPILE", outcome="not_run", reason="nothing_to_run", fact=None
        )
        self.lab("02").update(
            verdict="DOES NOT COMPILE", score=0, not_graded_points=0,
            checks=[check("file", 80, "DOES NOT COMPILE"), speed],
        )  # fmt: skip
        pages = self.feedback()
        self.assertIn("DOES NOT COMPILE      0/80   20 not graded: no GPU", pages.text)
        self.assertNotIn("/100", pages.text)
        self.assertIn('speed<span class="dim"> no GPU', pages.html)

    def test_show_what_is_right_but_wasteful_unless_evidence_is_hidden(self) -> None:
        place = {"file": "", "line": 24, "column": 0, "what": ""}
        cause = {"name": "swap_indices", "is_along_x": False, "or_pad": None}
        self.lab("02")["advice"] = [{"cause": cause, "places": [place]}]
        for page in self.both():
            self.assertIn("right, but wasteful at line 24: ", one_line(page))
        self.policy.show.evidence = Visibility.HIDDEN
        self.assertNotIn("wasteful", "".join(self.both()))

    def test_load_nothing_and_let_no_foreign_text_be_markup_or_turn_around(self) -> None:
        self.record.left_out = [LeftOut("<script>alert(1)</script>\u202eabc")]
        self.adjust_total(-5, "<b>late</b>\u202e")
        page, text = self.both()
        for part in ("<script", "<b>late", "://"):
            self.assertNotIn(part, page)
        self.assertIn(html.escape("<script>alert"), page)
        self.assertIsNone(re.search("\u202e", page + text))

    def test_fold_a_long_list_of_ignored_files(self) -> None:
        self.record.left_out = [LeftOut(f"x{i}") for i in range(1000)]
        page = self.feedback().html
        self.assertIn("<summary>1000 ignored files</summary>", page)
        self.assertLess(len(page), 30_000)


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        BUILD = Path(sys.argv.pop(1))
    unittest.main()
