"""What a record keeps, and from which files it is not read."""

import json
import tempfile
import unittest
from pathlib import Path
from typing import Any

from course.intake.hand_ins import LeftOut, LeftOutReason, SubmissionSource
from course.records import (
    VERDICTS,
    EarlierAttempt,
    Record,
    SandboxLevel,
    changed_texts,
    failure_of_ours,
    is_undecided,
    kept_record,
    kept_source,
    read_record,
    record_file,
    result_of,
    summary_of,
    to_json,
)
from course.sample_results import (
    LABS,
    failed_lab,
    lab_without_file,
    passed_lab,
    sample_record,
    ungradable_lab,
)
from course.text import printable
from course.typed_json import with_sum

VERDICT_H = Path(__file__).resolve().parents[1] / "core/verdict.h"


def sample() -> Record:
    record = sample_record()
    record.submission_sha256 = "0123"
    record.secret_sha256 = "4567"
    record.problem = "the archive is broken"
    record.left_out = [LeftOut("two.cu", LeftOutReason.one_of_several, 2, "03")]
    record.submitted_at = {"02": "2026-01-02T03:04:05Z"}
    record.late = ["02"]
    record.paths = {"02": "work/lab02_final.cu"}
    record.is_handed_in = False
    record.guesses = {"02": "by its kernel's name"}
    record.sources = {"02": "int x;\n"}
    record.earlier = [EarlierAttempt("02", "89ab", "2026-01-01T00:00:00Z", True, 40.5, "RACE")]
    record.labs = {"02": "cdef"}
    record.sandbox = SandboxLevel("weak", ["a network of its own"], "not")
    record.infrastructure = "no space is left"
    record.seconds = 1.5
    return record


def with_its_sum(text: str) -> str:
    """As if we had written that text."""
    return with_sum(text.rpartition(',\n  "sha256"')[0] + "\n}\n")


def texts_in(value: Any) -> list[str]:
    found: list[str] = []
    changed_texts(value, lambda text: found.append(text) or text)  # type: ignore[func-returns-value]
    return found


