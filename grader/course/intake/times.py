"""times.csv: submission times from the course's own system."""

from collections.abc import Sequence
from datetime import timezone, tzinfo
from pathlib import Path

from course.csv_table import CsvError, Row, read_csv
from course.dates import has_offset, iso8601, parse_utc
from course.errors import UsageError
from course.intake.hand_ins import SubmissionList
from course.intake.names import plain_name, quoted_path
from course.labs import Lab, find_lab
from course.text import counted


def add_times(
    file: Path, labs: Sequence[Lab], hand_ins: SubmissionList, zone: tzinfo | None = None
) -> None:
    """Adds those of that file: columns student, time and, optionally, lab, named by its first row.
    `zone`: of times without an offset; None: UTC. Notes that there are such times. Raises
    UsageError with file and line, also for two times of one student and lab."""
    line = 1
    bare = 0  # times without an offset
    try:
        rows = read_csv(file.read_bytes())
        columns = _columns_of(rows)
        lines: dict[tuple[str, str], int] = {}  # by student and lab
        for row in rows[1:]:
            line = row.line
            cells = {title: plain_name(row.cell(at)) for title, at in columns.items()}
            time = parse_utc(cells["time"], zone or timezone.utc)
            if time is None:
                quoted = quoted_path(cells["time"])
                raise UsageError(f"{quoted} is not a time; write 2026-01-31T23:59:00Z")
            bare += not has_offset(cells["time"])
            word = cells.get("lab", "")
            lab = find_lab(labs, word)
            if word and lab is None:
                raise UsageError(f"there is no lab {quoted_path(word)}")
            _set_time(cells["student"], lab.id if lab else "", iso8601(time), line, lines, hand_ins)
    except (UsageError, CsvError) as error:
        raise UsageError(f"{file}:{line}: {error}") from None
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from None
    hand_ins.times_file = file.name
    if bare:
        said = f"{zone}, as `timezone` in course.toml says" if zone else "UTC"
        times = counted(bare, "time")
        hand_ins.notes.append(
            f"{file.name}: {times} without an offset such as +01:00, taken as {said}"
        )


def _columns_of(rows: list[Row]) -> dict[str, int]:
    titles = rows[0].cells if rows else []
    columns = {title: at for at, title in enumerate(titles)}
    if "student" not in columns or "time" not in columns:
        raise UsageError("the first line must be student,time or student,time,lab")
    return columns


def _set_time(
    word: str,
    lab: str,
    time: str,
    line: int,
    lines: dict[tuple[str, str], int],
    hand_ins: SubmissionList,
) -> None:
    """For those that the word means, and their teams."""
    meant = hand_ins.meant_by(word)
    teams = {source.who.team for source in hand_ins.sources if source.student in meant} - {""}
    for source in hand_ins.sources:
        if source.student not in meant and source.who.team not in teams:
            continue
        before = lines.setdefault((source.student, lab), line)
        if before != line and source.times.get(lab) != time:
            quoted = quoted_path(word)
            raise UsageError(f"line {before} has a time for {quoted} and this lab too; remove one")
        source.times[lab] = time
