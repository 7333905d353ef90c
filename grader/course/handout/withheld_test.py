"""What of a page is left out because it leads to what a class does not get."""

import unittest

from course.handout.withheld import calls_withheld, without_marked, without_withheld

THERE = {"docs", "docs/here.md", "docs/02_two.md", "labs/02_two/kernel.cu", "grader/core"}
STUDY = "[x](studies/x/README.md)"


class Left(unittest.TestCase):
    def assert_page(self, text: str, want: str) -> None:
        self.assertEqual(without_withheld(text, "docs/page.md", THERE), want)

    def test_out_are_sentences_that_lead_to_a_study_or_an_example(self) -> None:
        self.assert_page(
            f"How much? Guess. The study\n{STUDY} asks. Then:\n", "How much? Guess. Then:\n"
        )
        self.assert_page("Try\n[a.cu](examples/a.cu). **Or** not.\n", "**Or** not.\n")
        self.assert_page(f"Read {STUDY}.\n\nMore.\n", "\nMore.\n")

    def test_out_are_sentences_with_commands_and_files_that_are_not_there(self) -> None:
        self.assert_page("Run it. `./gemmlab study x` counts. Look.\n", "Run it. Look.\n")
        self.assert_page("See `grader/core`. See `grader/gone.py`.\n", "See `grader/core`.\n")
        self.assert_page("Text:\n\n    grader/gone.py DIR\n    ./x\n", "Text:\n\n    ./x\n")

    def test_out_are_sentences_about_the_page_of_another_lab(self) -> None:
        self.assert_page("Go on. [Lab 07](07_x.md) has it.\n", "Go on.\n")
        self.assert_page("[Lab 02](02_two.md) has it.\n", "[Lab 02](02_two.md) has it.\n")

    def test_out_are_brackets_with_only_a_link(self) -> None:
        self.assert_page(f"It is 16 (study {STUDY}), not 2.\n", "It is 16, not 2.\n")
        self.assert_page(
            f"Is it? (Study {STUDY}.) Yes ([x](here.md)).\n", "Is it? Yes ([x](here.md)).\n"
        )

    def test_out_are_items_of_a_list_each_by_itself(self) -> None:
        self.assert_page(f"- One {STUDY}.\n- Two, and\n  {STUDY}. Three.\n", "- Three.\n")

    def test_in_are_other_dead_links_and_code(self) -> None:
        for text in (
            "See [teachers](instructors.md).\n",
            "```\na. ./gemmlab study\n```\n",
            "# A. B\n",
        ):
            self.assert_page(text, text)

    def test_in_an_answer_nothing_waits_for_a_study(self) -> None:
        fold = "<details><summary>%s the numbers</summary>\n"
        for before in ("After the study:", "After these studies:", "After the study coalescing:"):
            self.assert_page(fold % before, fold % "Answer:")

    def test_in_shown_output_the_labs_file_stands_for_an_example(self) -> None:
        self.assert_page(
            "```\n    docs/examples/02_slip.cu:29: RACE          6\n```\n",
            "```\n    labs/02_two/kernel.cu:29: RACE          6\n```\n",
        )

    def test_out_is_what_is_marked(self) -> None:
        marks = "<!-- not handed out -->\n\n%s\n\n<!-- end of what is not handed out -->\n"
        self.assertEqual(without_marked(f"A\n\n{marks % 'x'}\nB\n{marks % 'y'}"), "A\n\nB\n")


class Calls(unittest.TestCase):
    def test_of_labs_that_are_not_there_are_withheld(self) -> None:
        for call, want in (
            ("`./gemmlab watch 02`", False),
            ("`./gemmlab watch 07`", True),
            ("./gemmlab bench 02 07 --sizes 64", True),
            ("./gemmlab grade 02 03.1", True),
            ("./gemmlab", False),
        ):
            with self.subTest(call):
                self.assertEqual(calls_withheld(call, THERE), want)
                self.assertFalse(calls_withheld(call, set()), "no lab is known: all are there")

    def test_for_solutions_are_withheld_wherever_the_option_stands(self) -> None:
        for call in (
            "./gemmlab grade --solutions",
            "./gemmlab grade 02 03 --backend sim --solutions",
            "./gemmlab bench $lab --verdicts 40",
            "./gemmlab grade 02 --file docs/examples/02_x.cu",
        ):
            self.assertTrue(calls_withheld(call, THERE), call)


if __name__ == "__main__":
    unittest.main()
