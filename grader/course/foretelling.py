"""What the next run would judge again, from what is kept: --dry-run says it."""

from collections import Counter
from collections.abc import Sequence

from course.grading import ClassRun
from course.intake.hand_ins import SubmissionSource
from course.records import Record, kept_record, why_unread
from course.text import counted


def judged_again(run: ClassRun, sources: Sequence[SubmissionSource]) -> list[str]:
    """A sentence for each reason. `run`: its backend does not matter, since what it is depends on
    the machine."""
    found: Counter[str] = Counter()
    for student in dict.fromkeys(source.student for source in sources):
        record = kept_record(run.out, student)
        if record is None:
            unread = why_unread(run.out, student)
            what = f"judged again in all labs: the old result {unread}"
            found[f"would be {what if unread else 'graded for the first time'}"] += 1
        elif why := _why_all(record, run):
            found[f"would be judged again in all labs: {why}"] += 1
        else:
            found.update(_of_labs(record, run.sums))
    return [
        f"{counted(number, 'student')} {what}; those grades are known only then"
        for what, number in found.items()
    ]


def _why_all(record: Record, run: ClassRun) -> str:
    if record.infrastructure:
        return "the grader had a problem"
    if record.result["tool_version"] != run.facts["version"]:
        return "gemmlab is another version"
    if record.result["seed"] != run.seed:
        return "another --seed"
    return "[allow] has changed" if record.allowed != run.allowed else ""


def _of_labs(record: Record, sums: dict[str, str]) -> list[str]:
    known = {lab["id"]: lab for lab in record.result["labs"]}
    said = []
    for lab, sum_ in sums.items():
        if lab not in known:
            said.append(f"would be judged in lab {lab}, which is new")
        elif record.labs.get(lab) != sum_:
            said.append(
                f"would be judged again in lab {lab}, whose requirements or solution changed"
            )
        elif known[lab]["infrastructure"]:
            said.append(f"would be judged again in lab {lab}: the grader had a problem")
    return said
