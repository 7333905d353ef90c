"""Gradescope's export."""

import tempfile
import unittest
from pathlib import Path

from course.errors import UsageError
from course.intake.gradescope_export import ExportedSubmission, Submitter, read_export

EXPORT = """---
submission_101:
  :submitters:
  - :name: Ada Lovelace
    :sid: '4711'
    :email: ada@uni.edu
  :created_at: 2026-01-31 22:15:00.123456000 Z
  :score: 8.0
  :results:
    :output: |-
      submission_999:
        :submitters:
        - :name: Mallory
  :history:
  - :id: 100
    :created_at: 2025-01-01 00:00:00.000000000 Z
submission_102:
  :submitters:
  - :name: "Jos\\xE9 \\"Pepe\\" Li"
    :sid: &1 s-1
    :email: 'o''brien@uni.edu'
  - :name: 'Yes: No'
    :sid:
    :email: *1
  :created_at: &2 2026-01-31 14:15:00.5 -08:00
"""


class Export(unittest.TestCase):
    def read(self, text: str) -> dict[str, ExportedSubmission]:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "submission_metadata.yml"
            file.write_text(text, encoding="utf-8")
            return read_export(file)

    def test_says_whose_each_submission_is_and_when_it_came(self) -> None:
        self.assertEqual(
            self.read(EXPORT),
            {
                "submission_101": ExportedSubmission(
                    [Submitter("Ada Lovelace", "4711", "ada@uni.edu")], "2026-01-31T22:15:00Z"
                ),
                "submission_102": ExportedSubmission(
                    [
                        Submitter('José "Pepe" Li', "s-1", "o'brien@uni.edu"),
                        Submitter("Yes: No", "", "s-1"),
                    ],
                    "2026-01-31T22:15:00Z",
                ),
            },
        )

    def test_without_submitters_ends_it(self) -> None:
        for text in ("", "---\nsubmission_1:\n  :score: 1\n", "title: x\n"):
            with self.assertRaisesRegex(UsageError, "names no submitters"):
                self.read(text)
        with self.assertRaisesRegex(UsageError, "cannot read"):
            read_export(Path("/nowhere/submission_metadata.yml"))


if __name__ == "__main__":
    unittest.main()
