"""The labs that words on a command line mean, in a course."""

from collections.abc import Sequence
from pathlib import Path

from course.errors import UsageError
from course.labs import Lab, find_lab
from course.rules.policy import CoursePolicy, default_policy, read_policy
from course.text import did_you_mean, printable


def lab_meant(labs: Sequence[Lab], word: str) -> Lab:
    """Throws UsageError with the list of labs and the closest one."""
    if lab := find_lab(labs, word):
        return lab
    names = [name for lab in labs for name in (lab.name, lab.slug)]
    rows = "".join(f"  {lab.id} {lab.name}\n" for lab in labs)
    raise UsageError(
        f"There is no lab '{printable(word)}'.{did_you_mean(word, names)} The labs are:\n{rows}"
    )


def labs_of_course(
    labs: Sequence[Lab], policy: CoursePolicy, words: Sequence[str] = ()
) -> list[Lab]:
    """The course's labs that the words mean, each once and in teaching order; without words all.
    Throws UsageError for a word that means none of the course.
    """
    meant = {lab_meant(labs, word).id for word in words}
    for lab in labs:
        if lab.id in meant and lab.id not in policy.labs:
            raise UsageError(
                f"--labs: the course has no lab {lab.id}: course.toml does not list it."
            )
    return [lab for lab in labs if lab.id in policy.labs and (not words or lab.id in meant)]


def course_policy(file: str, labs: Sequence[Lab]) -> CoursePolicy:
    """The rules in that course.toml; without a file ("") the default rules. Throws UsageError."""
    return read_policy(Path(file), labs) if file else default_policy(labs)
