"""The grade, rule by rule. Of lateness and attempts: lateness_test.py."""

import unittest

from course.intake.hand_ins import LeftOut, LeftOutReason
from course.rules.exceptions import Adjustment
from course.rules.grade import percent_of
from course.rules.sample_grades import GradesCase, facts, points_of, record, result, steps_of


class Grades(GradesCase):
    def test_weigh_the_labs_in_percent(self) -> None:
        ann = record(result("01", 100, 0), result("02", 40, 20))
        self.assertEqual(self.of_record(ann).total, 70)
        self.assertEqual(self.of_record(ann).not_graded, 10)
        self.policy.labs["02"].weight = 3
        self.assertEqual(self.of_record(ann).total, 55)
        self.assertEqual(self.of_record(ann).not_graded, 15)
        del self.policy.labs["01"]
        self.assertEqual(self.of_record(ann).total, 40)
        self.assertEqual(len(self.of_record(ann).labs), 1)

    def test_are_in_percent_of_what_could_be_judged(self) -> None:
        self.assertEqual(percent_of(40, 20), 50)
        self.assertEqual(percent_of(40, 100), 40)
        self.assertIsNone(percent_of(None, 20))

    def test_are_of_100_whatever_a_lab_is_worth(self) -> None:
        ann = record(result("01", 20, 10), result("02", 20, 0))
        ann.result["labs"][0]["max_score"] = 50
        graded = self.of_record(ann)
        self.assertEqual(points_of(graded), [40, 20])
        # 02 has a kernel, so that its speed cannot be judged here.
        self.assertEqual([lab.not_graded for lab in graded.labs], [20, 20])
        ann.result["labs"][0]["max_score"] = 0  # it was not asked for
        self.assertEqual(points_of(self.of_record(ann)), [None, 20])

    def test_say_what_they_were_judged_from(self) -> None:
        ann = record(result("02", 40, 20))
        ann.labs = {"02": "abcdefghij"}
        ann.allowed = "headers: ; symbols: "
        self.assertEqual(
            self.of_record(ann).labs[1].basis,
            ["file 01234567", "lab abcdefgh", "gemmlab 1.2", "seed 7", "backend sim", ann.allowed],
        )

    def test_are_empty_and_never_0_where_our_side_failed(self) -> None:
        ann = record(result("01", 100, 0), result("02", 0, 100))
        ann.result["labs"][1]["infrastructure"] = True
        self.assertEqual(points_of(self.of_record(ann)), [100, None])
        self.assertIsNone(self.of_record(ann).total)
        ann.infrastructure = "no space is left"
        self.assertEqual(points_of(self.of_record(ann)), [None, None])
        ann.infrastructure = ""
        self.policy.labs["02"].weight = 0  # a lab that does not count may be missing
        self.assertEqual(self.of_record(ann).total, 100)

    def test_are_0_for_a_refused_submission_and_empty_for_labs_not_asked_for(self) -> None:
        ann = record()
        self.assertIsNone(self.of_record(ann).total)
        ann.problem = "the archive is broken"
        self.assertEqual(self.of_record(ann).total, 0)
        self.assertEqual(self.of_record(ann).not_graded, 10)  # as everybody's
        ann.result["backend"] = "sim+cuda"
        self.assertEqual(self.of_record(ann).not_graded, 0)

    def test_say_how_the_total_comes_about(self) -> None:
        self.policy.labs["02"].weight = 2
        self.ann.adjustments[""] = Adjustment(-5, "late oral")
        labs = facts("01", 100), facts("02", 40)
        self.assertEqual(self.of(*labs).formula, "(100 + 2 x 40) / 3 = 60")
        self.assertEqual(self.of(*labs).labs[1].weight, 2)
        self.ann.excused = {"02"}
        self.assertEqual(self.of(*labs).formula, "")  # it is the points of one lab
        self.assertEqual(self.of(*labs).labs[1].weight, 0)

    def test_leave_out_what_is_excused_and_the_lowest(self) -> None:
        labs = facts("01", 100), facts("02", 40, not_graded=20)
        self.ann.excused = {"01"}
        ann = self.of(*labs)
        self.assertEqual((ann.total, ann.not_graded), (40, 20))
        self.assertEqual(points_of(ann), [None, 40])
        self.assertEqual(steps_of(ann), "01: excused: this lab does not count")
        self.policy.drop_lowest = 1
        self.assertEqual(self.of(*labs).total, 40)  # one lab always counts
        ben = self.of(*labs, student="ben")
        self.assertEqual(ben.total, 100)
        self.assertEqual(steps_of(ben), "02: one of the lowest: this lab does not count")
        self.policy.labs["02"].weight = 0
        self.assertEqual(self.of(*labs, student="ben").total, 100)
        self.policy.labs["02"].weight = 3  # of two with as few points, the heavier one
        cy = self.of(facts("01", 0), facts("02", 0), student="cy")
        self.assertEqual([lab.counts for lab in cy.labs], [True, False])

    def test_have_no_total_where_no_lab_counts(self) -> None:
        self.ann.excused = {"01", "02"}
        self.assertIsNone(self.of(facts("01", 100), facts("02", 40)).total)

    def test_are_adjusted_with_a_reason_and_never_below_0(self) -> None:
        self.ann.adjustments = {"": Adjustment(-5, "late oral"), "02": Adjustment(-90, "copied")}
        ann = self.of(facts("01", 100), facts("02", 40))
        self.assertEqual(points_of(ann), [100, 0])
        self.assertEqual(ann.total, 45)
        self.assertEqual(steps_of(ann), "02: copied: -40; total: late oral: -5")
        self.ann.adjustments[""] = Adjustment(60, "bonus")
        self.assertEqual(self.of(facts("01", 100), facts("02", 40)).total, 110)
        ours = self.of(facts("01", None), facts("02", 40))
        self.assertIsNone(ours.total)  # our failure stays empty, whatever is adjusted

    def test_say_which_adjustment_has_no_effect(self) -> None:
        self.ann.adjustments = {"": Adjustment(-5, "late oral"), "02": Adjustment(-90, "copied")}
        self.assertEqual(
            steps_of(self.of(facts("01", 100), facts("02", None))),
            "02: copied (-90, without effect); total: late oral (-5, without effect)",
        )
        self.assertEqual(
            steps_of(self.of(facts("01", 100), facts("02", 0))),
            "02: copied (-90, without effect); total: late oral: -5",
        )
        self.ann.adjustments = {"02": Adjustment(0, "seen")}  # was to have none
        self.assertEqual(steps_of(self.of(facts("01", 100), facts("02", 40))), "02: seen")

    def test_of_open_labs_are_decided_by_an_adjustment_or_an_excuse(self) -> None:
        ann = record(result("01", 80, 0), result("02", 0, 0))
        ann.paths["01"] = "01.cpp"
        for reason in [
            LeftOutReason.archive,
            LeftOutReason.not_in_folder,
            LeftOutReason.empty,
            LeftOutReason.shared_name,
            LeftOutReason.unclear,
        ]:
            ann.left_out = [LeftOut("", reason)]
            self.assertEqual(points_of(self.of_record(ann)), [80, None])  # 01 has a file
            self.assertIsNone(self.of_record(ann).total)
        ann.problem = "there is another hand-in"
        self.assertIsNone(self.of_record(ann).total)
        ann.problem = ""
        for points in [0, 50]:
            self.ann.adjustments["02"] = Adjustment(points, "came by e-mail")
            self.assertEqual(points_of(self.of_record(ann)), [80, points])
            self.assertEqual(self.of_record(ann).total, (80 + points) / 2)
        self.ann.excused = {"02"}
        excused = self.of_record(ann)
        self.assertEqual(excused.total, 80)
        self.assertEqual(excused.labs[1].steps[-1].why, "came by e-mail (+50, without effect)")

    def test_stay_open_as_long_as_the_instructor_says_so_whatever_was_judged(self) -> None:
        labs = facts("01", 80), facts("02", 40)
        self.ann.open = {"02": "ask for the file"}
        self.ann.adjustments = {"02": Adjustment(9, "came by e-mail")}
        graded = self.of(*labs)
        self.assertEqual((points_of(graded), graded.total), ([80, None], None))
        self.assertEqual(
            steps_of(graded),
            "02: open, as course.toml says: ask for the file; "
            "02: came by e-mail (+9, without effect)",
        )
        self.assertEqual(points_of(self.of(*labs, student="ben")), [80, 40])
        self.policy.drop_lowest = 1  # it is not known which one that is
        self.assertIsNone(self.of(*labs).total)
        self.ann.excused = {"02"}
        self.assertEqual(self.of(*labs).total, 80)
        self.ann.excused, self.ann.open = set(), {"": "is ill"}
        self.assertEqual(points_of(self.of(*labs)), [None, None])


if __name__ == "__main__":
    unittest.main()
