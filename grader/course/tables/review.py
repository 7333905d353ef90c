"""What an instructor should look at by hand, from a student's record."""

from typing import Any

from course.intake.hand_ins import LeftOut, LeftOutReason
from course.intake.names import quoted_path
from course.records import LabResult, Record, why_ungraded
from course.similarity.texts import tokens_of
from course.tables.words import Flag

# We end by SIGKILL what sends an invalid reply; no mistake causes another signal than these.
OF_MISTAKES = tuple(
    f"signal {number} "
    for number in (4, 5, 6, 7, 8, 11)  # ILL, TRAP, ABRT, BUS, FPE, SEGV
)
MOST_IGNORED = 5
NEVER_IGNORED = (
    LeftOutReason.projects_own,
    LeftOutReason.made_by_tools,
    LeftOutReason.header,
    LeftOutReason.not_counted,
    LeftOutReason.document,
    LeftOutReason.picture,
    LeftOutReason.page,
    LeftOutReason.empty_page,
)
OF_THE_CLASS = LeftOutReason.unclear  # why a lab is open: by a hand-in that may be anybody's
_ADD_HEADER = "put it beside the file that includes it, and repeat the command"
NOT_ALLOWED = ("header_not_allowed", "function_not_allowed")

Check = dict[str, Any]
Fact = dict[str, Any]


def fact_of(check: Check, name: str) -> Fact:
    """The check's fact, if it is of that kind; else an empty one."""
    fact: Fact = check["fact"] or {}
    return fact if fact.get("name") == name else {}


def first_line(text: str) -> str:
    return text.partition("\n")[0]


def asks_for_more_than_a_lab_may(check: Check) -> bool:
    """Whether the file uses a header or a function that is not on the list."""
    return fact_of(check, "refusal").get("cause", {}).get("name") in NOT_ALLOWED


def ended_oddly(check: Check) -> bool:
    """Whether the program ended as honest ones do not, by calling exit or by a signal that no
    mistake causes; or asked for company where it is alone.
    """
    timed = fact_of(check, "speed_not_judged").get("why", {}).get("cause", {})
    how = (
        fact_of(check, "program_ended")
        or fact_of(check, "host_entry_fault")
        or (timed if timed.get("name") == "ended_while_timed" else {})
    ).get("detail", "")
    return check["outcome"] == "failed" and (
        check["verdict"] == "EXITED"
        or timed.get("name") == "started_another"
        or (how.startswith("signal ") and not how.startswith(OF_MISTAKES))
    )


def missing_header(check: Check) -> str:
    """What the file includes and the compiler does not find; empty: nothing."""
    cause = fact_of(check, "refusal").get("cause", {})
    for said in cause.get("diagnostics", []):
        name, colon, why = said.get("text", "").rpartition(": ")
        if colon and why in ("No such file or directory", "file not found"):
            return str(name).removeprefix("fatal error: ").strip("'")
    return ""


def suspicion(lab: LabResult) -> str:
    """What suggests more than a wrong program; empty: nothing."""
    is_idle = any(
        fact_of(check, name)
        for check in lab["checks"]
        for name in ("skeleton_unchanged", "no_file")
    )
    # Whether the file was examined, and yet got a verdict that says that there was nothing to
    # judge.
    verdict = str(lab["verdict"])
    is_unjudged = verdict == "NOT GRADED" or (verdict == "NOT STARTED" and not is_idle)
    for check in lab["checks"]:
        if header := missing_header(check):
            return f"{check['verdict']}: {quoted_path(header)} was not handed in: {_ADD_HEADER}"
        explains = is_unjudged and check["verdict"] == verdict and check["message"]
        if explains or ended_oddly(check) or asks_for_more_than_a_lab_may(check):
            return f"{check['verdict']}: {first_line(check['message'])}"
    return verdict if is_unjudged else ""


def about(left: LeftOut) -> str:
    """'"labs.rar": an archive, which is not opened'."""
    path = left.path.replace('"', "'")
    return f'"{path}": {left.reason_in_words}' if path else left.reason_in_words


