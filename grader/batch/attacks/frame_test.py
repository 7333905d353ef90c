#!/usr/bin/env python3
"""Attacks that forge a reply send all of its fields: one that is incomplete is refused before anything is believed."""

import re
import unittest
from pathlib import Path

HERE = Path(__file__).parent
MESSAGES = HERE.parents[1] / "protocol" / "message_fields.table"


class Frame(unittest.TestCase):
    def test_claims_each_field_of_a_reply(self):
        [fields] = re.findall(r"^RunReply +(.*)$", MESSAGES.read_text(), re.MULTILINE)
        frame = (HERE / "frame" / "first.h").read_text()
        self.assertIn("findings", fields.split())
        self.assertEqual([each for each in fields.split() if f'\\"{each}\\":' not in frame], [])


if __name__ == "__main__":
    unittest.main()
