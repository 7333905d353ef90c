"""Labs that a run is not about: they stay as they were, with what was known of their hand-in."""

from collections.abc import Set as AbstractSet
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from course.intake.hand_ins import LeftOut, SubmissionSource

if TYPE_CHECKING:
    from course.records import Record

_BY_LAB = ("sources", "paths", "submitted_at", "guesses")  # in a record


@dataclass
class KeptLab:
    """As the fields of the same names in Record, when the lab was judged."""

    folder: str = ""
    problem: str = ""
    is_handed_in: bool = True
    extension: str = ""
    earlier_due: str = ""
    backend: str = "sim"
    left_out: list[LeftOut] = field(default_factory=list)  # what leaves this lab open


def kept_json(kept: KeptLab) -> dict[str, Any]:
    left_out = [{**asdict(left), "reason": left.reason.value} for left in kept.left_out]
    return {**vars(kept), "left_out": left_out}


def set_aside(record: "Record", before: "Record | None", wanted: AbstractSet[str]) -> None:
    """Makes the labs of the record that are not wanted what they were before."""
    record.kept = {}
    for lab in before.result["labs"] if before else []:
        id_ = lab["id"]
        if before is None or id_ in wanted:
            continue
        record.kept[id_] = before.kept.get(id_) or KeptLab(
            before.folder,
            before.problem,
            before.is_handed_in,
            before.extension,
            before.earlier_due,
            before.result["backend"],
            [left for left in before.left_out if left.concerns(id_)],
        )
        for name in _BY_LAB:
            table, old = getattr(record, name), getattr(before, name)
            table.pop(id_, None)
            if id_ in old:
                table[id_] = old[id_]
        record.late = [late for late in record.late if late != id_]
        record.late += [id_] if id_ in before.late else []


def seen_from(source: SubmissionSource, record: "Record") -> "Record":
    """With what has become open about the source since. What the record says of a hand-in in
    another folder is about the labs of that one."""
    if source.folder and record.folder != source.folder:
        before, record = record, replace(
            record, folder=source.folder, problem="", is_handed_in=bool(source.parts),
            left_out=[], extension="", earlier_due="", late=[], **{name: {} for name in _BY_LAB},
        )  # fmt: skip
        set_aside(record, before, frozenset())
    lists = [record.left_out]
    lists += [kept.left_out for kept in record.kept.values() if kept.folder == source.folder]
    for left_out in lists:
        known = {left.reason for left in left_out}
        left_out += [left for left in source.open if left.reason not in known]
    return record


def is_about(
    source: SubmissionSource, record: "Record", lab: str, wanted: AbstractSet[str]
) -> bool:
    """Whether what this run's roster and times.csv say is about that lab of the record. With an
    assignment for each lab, the others have their own."""
    kept = record.kept.get(lab)
    return lab in wanted and (kept is None or kept.folder == source.folder)


def set_times(source: SubmissionSource, record: "Record", wanted: AbstractSet[str]) -> None:
    """As the next run sets them: times.csv may have changed."""
    if any(part.time for part in source.parts):
        return
    for lab in record.sources:
        if is_about(source, record, lab, wanted):
            record.submitted_at[lab] = source.times.get(lab, source.times.get("", ""))
