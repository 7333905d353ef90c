"""The rules for AI assistants in a hand-out."""

import re
import tempfile
import unittest
from pathlib import Path

from course.handout.ai_rules import RULES, add_ai_rules, files_with, files_with_any
from course.intake.handed_out import HandedOut
from course.option_table import ROOT, TABLE, commands_of


class Rules(unittest.TestCase):
    def test_are_those_of_the_command_line(self) -> None:
        options = commands_of((ROOT / TABLE).read_text())["handout"].options
        (ai,) = [option for option in options if option.name == "--ai"]
        self.assertEqual("|".join(RULES), ai.rules[0])

    def test_are_written_where_assistants_read_them(self) -> None:
        for rules in RULES:
            with tempfile.TemporaryDirectory() as folder:
                add_ai_rules(rules, Path(folder))
                text = (Path(folder) / "AGENTS.md").read_text()
                self.assertRegex(text, r"^# For AI assistants: ")
                self.assertEqual((Path(folder) / "CLAUDE.md").read_text(), "@AGENTS.md\n")
                self.assertLess(len(text), 4000, "an assistant reads it with each question")

    def test_of_a_course_without_any_are_no_files(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            add_ai_rules("", Path(folder))
            self.assertEqual(list(Path(folder).iterdir()), [])

    def test_differ_in_what_is_allowed(self) -> None:
        heads = [dict(files_with(rules))["AGENTS.md"].decode().split("\n")[0] for rules in RULES]
        for head, words in zip(heads, ("a tutor", "allows your help", "allows no AI help")):
            self.assertIn(words, head)

    def test_name_only_folders_of_a_hand_out(self) -> None:
        for _, text in files_with_any():
            for folder in re.findall(r"`(\w+/)`", text.decode()):
                self.assertIn(folder, ("labs/", "docs/", "reference/"))

    def test_are_nobodys_answer_whichever_they_are(self) -> None:
        handed_out = HandedOut({}, more=files_with_any())
        for path, text in files_with_any():
            self.assertTrue(handed_out.has(f"labs-kim/{path}", text))
            self.assertTrue(handed_out.is_at_its_place(path))
        self.assertFalse(handed_out.has("AGENTS.md", b"my answer"))


if __name__ == "__main__":
    unittest.main()