def _may_be_of_a_lab(left: LeftOut) -> bool:
    if left.reason == LeftOutReason.unchanged and not left.count:
        return False  # what may be the answer beside it is listed
    if left.reason == LeftOutReason.not_a_labs_file:
        return left.path.endswith((".cu", ".cpp"))
    is_known = left.reason in NEVER_IGNORED
    return left.reason == LeftOutReason.archive or not (left.is_open or is_known)


def ignored(left_out: list[LeftOut]) -> list[str]:
    """Files that look like a lab's, or may hold one."""
    files = list(filter(_may_be_of_a_lab, left_out))
    said = [f"ignored {about(left)}" for left in files[:MOST_IGNORED]]
    more = len(files) - MOST_IGNORED
    return said + ([f"ignored {more} more files"] if more > 0 else [])


def open_for(lab_id: str, record: Record) -> tuple[list[LeftOut], bool]:
    """What of the student leaves that lab open; and whether anything does."""
    if lab_id in record.paths:
        return [], False
    kept = record.kept.get(lab_id)
    found = [left for left in (kept or record).left_out if left.is_open]
    found = [left for left in found if left.is_all or left.lab in ("", lab_id)]
    return [left for left in found if left.reason != OF_THE_CLASS], bool(found)


def _flag(kind: str, lab: str, what: str) -> Flag:
    return {"kind": kind, "lab": lab, "what": what}


def _of_lab(lab: LabResult, record: Record) -> list[Flag]:
    """What is to be looked at in a lab's result."""
    if lab["infrastructure"]:
        return [_flag("failure", lab["id"], f"grader problem: {first_line(why_ungraded(lab))}")]
    own, is_open = open_for(lab["id"], record)
    what = suspicion(lab) if own or not is_open else ""
    return [_flag("undecided" if is_open else "odd", lab["id"], what)] if what else []


def one_file_for_several(record: Record) -> list[Flag]:
    """Labs with one program, apart from names and comments: what is right for the first is probably
    not what the others are about.
    """
    labs: dict[tuple[str, ...], list[str]] = {}
    texts = record.sources
    for lab in record.result["labs"]:
        source = texts.get(lab["id"], "")
        if source and lab["verdict"] != "NOT STARTED":
            kinds = tuple(kind for _, kind in tokens_of(source))
            labs.setdefault(kinds, []).append(lab["id"])
    return [
        _flag("odd", "", f"one program for labs {', '.join(same)}: the files are {how}")
        for same in labs.values()
        if len(same) > 1
        for how in ["identical" if len({texts[lab] for lab in same}) == 1 else "alike"]
    ]


def _has_no_labs_file(record: Record) -> bool:
    labs = record.result["labs"]
    is_without = record.is_handed_in and not record.sources
    return is_without and bool(labs and fact_of(labs[0]["checks"][0], "no_file"))


def review(record: Record) -> list[Flag]:
    """A kind, the lab's id or "" for all, and what it is. What is open for the whole class is in
    its list.
    """
    found, labs = [], record.result["labs"]
    if record.infrastructure:
        found.append(_flag("failure", "", f"grader problem: {first_line(record.infrastructure)}"))
    is_open = any(left.is_open for left in record.left_out)
    own, _ = open_for("", record) if not record.paths else ([], False)
    if record.problem:
        kind = "undecided" if is_open else "refused"
        found.append(_flag(kind, "", f"refused: {record.problem}"))
    elif own:
        found.append(_flag("undecided", "", about(own[0])))
    else:
        found += [_flag("ignored", "", what) for what in ignored(record.left_out)]
        if _has_no_labs_file(record) and not is_open:
            found.append(_flag("missing", "", first_line(labs[0]["checks"][0]["message"])))
    found += [_flag("guessed", lab, what) for lab, what in record.guesses.items()]
    found += one_file_for_several(record)
    of_labs = [flag for lab in labs for flag in _of_lab(lab, record)]
    is_told = bool(own or record.problem)  # once, for all labs
    return found + [flag for flag in of_labs if not is_told or flag["kind"] == "failure"]
