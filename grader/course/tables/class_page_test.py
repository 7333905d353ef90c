"""What an instructor reads on the class's page."""

import os
import re
import time
import unittest
from unittest import mock
from zoneinfo import ZoneInfo

from course.tables.class_page import class_page
from course.tables.sample_grades import flag, grades, step, student


def rows(page: str, title: str) -> list[list[str]]:
    """The cells of a part's rows, as text."""
    part = re.search(rf"<h2>{title}</h2>(.*?)</section>", page, re.DOTALL)
    found = re.findall(r"<tr>(.*?)</tr>", part.group(1), re.DOTALL) if part else []
    return [
        [re.sub("<.*?>", "", cell) for cell in re.findall(r"<td.*?>(.*?)</td>", row, re.DOTALL)]
        for row in found
    ][1:]


class ClassPage(unittest.TestCase):
    def test_shows_files_of_several_students_that_are_not_the_skeleton(self) -> None:
        class_ = [student(name) for name in ("ann", "ben", "cy", "dee", "eve", "fay")]
        for each in class_:
            each["labs"][0]["file"] = "one" if each["student"] < "cy" else "another"
        class_[5]["labs"][0]["file"] = "a third"
        self.assertEqual(
            rows(class_page(grades(*class_)), "Identical files"),
            [["02", "3", "cy, dee, eve"], ["02", "2", "ann, ben"]],
        )

    def test_shows_no_file_of_a_team_alone_as_that_of_several(self) -> None:
        class_ = [student(name, team="Reds" if name < "cy" else "") for name in ("ann", "ben")]
        class_ += [student("cy"), student("dee", team="Blues")]
        for each in class_:
            each["labs"][0]["file"] = "one"
            each["labs"][1]["file"] = "one" if each["team"] == "Reds" else each["student"]
        self.assertEqual(
            rows(class_page(grades(*class_)), "Identical files"),
            [["02", "4", "Reds: ann, ben, cy, dee"]],
        )

    def test_has_a_row_for_a_team_with_its_name(self) -> None:
        class_ = [
            student(name, (None, 20), team="Reds", review=[flag("two files", "undecided", "02")])
            for name in ("ann", "ben")
        ]
        self.assertEqual(
            rows(class_page(grades(*class_)), "To check by hand"),
            [["02", "two files", "2", "Reds: ann, ben"]],
        )

    def test_folds_a_long_list_of_names(self) -> None:
        class_ = [student(f"s{i:02}") for i in range(40)]
        for each in class_:
            each["labs"][0]["file"] = "same"
        [row] = rows(class_page(grades(*class_)), "Identical files")
        self.assertIn("s05and 34 mores06", row[2])

    def test_folds_alike_flags_into_one_row_with_their_number(self) -> None:
        class_ = [student(f"s{i:03}", review=[flag('ignored "notes.cu"')]) for i in range(300)]
        [row] = rows(class_page(grades(*class_)), "To check by hand")
        self.assertEqual(row[1:3], ["ignored &quot;notes.cu&quot;", "300"])

    def test_names_files_as_their_students_do(self) -> None:
        page = class_page(grades(student("ann", review=[flag('ignored "Lab\u2423report.pdf"')])))
        self.assertEqual(rows(page, "To check by hand")[0][1], "ignored &quot;Lab report.pdf&quot;")

    def test_tells_what_must_be_decided_first(self) -> None:
        class_ = [
            student("ann", review=[flag("ignored", "ignored")]),
            student("ben", (None, 20), review=[flag("two files", "undecided", "02")]),
        ]
        self.assertEqual(
            [row[1] for row in rows(class_page(grades(*class_)), "To check by hand")],
            ["two files", "ignored"],
        )

    def test_tells_first_whose_hand_ins_are_open_and_who_waits(self) -> None:
        class_ = [
            student("ann", (None, 20), review=[flag("two files", "undecided", "02")]),
            student("bo", (None, None)),
            student("cy", (None, None)),
        ]
        open_ = [
            {"what": '"<b>" is nobody\'s', "students": ["bo", "cy"]},
            {"what": "notes.docx is left out", "students": []},
        ]
        self.assertEqual(
            rows(class_page(grades(*class_, open_=open_)), "To check by hand"),
            [
                ["", "&quot;&lt;b&gt;&quot; is nobody&#x27;s", "2", "bo, cy"],
                ["", "notes.docx is left out", "0", ""],
                ["02", "two files", "1", "ann"],
            ],
        )

    def test_names_all_who_wait_once(self) -> None:
        class_ = [student(f"s{i}", (None, None)) for i in range(40)]
        open_ = [{"what": f"x{i} is nobody's", "students": None} for i in range(300)]
        given = grades(*class_, open_=open_) | {"waiting": [each["student"] for each in class_]}
        page = class_page(given)
        first, *others = rows(page, "To check by hand")
        self.assertEqual(first[2:], ["40", first[3]])
        self.assertIn("s39", first[3])
        self.assertEqual({tuple(row[2:]) for row in others}, {("40", "all who wait")})
        self.assertEqual(len(others), 299)

    def test_lists_what_the_instructor_leaves_open_with_the_reason(self) -> None:
        ann = student("ann", (80, None))
        ann["labs"][1]["steps"] = [step("open", "open, as course.toml says: ask her", 0)]
        page = class_page(grades(ann))
        self.assertEqual(
            rows(page, "To check by hand"),
            [["03", "open, as course.toml says: ask her", "1", "ann"]],
        )

    def test_leaves_out_what_an_adjustment_or_an_excuse_has_settled(self) -> None:
        for rule in ("adjustment", "excused"):
            ann = student(
                "ann",
                review=[
                    flag("ended oddly", "odd", "02"),
                    flag("two files", "undecided", "03"),
                    flag("grader problem", "failure", "02"),
                ],
            )
            ann["labs"][0]["steps"] = [{"rule": rule, "why": "looked at", "points": 0}]
            self.assertEqual(
                [row[1] for row in rows(class_page(grades(ann)), "To check by hand")],
                ["grader problem"],
            )
        self.assertEqual(
            len(
                rows(
                    class_page(grades(student("ann", review=[flag("ignored")]))), "To check by hand"
                )
            ),
            1,
        )

    def test_leaves_out_what_was_checked_but_not_what_has_no_grade(self) -> None:
        flags = [
            flag("two files", "undecided", "02"),
            flag("ended oddly", "odd", "03"),
            flag("ignored"),
        ]
        for checked, left in (([], 3), (["03"], 2), ([""], 1), (["02"], 3)):
            ann = student("ann", (None, 20), review=flags, checked=checked)
            self.assertEqual(len(rows(class_page(grades(ann)), "To check by hand")), left, checked)

    def test_says_how_times_were_read(self) -> None:
        ann = student("ann")
        ann["labs"][0] |= {"due": 0, "submitted": 1_800_000_000}
        said = (
            "Time zone Europe/Berlin: what a platform, its worksheet or times.csv calls Jan 15 "
            "09:00 is taken as Jan 15 08:00 UTC"
        )
        self.assertIn(said, class_page(grades(ann), ZoneInfo("Europe/Berlin")))
        from_file = grades(ann) | {"times_from": "times.csv"}
        self.assertIn(": what times.csv calls Jan 15", class_page(from_file))
        self.addCleanup(time.tzset)
        with mock.patch.dict(os.environ, {"TZ": "Europe/Berlin"}):
            time.tzset()
            self.assertIn(said, class_page(grades(ann)), "this machine's zone")
        self.assertNotIn("Time zone", class_page(grades(student("ann"))))

    def test_says_whose_times_are_unknown(self) -> None:
        ann, bo, cy = (student(name) for name in ("ann", "bo", "cy"))
        for each in (ann, bo, cy):
            each["labs"][0] |= {"due": 0, "file": "0123"}
        ann["labs"][0] |= {"submitted": 5}
        page = class_page(grades(ann, bo, cy))
        self.assertIn("the time of 2 students is unknown and counts as on time", page)
        self.assertNotIn("late without a time", page)
        bo["labs"][0] |= {"days_late": 1}
        page = class_page(grades(ann, bo, cy))
        self.assertIn("the time of 1 student is unknown and counts as on time", page)
        self.assertIn("the platform calls 1 student late without a time, which counts as", page)

    def test_counts_labs_by_days_late(self) -> None:
        ann = student("ann")
        for lab in ann["labs"]:
            lab |= {"due": 0, "submitted": -100}
        page = class_page(grades(ann))
        self.assertIn("<title>-1 to 0: 2 labs</title>", page)
        self.assertIn("<h3>labs by days after the due date</h3>", page)

    def test_tells_the_class_and_lets_nothing_of_a_student_become_markup(self) -> None:
        ann = student(
            "ann", review=[flag("<b>kernel.cu</b> does not say which lab it is", "guessed", "02")]
        )
        ann["labs"][0]["speed"] = 8.5
        ann["labs"][1]["cause"] = "RACE: k tail missing, at TODO(3.2)"
        ben = student(
            "ben",
            name="<script>alert(1)</script>",
            review=[flag("<script>alert(1)</script>.cu")],
            steps=[{"rule": "adjustment", "why": "<i>late</i>", "points": -5}],
        )
        page = class_page(grades(ann, ben, title="GPUs & you"))
        self.assertIn("GPUs &amp; you", page)
        self.assertIn("2 students, median 50 % of what was graded", page)
        self.assertEqual(rows(page, "Labs")[0], ["02 One thread, one output", "2 of 2", "1"])
        self.assertEqual(
            rows(page, "Causes"), [["03", "RACE: k tail missing, at TODO(3.2)", "1", "ann"]]
        )
        self.assertIn("8.50×", page)
        for text in ("<script>alert", "<b>kernel", "<i>late", "://"):
            self.assertNotIn(text, page)
        self.assertIn("&lt;script&gt;alert", page)

    def test_has_one_row_for_who_has_the_same_in_each_lab(self) -> None:
        class_ = [student("ann", (0, 0)), student("ben", (0, 0)), student("cy", (0, 80))]
        for each in class_:
            for lab in each["labs"]:
                lab["cause"] = "NOT STARTED: nothing was handed in" if lab["points"] == 0 else ""
        self.assertEqual(
            rows(class_page(grades(*class_)), "Causes"),
            [
                ["02", "NOT STARTED: nothing was handed in", "1", "cy"],
                ["all", "NOT STARTED: nothing was handed in", "2", "ann, ben"],
            ],
        )

    def test_shows_percents_weights_and_how_a_total_comes_about(self) -> None:
        class_ = grades(student("ann", (80, 80), percent=100, formula="(2 x 80 + 80) / 3 = 80"))
        class_["labs"] = [class_["labs"][0] | {"weight": 2}, class_["labs"][1]]
        page = class_page(class_)
        self.assertIn("median 100 % of what was graded", page)
        self.assertEqual(rows(page, "Labs")[0][2], "2")
        self.assertEqual(rows(page, "Every student")[0][-1], "(2 x 80 + 80) / 3 = 80")

    def test_has_names_beside_ids_and_links_to_the_students_pages(self) -> None:
        page = class_page(grades(student("s 1", name="Zoë Krämer"), student("ann", name="ann")))
        self.assertIn('href="feedback/s%201/feedback.html">s 1</a> Zoë Krämer<', page)
        self.assertIn('href="feedback/ann/feedback.html">ann</a><', page)

    def test_has_no_points_where_our_side_failed(self) -> None:
        ben = student("ben", (None, 20), failure="no space is left")
        ben["labs"][0]["cause"] = "RACE"
        page = class_page(grades(student("ann"), ben))
        self.assertIn("1 without a total", page)
        self.assertEqual(
            rows(page, "Every student")[1][1:6], ["– PASSED", "20 of 80 PASSED", "–", "–", "–"]
        )
        self.assertEqual(rows(page, "Labs")[0][1], "1 of 1")
        self.assertEqual(rows(page, "Causes"), [])

    def test_says_how_many_zeros_a_gradebook_gets_and_why(self) -> None:
        ann, ben, cy, dee = (
            student("ann", (0, 0)), student("ben", (0, 0)), student("cy", (0, 80)), student("dee")
        )  # fmt: skip
        for lab in ann["labs"] + ben["labs"][:1]:
            lab["zero"] = "nothing was handed in"
        ben["labs"][1]["zero"] = cy["labs"][0]["zero"] = "DOES NOT COMPILE"
        page = class_page(grades(ann, ben, cy, dee))
        self.assertIn(
            "Zeros that a gradebook gets: 2 students with a total of 0 (nothing was handed in: "
            "1; each lab has 0, for different reasons: 1) and 1 single lab",
            page,
        )
        self.assertEqual(
            rows(page, "Zeros"),
            [
                ["total", "each lab has 0, for different reasons", "1", "ben"],
                ["total", "nothing was handed in", "1", "ann"],
                ["02", "DOES NOT COMPILE", "1", "cy"],
            ],
        )
        ann["labs"][0]["counts"] = False  # excused
        self.assertEqual(rows(class_page(grades(ann)), "Zeros")[0][1], "nothing was handed in")
        ann["steps"] = [{"rule": "adjustment", "why": "copied", "points": -5}]
        ann["labs"][1] |= {"points": 5, "zero": ""}
        self.assertEqual(rows(class_page(grades(ann)), "Zeros")[0][1], "adjusted to 0")
        self.assertNotIn("Zeros", class_page(grades(dee, student("eve", (None, None)))))

    def test_lists_requests_until_they_are_answered(self) -> None:
        asked = {"lab": "02", "reason": "it is <right>", "on": "", "answers": []}
        ann = student("ann", requests=[asked], review=[flag("two files", "undecided", "02")])
        ann["labs"][0]["points"] = None
        page = class_page(grades(ann))
        self.assertEqual(
            [row[:2] for row in rows(page, "To check by hand")],
            [["02", "two files"], ["02", "asks for a look: it is &lt;right&gt;"]],
        )
        self.assertIn("no answer yet", rows(page, "Checked and answered")[0][1])
        asked["answers"] = ["Ina, 2026-12-01: it is"]
        page = class_page(grades(student("ann", requests=[asked], checked=["02"])))
        self.assertEqual(rows(page, "To check by hand"), [])
        self.assertIn("Ina, 2026-12-01: it is", str(rows(page, "Checked and answered")))

    def test_says_who_checked_what_and_when(self) -> None:
        answer = {"lab": "03", "reason": "seen", "by": "Ina", "on": "2026-12-01"}
        class_ = [student("ann", checked=["", "03"], answers=[answer]), student("ben")]
        self.assertEqual(
            rows(class_page(grades(*class_)), "Checked and answered"),
            [
                ["", "checked; [checked] names nobody", "1", "ann"],
                ["03", "Ina, 2026-12-01: seen", "1", "ann"],
            ],
        )

    def test_shows_sections_if_there_are_any(self) -> None:
        page = class_page(grades(student("ann", section="B 2"), student("ben")))
        self.assertEqual(
            [row[:2] for row in rows(page, "Every student")], [["ann", "B 2"], ["ben", ""]]
        )
        self.assertNotIn("section</th>", class_page(grades(student("ann"))))

    def test_is_made_of_no_student_too(self) -> None:
        self.assertIn("0 students", class_page(grades()))


if __name__ == "__main__":
    unittest.main()
