"""A file of which nothing ran: one row says so, and not one for each check."""

from collections.abc import Sequence
from typing import Any

Check = dict[str, Any]


def is_open(check: Check) -> bool:
    """Whether this machine cannot judge it, whatever the file is."""
    return bool(check["status"] == "not_graded")


def without_unrun(checks: Sequence[Check]) -> list[Check]:
    """The failed check of the file, with the points of all that did not run for that reason, and
    what this machine cannot judge; all of them if any other one ran."""
    first, *rest = checks or [{"kind": ""}]
    if (
        first["kind"] != "file"
        or first["status"] != "failed"
        or any(check["outcome"] != "not_run" and not is_open(check) for check in rest)
    ):
        return list(checks)
    lost = sum(check["max_points"] for check in rest if not is_open(check))
    return [{**first, "max_points": first["max_points"] + lost}, *filter(is_open, rest)]
