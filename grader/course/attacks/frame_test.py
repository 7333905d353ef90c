#!/usr/bin/env python3
"""Attacks that forge a reply send all of its fields: an incomplete one is refused."""

import re
import unittest
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
BASES = {"RunReport": "common/facts/run_report.h", "WorkerReport": "grader/protocol/messages.h"}
PARTS = {"RunCounts": "common/facts/counts.h"}


def fields_of(base):
    """Listed in JSON below the struct, where the compiler lets none be left out."""
    [fields] = re.findall(
        rf"^GEMMLAB_JSON\({base},([^)]*)\)",
        (ROOT / (BASES | PARTS)[base]).read_text(),
        re.MULTILINE,
    )
    return [each.strip() for each in fields.split(",")]


class Frame(unittest.TestCase):
    def test_claims_each_field_of_a_reply(self):
        messages = (ROOT / BASES["WorkerReport"]).read_text()
        self.assertIn(f"GEMMLAB_JSON_OF_BASES(RunReply, {', '.join(BASES)})", messages)
        fields = [field for base in BASES | PARTS for field in fields_of(base)]
        frame = (HERE / "frame" / "first.h").read_text()
        self.assertIn("findings", fields)
        self.assertIn("dying", fields)
        self.assertEqual([each for each in fields if f'\\"{each}\\":' not in frame], [])


if __name__ == "__main__":
    unittest.main()
