"""What goes back to a group in Canvas, which has one place for all of it: the part about the labs
that it handed in together.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from course.feedback import Request, Show, feedback_of, request_for_group
from course.intake.hand_ins import SubmissionSource
from course.records import kept_record
from course.rules.grade import StudentGrade
from course.rules.policy import CoursePolicy
from course.tables.feedback_zips import Group, Pages


def group_pages(
    out: Path,
    sources: Sequence[SubmissionSource],
    grades: Sequence[StudentGrade],
    policy: CoursePolicy,
    show: Show,
    groups: Sequence[Group],
) -> Iterator[Pages]:
    """The pages of each group, in order."""
    now = time.time()
    by_student = {source.student: source for source in sources}
    by_grade = {grade.student: grade for grade in grades}
    asked: list[Request] = []  # each is answered before the next one

    def requests() -> Iterator[Request]:
        for group in groups:
            people = [by_student[student] for student in group.students]
            record = kept_record(out, people[0])
            assert record is not None  # as there is a grade
            own = by_grade[record.student]
            grade = replace(own, labs=[lab for lab in own.labs if lab.id in group.labs])
            request = request_for_group(record, grade, policy, now, _called(people))
            asked[:] = [request]
            yield request

    for answer in show(requests()):
        page = feedback_of(asked[0], answer)
        yield {"feedback.html": page.html.encode(), "feedback.txt": page.text.encode()}


def _called(people: Sequence[SubmissionSource]) -> str:
    """As the group is, else as its people are."""
    teams = {source.who.team for source in people}
    names = [source.who.name or source.student for source in people]
    return (teams.pop() if len(teams) == 1 else "") or " and ".join(names)
