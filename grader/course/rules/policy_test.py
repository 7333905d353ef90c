"""What course.toml decides."""

import re
import tempfile
import unittest
from pathlib import Path

from course.dates import parse_utc
from course.errors import UsageError
from course.rules.exceptions import Adjustment, Answer
from course.rules.policy import (
    CountedAttempt,
    ShowRule,
    Visibility,
    read_policy,
    visibility_of,
    with_names,
)
from course.rules.sample_course import LABS, error_in, policy_in

ROOT = Path(__file__).resolve().parents[3]


def example_in_docs() -> str:
    """The only block of TOML in docs/instructors.md."""
    page = (ROOT / "docs" / "instructors.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```toml\n(.*?)```\n", page, re.DOTALL)
    assert len(blocks) == 1
    return str(blocks[0])


class Policy(unittest.TestCase):
    def test_of_an_empty_file_counts_all_labs_alike(self) -> None:
        course = policy_in("")
        self.assertEqual(list(course.labs), ["01", "02", "03"])
        for lab in course.labs.values():
            self.assertEqual(lab.weight, 1)
            self.assertIsNone(lab.due)
        self.assertEqual(course.late.percent, 0)
        self.assertIsNone(course.late.max_days)
        self.assertEqual(course.show.speed, Visibility.VISIBLE)

    def test_says_all_that_a_course_decides(self) -> None:
        course = policy_in(
            'title = "Parallel programming"\n'
            "[course]\n"
            'labs = ["02", "3"]\n'
            "[labs.02]\n"
            "weight = 2.5\n"
            "due = 2026-01-31T23:59:00+01:00\n"
            "[labs.tiled_kernel]\n"
            "due = 2026-02-28 12:00:00\n"
            "[late]\n"
            "grace_minutes = 15\n"
            "per_day_percent = 10\n"
            "max_days = 3\n"
            "[allow]\n"
            'headers = ["cuda_fp16.h", "cub/cub.cuh"]\n'
            'symbols = ["memcpy"]\n'
            "[show]\n"
            'checks = "after_due_date"\n'
            'speed = "hidden"\n'
        )
        self.assertEqual(course.title, "Parallel programming")
        self.assertEqual(list(course.labs), ["02", "03"])
        self.assertEqual(course.labs["02"].weight, 2.5)
        self.assertEqual(course.labs["02"].due, parse_utc("2026-01-31T22:59:00Z"))
        self.assertEqual(course.labs["02"].due_offset, 60)
        self.assertEqual(course.labs["03"].due, parse_utc("2026-02-28T12:00:00Z"))
        self.assertEqual(course.late.grace_minutes, 15)
        self.assertEqual(course.late.percent, 10)
        self.assertEqual(course.late.max_days, 3)
        self.assertEqual(course.headers, ["cuda_fp16.h", "cub/cub.cuh"])
        self.assertEqual(course.symbols, ["memcpy"])
        self.assertEqual(course.show.values, Visibility.AFTER_DUE_DATE)
        self.assertEqual(course.show.evidence, Visibility.AFTER_DUE_DATE)
        self.assertEqual(course.show.speed, Visibility.HIDDEN)

    def test_has_due_dates_in_the_courses_time_zone(self) -> None:
        course = policy_in(
            "[course]\n"
            'timezone = "Europe/Berlin"\n'
            "[labs]\n"
            "02.due = 2026-01-31T23:59:00\n"
            "03.due = 2026-07-31T23:59:00\n"
            "01.due = 2026-07-31T23:59:00Z\n"
        )
        self.assertEqual(str(course.zone), "Europe/Berlin")
        self.assertEqual(course.labs["02"].due, parse_utc("2026-01-31T22:59:00Z"))
        self.assertEqual(course.labs["02"].due_offset, 60)
        self.assertEqual(course.labs["03"].due, parse_utc("2026-07-31T21:59:00Z"))
        self.assertEqual(course.labs["03"].due_offset, 120)
        self.assertEqual(course.labs["01"].due, parse_utc("2026-07-31T23:59:00Z"))
        self.assertEqual(course.labs["01"].due_offset, 0)

    def test_makes_exceptions_for_students_by_any_name(self) -> None:
        course = policy_in(
            "[extensions]\n"
            "ann = 3\n"
            '"Łukasz Żak" = { all = 1, 03 = 2.5 }\n'
            "[excused]\n"
            'ann = ["2", "03"]\n'
            "[adjustments]\n"
            'ben.02 = { points = 4, reason = "found a bug" }\n'
            'ben.all = { points = -5, reason = "late oral" }\n'
            'cy = { points = -1, reason = "a" }\n'
        )
        self.assertEqual(course.exceptions["ann"].extra_days, {"": 3})
        self.assertEqual(course.exceptions["Łukasz Żak"].extra_days, {"": 1, "03": 2.5})
        self.assertEqual(course.exceptions["ann"].excused, {"02", "03"})
        self.assertEqual(
            course.exceptions["ben"].adjustments,
            {"02": Adjustment(4, "found a bug"), "": Adjustment(-5, "late oral")},
        )
        self.assertEqual(course.exceptions["cy"].adjustments, {"": Adjustment(-1, "a")})

    def test_leaves_labs_open_for_a_reason(self) -> None:
        course = policy_in('[open]\nann.03 = "only a report"\n"Team 5" = "asked them"\n')
        self.assertEqual(course.exceptions["ann"].open, {"03": "only a report"})
        teams = with_names(course, lambda word: {"s1", "s2"} if word == "Team 5" else {"s3"})
        self.assertEqual(teams.exceptions["s2"].open, {"": "asked them"})
        for reason in ('" "', '["03"]', "true"):
            self.assertIn("course.toml:2: open.ann.03: ", error_in(f"[open]\nann.03 = {reason}\n"))
        both = with_names(course, lambda word: {"s1"}).exceptions["s1"]
        self.assertEqual(both.open, {"03": "only a report", "": "asked them"})

    def test_says_where_a_name_is_nobodys(self) -> None:
        def meant_by(word: str) -> set[str]:
            if word != "ann":
                raise UsageError("nobody is called bne")
            return {word}

        course = policy_in("[extensions]\nann = 1\n\nbne = 1\n")
        with self.assertRaisesRegex(
            UsageError, r"course\.toml:4: extensions\.bne: nobody is called bne$"
        ):
            with_names(course, meant_by)

    def test_is_about_those_whom_its_names_mean(self) -> None:
        def meant_by(word: str) -> set[str]:
            return {"s1", "s2"} if word == "Reds" else {"s1"}

        course = with_names(
            policy_in(
                '[extensions]\nReds = 1\n[excused]\n"Ann Lee" = ["02"]\nann = ["03"]\n'
                '[checked]\nann = ["02", "all"]\n'
            ),
            meant_by,
        )
        self.assertEqual(set(course.exceptions), {"s1", "s2"})
        self.assertEqual(course.exceptions["s2"].extra_days, {"": 1})
        self.assertEqual(course.exceptions["s1"].extra_days, {"": 1})
        self.assertEqual(course.exceptions["s1"].excused, {"02", "03"})
        self.assertEqual(course.exceptions["s1"].checked, {"": Answer(), "02": Answer()})

    def test_is_wrong_if_two_names_give_one_student_two_rules(self) -> None:
        for table, value in [
            ("extensions", "1"),
            ("open", '"a"'),
            ("adjustments", '{ points = 1, reason = "a" }'),
        ]:
            course = policy_in(f'[{table}]\nann = {value}\n"Ann Lee" = {value}\n')
            with self.assertRaisesRegex(
                UsageError,
                rf"course\.toml:2: {table}\.ann: the same student has such a rule at "
                rf".*course\.toml:3: {table}\.\"Ann Lee\"$",
            ):
                with_names(course, lambda word: {"s1"})

    def test_is_what_the_docs_example_says(self) -> None:
        course = policy_in(example_in_docs())
        self.assertEqual(course.title, "Parallel programming")
        self.assertEqual(len(course.labs), 3)
        self.assertEqual(course.labs["01"].weight, 1)
        self.assertEqual(course.labs["02"].weight, 2.5)
        self.assertEqual(course.labs["02"].due, parse_utc("2026-01-31T22:59:00Z"))
        self.assertEqual(course.labs["03"].weight, 2)
        self.assertEqual(course.late.grace_minutes, 15)
        self.assertEqual(course.late.percent, 10)
        self.assertEqual(course.late.max_days, 3)
        self.assertEqual(course.late.hours, 24)
        self.assertEqual(course.late.free_days, 4)
        self.assertEqual(course.late.most_percent, 50)
        self.assertEqual(course.late.least_points, 10)
        self.assertEqual(course.late.count, CountedAttempt.BEST)
        self.assertEqual(course.drop_lowest, 1)
        self.assertEqual(course.exceptions["ann"].extra_days[""], 3)
        self.assertEqual(course.exceptions["bo"].extra_days["03"], 7)
        self.assertEqual(course.exceptions["eve"].excused, {"01"})
        self.assertEqual(course.exceptions["kim"].checked, {"": Answer()})
        self.assertEqual(list(course.exceptions["raj"].open), ["03"])
        self.assertEqual(course.exceptions["ben"].adjustments[""].points, -5)
        self.assertEqual(
            course.exceptions["bo"].checked["03"], Answer("line 24 races", "Ina", "2026-12-01")
        )
        self.assertEqual(course.exceptions["mia"].adjustments["02"].by, "Ina")
        self.assertTrue(course.points.is_usual)
        self.assertEqual(course.points.misses_the_point_percent, 50)
        self.assertEqual(course.exceptions["Łukasz Żak"].adjustments["03"].points, 3)
        self.assertEqual(course.headers, ["cstdio", "cuda_fp16.h"])
        self.assertEqual(course.symbols, ["getenv"])
        self.assertEqual(course.show.values, Visibility.VISIBLE)
        self.assertEqual(course.show.evidence, Visibility.AFTER_DUE_DATE)
        self.assertEqual(course.show.speed, Visibility.AFTER_PUBLISHED)

    def test_has_every_key_in_the_docs_example(self) -> None:
        example = example_in_docs()
        for table in [
            "",
            "[course]\n",
            "[labs.02]\n",
            "[points]\n",
            "[late]\n",
            "[allow]\n",
            "[show]\n",
        ]:
            keys = error_in(f"{table}no_such_key = 1\n").split("The keys here: ")[1]
            for key in keys.split(", "):
                with self.subTest(table + key):
                    self.assertRegex(example, rf"(^|\n)(# )?(\[{key}[.\]]|{key} = )")

    def test_is_not_read_from_where_there_is_none(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for file in [Path(folder), Path(folder) / "none.toml"]:
                with self.assertRaisesRegex(UsageError, "there is no such file"):
                    read_policy(file, LABS)

    def test_shows_each_kind_of_check_as_told(self) -> None:
        show = ShowRule(Visibility.VISIBLE, Visibility.AFTER_PUBLISHED, Visibility.HIDDEN)
        self.assertEqual(visibility_of("host_entry", show), Visibility.VISIBLE)
        self.assertEqual(visibility_of("evidence", show), Visibility.AFTER_PUBLISHED)
        self.assertEqual(visibility_of("speed", show), Visibility.HIDDEN)


if __name__ == "__main__":
    unittest.main()
