#!/usr/bin/env python3
"""What of a student's record an instructor is told to look at."""

import re
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
from review import review  # noqa: E402

FACTS = Path(__file__).resolve().parents[2] / "core/facts"


def check(verdict="PASSED", fact=None, message="", **more):
    passed = verdict == "PASSED"
    return {
        "verdict": verdict,
        "fact": fact,
        "message": message,
        "status": "passed" if passed else "failed",
        "outcome": "passed" if passed else "failed",
        **more,
    }


def lab(id_, *checks, **more):
    return {
        "id": id_,
        "verdict": checks[0]["verdict"] if checks else "PASSED",
        "infrastructure": False,
        "checks": list(checks),
        **more,
    }


def record(*labs, **more):
    return {
        "infrastructure": "",
        "problem": "",
        "is_handed_in": True,
        "left_out": [],
        "guesses": {},
        "paths": {"02": "02.cu", "03": "03.cu"},
        "sources": {"02": "text"},
        "result": {"labs": list(labs)},
        **more,
    }


OPEN = {"one_of_several", "not_in_folder", "shared_name", "archive", "empty", "unclear"}


def left(path, reason, lab_="", message="why"):
    return {
        "path": path,
        "reason": reason,
        "lab": lab_,
        "is_open": reason in OPEN,
        "message": message,
    }


def no_file(verdict, why):
    return check(verdict, {"name": "no_file", "text": why}, why)


def whats(*args, **more):
    return [
        f"{each['kind']}|{each['lab']}|{each['what']}" for each in review(record(*args, **more))
    ]


