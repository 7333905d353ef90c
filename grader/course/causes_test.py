"""What tables call the cause of a failure, and which failure stands for a lab."""

import re
import unittest
from pathlib import Path

from course.causes import cause_of, headline_of
from course.sample_results import (
    LABS,
    Check,
    check,
    failed_lab,
    lab_result,
    lab_without_file,
    passed_lab,
    ungradable_lab,
)

FINDING_H = Path(__file__).resolve().parents[2] / "common/facts/finding.h"
LAB = LABS[1]


def barriers(is_read_after: bool) -> Check:
    fact = {"name": "barriers_apart", "is_read_after": is_read_after}
    finding = {"name": "finding", "kind": "barrier_divergence", "fact": fact}
    return check("apart", 20, "BARRIER DIVERGENCE", fact=finding)


def headline(*checks: Check) -> str:
    found = headline_of(lab_result(LAB, "RACE", 0, *checks))
    return str(found["name"]) if found else ""


class Causes(unittest.TestCase):
    def test_name_verdict_cause_and_step(self) -> None:
        self.assertEqual(cause_of(failed_lab()), "RACE, at TODO(3.2)")
        lab = failed_lab()
        lab["checks"][0]["diagnosis"] = "k_tail_missing"
        self.assertEqual(cause_of(lab), "RACE: k tail missing, at TODO(3.2)")
        lab["checks"][0]["hint"] = ""
        self.assertEqual(cause_of(lab), "RACE: k tail missing")

    def test_have_the_first_line_of_what_is_said_where_there_is_no_file(self) -> None:
        lab = lab_without_file(LAB, "nothing was handed in\nat all")
        self.assertEqual(cause_of(lab), "NOT STARTED: nothing was handed in")

    def test_are_none_where_nothing_failed_or_our_side_did(self) -> None:
        self.assertEqual(cause_of(passed_lab()), "")
        self.assertEqual(cause_of(ungradable_lab(LAB)), "")
        self.assertEqual(cause_of({**failed_lab(), "infrastructure": True}), "")


class Headlines(unittest.TestCase):
    def test_are_the_first_of_the_gravest_verdict(self) -> None:
        wrong, race = check("wrong", 20, "WRONG"), check("race", 20, "RACE")
        self.assertEqual(headline(wrong, race, check("another", 20, "RACE")), "race")
        self.assertEqual(headline(check("right", 20)), "")

    def test_are_no_checks_that_were_not_graded(self) -> None:
        later = check("later", 20, "DOES NOT COMPILE", status="not_graded")
        self.assertEqual(headline(later, check("race", 20, "RACE")), "race")

    def test_are_barriers_that_mean_nothing_only_if_nothing_else_failed(self) -> None:
        wrong = check("wrong", 20, "WRONG")
        self.assertEqual(headline(barriers(True), wrong), "apart")
        self.assertEqual(headline(barriers(False), wrong), "wrong")
        self.assertEqual(headline(barriers(False)), "apart")

    def test_stand_for_failures_at_their_place_or_at_none(self) -> None:
        def at(line: int | None, is_read_after: bool) -> Check:
            return {**barriers(is_read_after), "name": f"at {line}", "line": line}

        self.assertEqual(headline(at(4, False), at(9, True)), "at 9")
        self.assertEqual(headline(at(4, False), at(None, True), check("w", 1, "WRONG")), "w")

    def test_ask_for_a_fact_that_there_is(self) -> None:
        [fields] = re.findall(r"GEMMLAB_JSON\(BarriersApart, (.*?)\)", FINDING_H.read_text("utf-8"))
        self.assertIn("is_read_after", fields.split(", "))


if __name__ == "__main__":
    unittest.main()
