"""What most likely is wrong in a lab, in few words for tables."""

from typing import Any

from course.records import VERDICTS, LabResult

Check = dict[str, Any]


def headline_of(lab: LabResult) -> Check | None:
    """The failed check that reports show first: of those that failed in the same way at the same
    place the first stands for all. None: nothing failed.
    """
    groups: list[Check] = []
    for check in lab["checks"]:
        if check["status"] == "failed" and not any(_is_like(check, first) for first in groups):
            groups.append(check)
    return min(groups, key=_headline_order) if groups else None


def cause_of(lab: LabResult) -> str:
    """With the step of the skeleton that it is about: "RACE: k tail missing, at TODO(3.2)"; empty
    if nothing is wrong, or if our side failed.
    """
    check = headline_of(lab)
    if check is None or lab["infrastructure"]:
        return ""
    why = [str(check["verdict"])]
    if _fact(check).get("name") == "no_file":
        why.append(check["message"].partition("\n")[0])
    if check["diagnosis"]:
        why.append(check["diagnosis"].replace("_", " "))
    return ": ".join(why) + (f", at TODO({check['hint']})" if check["hint"] else "")


def _fact(check: Check) -> dict[str, Any]:
    return check["fact"] or {}


def _is_like(check: Check, first: Check) -> bool:
    is_same_place = all(check[key] == first[key] for key in ("line", "source_file"))
    return check["verdict"] == first["verdict"] and (is_same_place or not check["line"])


def _headline_order(check: Check) -> tuple[bool, int]:
    return _gives_way(check), VERDICTS.index(check["verdict"])


def _gives_way(check: Check) -> bool:
    """Whether any other failure says more: threads wait at two barriers, but nothing that they
    wait for is used.
    """
    fact = _fact(check)
    found = fact["fact"] if fact.get("name") == "finding" else {}
    return found.get("name") == "barriers_apart" and not found["is_read_after"]
