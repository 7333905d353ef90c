"""How the pages for a class are adapted."""

import json
import unittest

from course.handout.pages import (
    handed_out_notebook,
    handed_out_page,
    handed_out_readme,
    without_answers,
)


class Pages(unittest.TestCase):
    def assert_page(self, text: str, want: str) -> None:
        self.assertEqual(handed_out_page(text, "docs/page.md", {"docs", "docs/here.md"}), want)

    def test_link_only_to_what_is_there(self) -> None:
        self.assert_page(
            "See [this](here.md#part), [that\none](../gone.md), [web](https://a.b/).\n",
            "See [this](here.md#part), that\none, [web](https://a.b/).\n",
        )
        self.assert_page(
            "[all](../docs/), [mail](mailto:a@b), [above](#above), [root](..)\n",
            "[all](../docs/), [mail](mailto:a@b), [above](#above), root\n",
        )

    def test_show_only_pictures_that_are_there(self) -> None:
        self.assert_page(
            "One\n\n![a\nb](gone.svg)\n\n[![c](gone.png)](here.md)\n\n![d](here.md)\n",
            "One\n\n\n\n![d](here.md)\n",
        )

    def test_lose_rows_and_commands_that_need_what_is_withheld(self) -> None:
        self.assert_page(
            "| a | [x](gone.md) |\n| b | [x](here.md) |\n| c | `./gemmlab upkeep` |\n",
            "| b | [x](here.md) |\n",
        )
        self.assert_page(
            "```sh\n./gemmlab\n./gemmlab test   # all\n./gemmlab grade --solutions\n"
            "./gemmlab grade 03 --solutions\n./gemmlab grade 02 --file docs/examples/02_x.cu\n```\n"
            "```sh\n./gemmlab upkeep\n```\n",
            "```sh\n./gemmlab\n```\n",
        )
        self.assert_page("```\n| [x](gone.md) |\n```\n| [x](gone.md) |\n", "```\n| x |\n```\n")

    def test_lose_a_section_whose_table_lost_all_rows(self) -> None:
        beyond = "\n## Beyond\n\nFor who goes\non.\n\n| | page |\n|---|---|\n| 7 | [x](%s) |\n"
        for rest in ("", "\n## Studies\n\nText.\n"):
            self.assert_page("# Index\n" + beyond % "gone.md" + rest, "# Index\n" + rest)
            kept = "# Index\n" + beyond % "here.md" + rest
            self.assert_page(kept, kept)

    def test_keep_hints_but_none_that_is_code(self) -> None:
        self.assertEqual(
            without_answers(
                "## Idea\n- `x = y;` is\n  an idea\n## Hints\n\n### 1.1\n\n- Think of\n  `row`.\n"
                "- So:\n  ```cpp\n  x = y;\n  ```\n  and done.\n- `c[i] = sum;`\n\n"
                "### 1.2\n- Wait.\n"
            ),
            "## Idea\n- `x = y;` is\n  an idea\n## Hints\n\n### 1.1\n\n- Think of\n  `row`.\n\n"
            "### 1.2\n- Wait.\n",
        )

    def test_lose_folded_hints_that_are_code_with_their_fold(self) -> None:
        first = "## Hints\n### 1.1\n<details><summary>Hint 1</summary>\n\n- Think.\n\n</details>\n"
        self.assertEqual(
            without_answers(
                first + "<details><summary>Hint 2</summary>\n\n- So:\n  ```cpp\n"
                "  x = y;\n  ```\n\n</details>\n## Why\n"
            ),
            first + "## Why\n",
        )

    def test_count_the_hints_that_are_left_from_1_below_each_step(self) -> None:
        hint = "<details><summary>Hint %d</summary>\n\n- %s\n\n</details>\n"
        page = "## Hints\n### 1.1\n%s### 1.2\n%s"
        code, words = "`x = y;`", "Think."
        self.assertEqual(
            without_answers(page % (hint % (1, code) + hint % (2, words), hint % (1, words))),
            page % (hint % (1, words), hint % (1, words)),
        )

    def test_lose_a_row_that_leads_to_a_heading_which_is_not_there(self) -> None:
        table = "| a | [x](#x) |\n| b | [y](#what-it-is) |\n\n## What it *is*?\n"
        self.assert_page(table, table.partition("\n")[2])

    def test_lose_the_cells_of_a_notebook_about_what_is_withheld(self) -> None:
        def notebook(*cells: tuple[str, str]) -> str:
            return json.dumps({"cells": [{"cell_type": kind, "source": [s]} for kind, s in cells]})

        kept = [("markdown", "Grade."), ("code", "!./gemmlab grade 02")]
        lost = [("markdown", "See `docs/gone.md`."), ("code", "!./gemmlab study x")]
        text = handed_out_notebook(notebook(*kept, *lost), "docs/x.ipynb", {"docs"})
        self.assertEqual(json.loads(text), json.loads(notebook(*kept)))

    def test_show_outputs_without_the_source_in_them(self) -> None:
        self.assertEqual(
            without_answers("  25 |     sum += x;\n         loads a\n"),
            "  25 |     (a line of yours)\n         loads a\n",
        )

    def test_say_in_the_readme_what_is_handed_in(self) -> None:
        for page in ("# x\n<!-- labs: -->\n", "# x\n"):
            self.assertIn("Hand in the files", handed_out_readme(page, set()))


if __name__ == "__main__":
    unittest.main()
