"""Which labs a command is about."""

import unittest

from course.course_labs import labs_of_course
from course.errors import UsageError
from course.labs import Lab
from course.rules.policy import CoursePolicy, LabPolicy, default_policy

LABS = [
    Lab("01", "cpu_loop", "kernel.cpp", "Loops"),
    Lab("02", "naive_kernel", "kernel.cu", "Threads"),
    Lab("03", "tiled_kernel", "kernel.cu", "Share a tile"),
]


class OfCourse(unittest.TestCase):
    def ids(self, *words: str, course: tuple[str, ...] = ("01", "03")) -> list[str]:
        policy = CoursePolicy(labs={lab: LabPolicy() for lab in course})
        return [lab.id for lab in labs_of_course(LABS, policy, words)]

    def test_without_words_all_of_the_course_are_meant(self) -> None:
        self.assertEqual(self.ids(), ["01", "03"])
        self.assertEqual(labs_of_course(LABS, default_policy(LABS)), LABS)

    def test_words_mean_each_once_in_teaching_order(self) -> None:
        self.assertEqual(self.ids("tiled_kernel", "1", "03_tiled_kernel"), ["01", "03"])

    def test_what_is_beyond_the_course_belongs_to_it_only_if_it_says_so(self) -> None:
        labs = [*LABS, Lab("07", "wide", "kernel.cu", "Wide", block="Beyond")]
        self.assertEqual(labs_of_course(labs, default_policy(labs)), LABS)
        policy = CoursePolicy(labs={"01": LabPolicy(), "07": LabPolicy()})
        self.assertEqual([lab.id for lab in labs_of_course(labs, policy)], ["01", "07"])

    def test_a_lab_that_the_course_does_not_have_is_told(self) -> None:
        with self.assertRaisesRegex(UsageError, "^--labs: the course has no lab 02: "):
            self.ids("03", "02")

    def test_a_word_that_means_no_lab_gets_the_list(self) -> None:
        with self.assertRaises(UsageError) as caught:
            self.ids("tiled_kernal")
        self.assertEqual(
            str(caught.exception),
            "There is no lab 'tiled_kernal'. Did you mean 'tiled_kernel'? The labs are:\n"
            "  01 cpu_loop\n  02 naive_kernel\n  03 tiled_kernel\n",
        )


if __name__ == "__main__":
    unittest.main()
