"""What an instructor should look at by hand, from a student's record: results/STUDENT.json."""

# We end by SIGKILL what sends an invalid reply; no mistake causes another signal than these.
OF_MISTAKES = tuple(f"signal {number} " for number in (4, 5, 6, 7, 8, 11))  # ILL, TRAP, ABRT, BUS, FPE, SEGV
MOST_IGNORED = 5
OF_THE_CLASS = "unclear"  # why a lab is open: by a hand-in that may be anybody's


def fact_of(check, name):
    """The check's fact, if it is of that kind; else an empty one."""
    fact = check["fact"] or {}
    return fact if fact.get("name") == name else {}


def first_line(text):
    return text.partition("\n")[0]


def asks_for_more_than_a_lab_may(check):
    """Whether the file uses a header or a function that is not on the list."""
    return fact_of(check, "refusal").get("cause", {}).get("name") in ("header_not_allowed", "function_not_allowed")


def ended_oddly(check):
    """Whether the program ended as honest ones do not, by calling exit or by a signal that no mistake causes; or
    asked for company where it is alone.
    """
    timed = fact_of(check, "speed_not_judged").get("why", {}).get("cause", {})
    how = (fact_of(check, "program_ended") or fact_of(check, "host_entry_fault")
           or (timed if timed.get("name") == "ended_while_timed" else {})).get("detail", "")
    return check["outcome"] == "failed" and (
        check["verdict"] == "EXITED" or timed.get("name") == "started_another"
        or (how.startswith("signal ") and not how.startswith(OF_MISTAKES)))


def suspicion(lab):
    """What suggests more than a wrong program; empty: nothing."""
    is_idle = any(fact_of(check, name) for check in lab["checks"] for name in ("skeleton_unchanged", "no_file"))
    # Whether the file was examined, and yet got a verdict that says that there was nothing to judge.
    is_unjudged = lab["verdict"] == "NOT GRADED" or (lab["verdict"] == "NOT STARTED" and not is_idle)
    for check in lab["checks"]:
        explains = is_unjudged and check["verdict"] == lab["verdict"] and check["message"]
        if explains or ended_oddly(check) or asks_for_more_than_a_lab_may(check):
            return f"{check['verdict']}: {first_line(check['message'])}"
    return lab["verdict"] if is_unjudged else ""


def why_ungraded(lab):
    return next((check["message"] for check in lab["checks"] if check["status"] == "not_graded" and check["message"]),
                "unknown reason")


def about(left):
    """ '"labs.rar": an archive, which is not opened'."""
    path = left["path"].replace('"', "'")
    return f'"{path}": {left["message"]}' if path else left["message"]


def ignored(left_out):
    """Files that look like a lab's, or may hold one."""
    def is_told(left):
        return (left["path"].endswith((".cu", ".cpp")) if left["reason"] == "not_a_labs_file" else
                left["reason"] == "archive"
                or not (left["is_open"] or left["reason"] in ("projects_own", "made_by_tools")))
    files = list(filter(is_told, left_out))
    said = [f"ignored {about(left)}" for left in files[:MOST_IGNORED]]
    return said + ([f"ignored {len(files) - MOST_IGNORED} more files"] if len(files) > MOST_IGNORED else [])


def open_for(lab_id, record):
    """What of the student leaves that lab open; and whether anything does."""
    found = [left for left in record["left_out"] if left["is_open"] and left["lab"] in ("", lab_id)]
    own = [left for left in found if left["reason"] != OF_THE_CLASS]
    return (own, bool(found)) if lab_id not in record["paths"] else ([], False)


def of_lab(lab, record):
    """What is to be looked at in a lab's result: [(kind, lab, what)]."""
    if lab["infrastructure"]:
        return [("failure", lab["id"], f"grader problem: {first_line(why_ungraded(lab))}")]
    own, is_open = open_for(lab["id"], record)
    what = suspicion(lab) if own or not is_open else ""
    return [("undecided" if is_open else "odd", lab["id"], what)] if what else []


def review(record):
    """Flags: a kind, the lab's id or "" for all, and what it is. What is open for the whole class is in its list."""
    found, labs, left_out = [], record["result"]["labs"], record["left_out"]
    if record["infrastructure"]:
        found.append(("failure", "", f"grader problem: {first_line(record['infrastructure'])}"))
    is_open = any(left["is_open"] for left in left_out)
    own, _ = open_for("", record) if not record["paths"] else ([], False)
    if record["problem"]:
        found.append(("undecided" if is_open else "refused", "", f"refused: {record['problem']}"))
    elif own:
        found.append(("undecided", "", about(own[0])))
    else:
        found += [("ignored", "", what) for what in ignored(left_out)]
        if (record["is_handed_in"] and not record["sources"] and not is_open and labs
                and fact_of(labs[0]["checks"][0], "no_file")):
            found.append(("missing", "", first_line(labs[0]["checks"][0]["message"])))
    found += [("guessed", lab, what) for lab, what in record["guesses"].items()]
    found += [flag for lab in labs for flag in of_lab(lab, record)
              if not (own or record["problem"]) or flag[0] == "failure"]
    return [{"kind": kind, "lab": lab, "what": what} for kind, lab, what in found]