class Review(unittest.TestCase):
    def test_names_what_an_instructor_has_to_see_and_nothing_else(self):
        self.assertEqual(whats(lab("02", check()), lab("03", check("RACE"))), [])
        self.assertEqual(
            whats(infrastructure="no space is left\nmore"),
            ["failure||grader problem: no space is left"],
        )
        self.assertEqual(whats(problem="it is encrypted"), ["refused||refused: it is encrypted"])
        self.assertEqual(whats(guesses={"02": "a guess"}), ["guessed|02|a guess"])
        self.assertEqual(
            whats(
                left_out=[
                    left("notes.txt", "not_a_labs_file"),
                    left("labs/kernel2.cu", "not_a_labs_file"),
                    left("more.zip", "archive"),
                    left(".git", "made_by_tools"),
                ]
            ),
            ['ignored||ignored "labs/kernel2.cu": why', 'ignored||ignored "more.zip": why'],
        )
        forbidden = {
            "name": "refusal",
            "cause": {"name": "function_not_allowed", "function": "system"},
        }
        self.assertEqual(
            whats(lab("03", check("DOES NOT COMPILE", forbidden, "it uses 'system'\nmore"))),
            ["odd|03|DOES NOT COMPILE: it uses 'system'"],
        )
        self.assertEqual(
            whats(lab("02", check("NOT GRADED", None, "it cannot be seen"))),
            ["odd|02|NOT GRADED: it cannot be seen"],
        )
        ours = check("NOT GRADED", None, "no memory", status="not_graded")
        self.assertEqual(
            whats(lab("02", ours, infrastructure=True)), ["failure|02|grader problem: no memory"]
        )

    def test_tells_a_few_ignored_files_and_how_many_more(self):
        said = whats(left_out=[left(f"{i}.cu", "not_a_labs_file") for i in range(9)])
        self.assertEqual((len(said), said[-1]), (6, "ignored||ignored 4 more files"))

    def test_names_whoever_ended_as_honest_programs_do_not(self):
        def ended(detail, name="program_ended"):
            fact = {"name": name, "detail": detail}
            if name == "ended_while_timed":
                fact = {"name": "speed_not_judged", "why": {"cause": fact}}
            return bool(whats(lab("02", check("CRASHED", fact, "it ended"))))

        for name in ("program_ended", "ended_while_timed", "host_entry_fault"):
            self.assertTrue(ended("signal 9 (Killed)", name))
            self.assertTrue(ended("signal 31 (Bad system call)", name))
            self.assertFalse(ended("signal 11 (Segmentation fault)", name))
            self.assertFalse(ended("it used more than 9 MiB of memory", name))
        self.assertTrue(whats(lab("02", check("EXITED", None, "it ended itself"))))
        alone = {"name": "speed_not_judged", "why": {"cause": {"name": "started_another"}}}
        self.assertTrue(whats(lab("02", check("TOO SLOW", alone, "it started another"))))
        self.assertTrue(whats(lab("02", check("NOT STARTED", {"name": "wrong_values"}))))
        self.assertFalse(whats(lab("02", check("NOT STARTED", {"name": "skeleton_unchanged"}))))

    def test_tells_an_open_lab_and_files_without_a_lab_apart_from_nobody(self):
        nothing = {"paths": {}, "sources": {}}
        two = [left(f"{name}.cu", "one_of_several", "02") for name in "ab"]
        self.assertEqual(
            whats(lab("02", no_file("NOT GRADED", "2 files")), left_out=two, **nothing),
            [
                "undecided|02|NOT GRADED: 2 files",
            ],
        )
        only = lab("02", no_file("NOT STARTED", "only report.pdf"))
        self.assertEqual(
            whats(only, left_out=[left("report.pdf", "not_a_labs_file")], **nothing),
            ["missing||only report.pdf"],
        )
        self.assertEqual(whats(only, is_handed_in=False, **nothing), [])

    def test_says_once_what_is_open_for_all_labs_and_of_each_lab_what_is_open_for_some(self):
        labs = [lab(each, no_file("NOT GRADED", "a.rar")) for each in ("02", "03")]
        for reason in sorted(OPEN - {"one_of_several", "unclear"}):
            self.assertEqual(
                whats(*labs, left_out=[left("a.rar", reason)], paths={}, sources={}),
                ['undecided||"a.rar": why'],
            )
        self.assertEqual(
            whats(
                lab("02", check()),
                labs[1],
                left_out=[left("a.rar", "archive")],
                paths={"02": "02.cu"},
            ),
            ['ignored||ignored "a.rar": why', "undecided|03|NOT GRADED: a.rar"],
        )

    def test_leaves_what_is_open_for_the_class_to_its_own_list(self):
        nothing = {"paths": {}, "sources": {}}
        of_class, two = left("", "unclear"), left("a.cu", "one_of_several", "03")
        labs = [
            lab("02", no_file("NOT GRADED", "why")),
            lab("03", no_file("NOT GRADED", "2 files")),
        ]
        self.assertEqual(whats(*labs, left_out=[of_class], **nothing), [])
        self.assertEqual(
            whats(lab("02", check()), labs[1], left_out=[of_class], paths={"02": "02.cu"}), []
        )
        self.assertEqual(
            whats(*labs, left_out=[two, of_class], **nothing), ["undecided|03|NOT GRADED: 2 files"]
        )
        self.assertEqual(
            whats(*labs, left_out=[left("a.rar", "archive"), of_class], **nothing),
            ['undecided||"a.rar": why'],
        )
        self.assertEqual(
            whats(*labs, left_out=[of_class], problem="a bad name", **nothing),
            ["undecided||refused: a bad name"],
        )
        self.assertEqual(
            whats(lab("02", no_file("NOT STARTED", "why")), problem="a bad name", **nothing),
            ["refused||refused: a bad name"],
        )

    def test_asks_for_facts_that_there_are(self):
        known = {
            re.sub("(?<!^)([A-Z])", r"_\1", name).lower()
            for path in FACTS.glob("*.h")
            for name in re.findall(r"struct (\w+)", path.read_text())
        }
        self.assertLessEqual(
            {
                "refusal",
                "header_not_allowed",
                "function_not_allowed",
                "speed_not_judged",
                "program_ended",
                "host_entry_fault",
                "ended_while_timed",
                "started_another",
                "skeleton_unchanged",
                "no_file",
            },
            known,
        )


if __name__ == "__main__":
    unittest.main()
