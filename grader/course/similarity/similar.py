"""The command similar: shows who of a class has handed in texts that are alike, for a person to
look at.
"""

import sys
from collections.abc import Mapping
from pathlib import Path

from course.commands import SimilarOptions
from course.errors import MachineError, UsageError
from course.facts import Facts, require_solutions, skeletons_of
from course.own_files import require_own, write
from course.records import kept_record, why_unread
from course.similarity import page, sim
from course.similarity.comparison import LabTexts, compared, suspects
from course.text import printable

ON_TERMINAL, ON_PAGE = 20, 200


def read_class(out: Path, skeletons: Mapping[str, str]) -> tuple[list[LabTexts], int]:
    """Each lab with its students' files; and how many results there are."""
    sources: dict[str, list[tuple[str, str]]] = {lab: [] for lab in skeletons}
    count = 0
    for file in sorted((out / "results").glob("*.json")):
        record = kept_record(out, file.stem)
        if record is None:
            raise MachineError(
                f"{file} {why_unread(out, file.stem)}: run batch again as before, which grades it "
                "again, or remove it"
            )
        count += 1
        for lab, text in record.sources.items():
            if lab in sources and text != skeletons[lab]:
                sources[lab].append((record.student, text))
    return [LabTexts(lab, skeletons[lab], each) for lab, each in sorted(sources.items())], count


def _compare(out: Path, percent: int, skeletons: Mapping[str, str]) -> int:
    sim.require_programs()
    labs, count = read_class(out, skeletons)
    if count == 0:
        raise UsageError(
            f"{out} holds no results: name the folder that ./gemmlab batch --out wrote."
        )
    labs, failed = compared(labs, percent)
    rows = suspects(labs)
    file = out / "similar.html"
    write(file, page.page(rows[:ON_PAGE], len(rows), labs, failed, count, percent))
    for row in rows[:ON_TERMINAL]:
        print(f"  {page.names(row.students)}: {page.likeness(row)}")
    print(page.in_short(len(rows), count, percent, labs))
    print(f"  Both texts side by side: {file}. It is a hint where to look, not a verdict.")
    for why in failed:
        print(f"gemmlab: {why}", file=sys.stderr)
    return 3 if failed else 0


def similar(options: SimilarOptions, facts: Facts) -> int:
    """Writes OUT/similar.html. Returns the exit status; throws UsageError and MachineError."""
    require_solutions(facts, "similar")
    out = Path(options.folder)
    try:
        require_own(out)
        return _compare(out, options.percent, skeletons_of(facts))
    except PermissionError as error:
        raise MachineError(
            f"{error.filename}: {error.strerror}. Run it as batch was run: "
            f"sudo ./gemmlab similar {out}"
        ) from None
    except (OSError, ValueError, KeyError, sim.CannotCompare) as error:
        raise MachineError(printable(str(error))) from None