class Records(unittest.TestCase):
    def test_keep_all_that_is_known_of_a_submission(self) -> None:
        self.assertEqual(read_record(to_json(sample())), sample())
        self.assertEqual(read_record(to_json(Record("ann"))), Record("ann"))

    def test_keep_of_an_attempt_that_our_side_failed(self) -> None:
        record = sample()
        record.earlier[0].points = None
        self.assertEqual(read_record(to_json(record)), record)

    def test_keep_of_each_source_what_takes_a_megabyte_when_it_is_written(self) -> None:
        for part in (b"\x01", b'"', b"\n", b"\\", b"\xff", "\u20ac".encode(), b"a", b"\x01\\a"):
            record = Record("ann", sources={"01": kept_source(part * ((1 << 20) // len(part)))})
            size = len(to_json(record).encode())
            self.assertLess(size, (1 << 20) + 4096, part)
            self.assertGreater(size, (1 << 20) - 4096, part)
            self.assertEqual(read_record(to_json(record)), record)
        self.assertEqual(kept_source(b"int x;\n\x01\xff"), "int x;\n\x01\ufffd")
        self.assertEqual(kept_source(b""), "")

    def test_have_only_printable_texts_besides_the_sources(self) -> None:
        foreign = "a\x1b[2Jb\u202e\r"
        record = sample()
        record.student = record.problem = record.infrastructure = foreign
        record.guesses["02"] = record.paths["02"] = record.left_out[0].path = foreign
        record.result["labs"][0]["source"] = foreign
        record.sources["02"] = "int\tx;\r\n"
        own = json.loads(to_json(record))
        self.assertEqual(own.pop("sources"), {"02": "int\tx;\r\n"})
        texts = texts_in(own)
        self.assertEqual(texts, [printable(text) for text in texts])
        self.assertEqual(texts.count("ab"), 7)

    def test_say_in_words_why_a_file_was_left_out(self) -> None:
        [left] = json.loads(to_json(sample()))["left_out"]
        self.assertEqual(left["message"], sample().left_out[0].reason_in_words)
        self.assertTrue(left["is_open"])

    def test_are_not_read_from_a_file_that_was_cut_or_is_another(self) -> None:
        """A killed run may leave anything; an incomplete record is graded again."""
        whole = to_json(sample())
        for end in range(0, len(whole) - 2, 97):
            self.assertIsNone(read_record(whole[:end]), end)
        for text in ("[]", "1", '"x"', "null", "[" * 100_000, json.dumps(sample().result)):
            self.assertIsNone(read_record(text))
        for was, is_ in (
            ('"RACE"', '"RUSH"'),
            ("submission/9", "submission/7"),
            ("result/2", "result/1"),
            ('"one_of_several"', '"one_of_few"'),
            ('"seconds": 1.5', '"seconds": NaN'),
            ('"seconds": 1.5', '"seconds": true'),
            ('"points": 40.5', '"points": "40"'),
            ('"late": [', '"late": [1, '),
            ('"is_handed_in": false', '"is_handed_in": 0'),
            ('"02": "cdef"', '"02": 7'),
        ):
            self.assertIn(was, whole)
            changed = whole.replace(was, is_, 1)
            self.assertIsNone(read_record(changed), is_)
            self.assertIsNone(read_record(with_its_sum(changed)), is_)
        self.assertEqual(read_record(with_its_sum(whole)), sample())

    def test_are_not_read_if_a_character_of_them_is_another(self) -> None:
        whole = to_json(sample())
        for at in range(0, len(whole), 41):
            self.assertIsNone(read_record(whole[:at] + "7" + whole[at + 1 :]), at)
        self.assertIsNone(read_record(whole.replace('"score": 20', '"score": 60')))

    def test_need_all_that_tables_read(self) -> None:
        for key in list(json.loads(to_json(sample())))[:-1]:
            without = json.loads(to_json(sample()))
            del without[key], without["sha256"]
            text = with_sum(json.dumps(without, indent=2, ensure_ascii=False) + "\n")
            self.assertIsNone(read_record(text), key)
        for key in ("id", "verdict", "score", "checks", "source_sha256", "speed"):
            record = sample()
            del record.result["labs"][1][key]
            self.assertIsNone(read_record(to_json(record)), key)
        for key in ("status", "message", "max_points", "fact", "hint"):
            record = sample()
            del record.result["labs"][1]["checks"][1][key]
            self.assertIsNone(read_record(to_json(record)), key)

    def test_know_the_verdicts_of_the_judge(self) -> None:
        rows = [
            line.split('"')[1]
            for line in VERDICT_H.read_text(encoding="utf-8").splitlines()
            if line.startswith("  ROW(")
        ]
        self.assertEqual(list(VERDICTS), rows)


class RecordFiles(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = Path(folder.name)
        (self.out / "results").mkdir()

    def test_are_read_by_student_if_they_are_complete(self) -> None:
        self.assertIsNone(kept_record(self.out, "ann"))
        record_file(self.out, "ann").write_text(to_json(sample()), encoding="utf-8")
        self.assertEqual(kept_record(self.out, "ann"), sample())
        record_file(self.out, "ann").write_bytes(b"\xff")
        self.assertIsNone(kept_record(self.out, "ann"))

    def test_are_read_with_what_has_become_open_since(self) -> None:
        record_file(self.out, "ann").write_text(to_json(sample()), encoding="utf-8")
        unclear = LeftOut("", LeftOutReason.unclear)
        known = LeftOut("", LeftOutReason.one_of_several)
        record = kept_record(self.out, SubmissionSource("ann", open=[unclear, known]))
        assert record is not None
        self.assertEqual(record.left_out, [*sample().left_out, unclear])
        self.assertIsNone(kept_record(self.out, SubmissionSource("ben", open=[unclear])))


class Summaries(unittest.TestCase):
    def test_name_what_has_not_passed(self) -> None:
        self.assertEqual(summary_of(sample_record()), "1 of 2 passed, 03 RACE")
        idle = lab_without_file(LABS[1], "nothing was handed in")
        self.assertEqual(
            summary_of(sample_record("ann", passed_lab(), failed_lab(), idle)),
            "1 of 3 passed, 03 RACE, 1 not started",
        )
        self.assertEqual(summary_of(sample()), "submission not accepted: the archive is broken")

    def test_of_our_failures_name_the_labs(self) -> None:
        self.assertEqual(failure_of_ours(sample_record()), "")
        record = sample_record("ann", passed_lab(), ungradable_lab(LABS[1]))
        self.assertEqual(failure_of_ours(record), "lab 03: no host compiler was found")
        record.infrastructure = "no space is left"
        self.assertEqual(
            failure_of_ours(record), "no space is left; lab 03: no host compiler was found"
        )
        record.result["labs"][1]["checks"][0]["message"] = ""
        self.assertTrue(failure_of_ours(record).endswith("lab 03: unknown reason"))


class Labs(unittest.TestCase):
    def test_of_a_record_are_found_by_their_ids(self) -> None:
        self.assertEqual(result_of(sample_record(), "03"), sample_record().result["labs"][1])
        self.assertIsNone(result_of(sample_record(), "04"))

    def test_are_undecided_if_something_is_open_and_they_have_no_file(self) -> None:
        record = sample()
        self.assertTrue(is_undecided(record, "03"))
        self.assertFalse(is_undecided(record, "02"), "it is open for another lab")
        record.left_out = [LeftOut("labs.rar", LeftOutReason.archive)]
        self.assertFalse(is_undecided(record, "02"), "it has a file")
        self.assertTrue(is_undecided(record, "04"))


if __name__ == "__main__":
    unittest.main()
