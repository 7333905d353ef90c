"""What of a student's record an instructor is told to look at."""

import re
import unittest
from pathlib import Path
from typing import Any

from course.intake.hand_ins import LeftOut, LeftOutReason
from course.labs import Lab
from course.records import LabResult, Record
from course.sample_results import Check, lab_result
from course.sample_results import check as complete_check
from course.tables.review import ignored, one_file_for_several, review

FACTS = Path(__file__).resolve().parents[2] / "core/facts"
OPEN = [reason.value for reason in LeftOutReason if LeftOut("", reason).is_open]
ARCHIVE = LeftOut("a.rar", LeftOutReason.archive)


def check(verdict: str = "PASSED", fact: Any = None, message: str = "", **more: Any) -> Check:
    return complete_check("values", 20, verdict, message=message, **{"fact": fact, **more})


def lab(id_: str, *checks: Check, **more: Any) -> LabResult:
    lab = Lab(id_, "some_kernel", "kernel.cu", "")
    return lab_result(lab, checks[0]["verdict"], 0, *checks, **more)


def record(*labs: LabResult, **more: Any) -> Record:
    defaults: dict[str, Any] = {"paths": {"02": "02.cu", "03": "03.cu"}, "sources": {"02": "text"}}
    record = Record("ann", **{**defaults, **more})
    record.result["labs"] = list(labs)
    return record


def left(path: str, reason: str, lab_: str = "") -> LeftOut:
    return LeftOut(path, LeftOutReason(reason), lab=lab_)


def no_file(verdict: str, why: str) -> Check:
    return check(verdict, {"name": "no_file", "text": why}, why)


def whats(*args: LabResult, **more: Any) -> list[str]:
    return [
        f"{each['kind']}|{each['lab']}|{each['what']}" for each in review(record(*args, **more))
    ]


class Review(unittest.TestCase):
    def test_names_what_an_instructor_has_to_see_and_nothing_else(self) -> None:
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
            [
                'ignored||ignored "labs/kernel2.cu": not a lab\'s file',
                f'ignored||ignored "more.zip": {ARCHIVE.reason_in_words}',
            ],
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

    def test_tells_one_program_for_several_labs_whatever_its_names_and_comments(self) -> None:
        naive = "// lab 02\n__global__ void naive(float* c) { c[threadIdx.x] = 0.0f; }\n"
        again = naive.replace("lab 02", "lab 04").replace("naive", "tiled")
        other = naive.replace("0.0f;", "0.0f + 1;")
        labs = [lab(id_, check()) for id_ in ("02", "03", "04", "05")]
        self.assertEqual(
            whats(*labs, sources={"02": naive, "03": other, "04": again, "05": naive}),
            ["odd||one program for labs 02, 04, 05: the files are alike"],
        )
        self.assertEqual(
            whats(*labs, sources={"02": naive, "05": naive}),
            ["odd||one program for labs 02, 05: the files are identical"],
        )
        self.assertEqual(whats(*labs, sources={"02": naive, "03": other}), [])
        labs[2]["verdict"] = "NOT STARTED"  # all students have that
        self.assertEqual(
            one_file_for_several(record(*labs, sources={"02": naive, "04": again})), []
        )

    def test_tells_nothing_of_a_file_in_whose_place_the_course_chose_another(self) -> None:
        self.assertEqual(whats(left_out=[left("lab02.cu", "not_counted", "02")]), [])

    def test_tells_a_few_ignored_files_and_how_many_more(self) -> None:
        said = whats(left_out=[left(f"{i}.cu", "not_a_labs_file") for i in range(9)])
        self.assertEqual((len(said), said[-1]), (6, "ignored||ignored 4 more files"))

    def test_tells_no_skeleton_beside_what_may_be_the_answer(self) -> None:
        self.assertEqual(ignored([LeftOut("02.cu", LeftOutReason.unchanged, lab="02")]), [])
        beside = LeftOut("02.cu", LeftOutReason.unchanged, 2, "02")
        self.assertIn("there is another file for lab 02", ignored([beside])[0])

    def test_names_whoever_ended_as_honest_programs_do_not(self) -> None:
        def ended(detail: str, name: str) -> bool:
            fact: dict[str, Any] = {"name": name, "detail": detail}
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

    def test_tells_an_open_lab_and_files_without_a_lab_apart_from_nobody(self) -> None:
        nothing: dict[str, Any] = {"paths": {}, "sources": {}}
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

    def test_says_once_what_is_open_for_all_labs_and_else_of_each_lab(
        self,
    ) -> None:
        labs = [lab(each, no_file("NOT GRADED", "a.rar")) for each in ("02", "03")]
        of_all = set(OPEN) - {"one_of_several", "unclear"}
        self.assertIn("archive", of_all)
        for reason in sorted(of_all):
            open_ = left("a.rar", reason)
            self.assertEqual(
                whats(*labs, left_out=[open_], paths={}, sources={}),
                [f'undecided||"a.rar": {open_.reason_in_words}'],
            )
        self.assertEqual(
            whats(
                lab("02", check()),
                labs[1],
                left_out=[ARCHIVE],
                paths={"02": "02.cu"},
            ),
            [
                f'ignored||ignored "a.rar": {ARCHIVE.reason_in_words}',
                "undecided|03|NOT GRADED: a.rar",
            ],
        )

    def test_leaves_what_is_open_for_the_class_to_its_own_list(self) -> None:
        nothing: dict[str, Any] = {"paths": {}, "sources": {}}
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
            whats(*labs, left_out=[ARCHIVE, of_class], **nothing),
            [f'undecided||"a.rar": {ARCHIVE.reason_in_words}'],
        )
        self.assertEqual(
            whats(*labs, left_out=[of_class], problem="a bad name", **nothing),
            ["undecided||refused: a bad name"],
        )
        self.assertEqual(
            whats(lab("02", no_file("NOT STARTED", "why")), problem="a bad name", **nothing),
            ["refused||refused: a bad name"],
        )

    def test_asks_for_facts_that_there_are(self) -> None:
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
