"""What Gradescope shows of a submission, its results.json: a test for each check, the sum of their
points, and numbers for a leaderboard. Gradescope itself handles dates and late rules.

A check that cannot be graded there (a GPU's speed) is a test of 0 out of 0 points that says so. If
our side failed there is no score and no test, and the output says why: Gradescope then reports that
the autograder failed, instead of giving zero points.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from course.gradescope.sentences import no_file, reason_of, refused
from course.labs import Lab
from course.repairs import without_repairs
from course.rules.points import has_point, weighed
from course.rules.policy import CoursePolicy, ShowRule, Visibility, visibility_of
from course.text import short_number
from course.unrun import without_unrun

MOST_BYTES = 8 << 10  # per output: a page contains a hundred of them
OURS = (
    "The autograder itself failed, so there is no score. This is not a problem with your work. "
    "Tell your instructor, who can run it again.\nReason: "
)

Json = dict[str, Any]


def shown(text: str) -> str:
    """Its format is text, so markup needs no protection; the grader's texts are printable."""
    beginning = text.encode("utf-8", "replace")[:MOST_BYTES].decode(errors="ignore")
    return text if text == beginning else beginning + "\n..."


def test_of(lab: Json, check: Json, number: str, show: ShowRule) -> Json:
    # Gradescope hides a test or shows it: of one that it shows, what comes later is left out.
    if show.repairs is not Visibility.VISIBLE:
        check = without_repairs(check)
    is_graded = check["status"] != "not_graded"
    name, output = f"Lab {lab['id']}: {check['name']}", check["message"]
    if check["status"] == "failed":
        name += f" ({check['verdict']})"
    if not is_graded:
        output = f"Not graded here, so you lose no points: {output}"
    if check["hint"]:
        output += f"\nRead next: ./gemmlab hint {check['hint']}"
    return {
        "score": check["points"] if is_graded else 0,
        "max_score": check["max_points"] if is_graded else 0,
        **({"status": check["status"]} if is_graded else {}),
        "name": shown(name),
        "number": number,
        "output": shown(output),
        "output_format": "text",
        "tags": [lab["slug"]],
        "visibility": visibility_of(check["kind"], show).value,
    }


def leaders_of(lab: Json) -> Iterator[Json]:
    speed, metrics = lab["speed"], lab["metrics"]
    if speed and speed["outcome"] != "not_graded":
        yield {
            "name": f"{lab['id']}: times as fast as {speed['baseline'] or speed['over']}",
            "value": round(speed["ratio"], 2),
            "order": "desc",
        }
    if metrics and lab["verdict"] == "PASSED":
        bytes_per_flop = metrics["bytes_per_flop"]
        yield {"name": f"{lab['id']}: bytes per FLOP", "value": bytes_per_flop, "order": "asc"}


def overview(record: Json, labs: Sequence[Json]) -> str:
    """A line for each lab, with the points that can be reached, and what was not accepted."""
    lines = []
    for lab in labs:
        left = lab["not_graded_points"]
        lines.append(
            f"Lab {lab['id']} {lab['title']}: {lab['verdict']}, you have "
            f"{short_number(lab['score'])} of {lab['max_score'] - left} points"
            + (f"; {left} more are not graded here\n" if left else "\n")
        )
    if record["problem"]:
        lines.append(refused(record["problem"]) + "\n")
    lines += [
        f"Ignored: {each['path']} ({reason_of(each)})\n"
        for each in record["left_out"]
        if each["path"]
    ]
    return shown("".join(lines))


def lab_for_student(lab: Json, record: Json, policy: CoursePolicy, labs: Sequence[Lab]) -> Json:
    """With the course's points, of which those for speed are open if nobody's kernel is timed and
    only a part counts if it has not the point, and with a sentence for the student if there is no
    file.
    """
    lab = dict(weighed(lab, policy.points))
    own = next(each for each in labs if each.id == lab["id"])
    checks = [dict(check) for check in lab["checks"]]
    is_untimed = record["result"]["backend"] == "sim" and own.file.endswith(".cu")
    for check in checks:
        if (check["fact"] or {}).get("name") == "no_file":
            check["message"] = no_file(record, own)
        if not is_untimed or check["status"] != "failed":
            continue
        if len(checks) == 1:  # it stands for all that can be reached
            check["max_points"] -= policy.points.speed
            lab["not_graded_points"] = policy.points.speed
        elif check["kind"] == "speed":
            check.update(status="not_graded", message="there is no GPU", hint="")
            lab["not_graded_points"] += check["max_points"]
    if not has_point(lab["verdict"], lab["checks"]):
        most = policy.points.misses_the_point_percent / 100
        reachable = lab["max_score"] - lab["not_graded_points"]
        lab["score"] = min(lab["score"], round(most * reachable, 2))
    return {**lab, "checks": without_unrun(checks)}


def with_output(
    output: str,
    extra: Json,
    tests: Sequence[Json] = (),
    leaders: Sequence[Json] = (),
    **score: float,
) -> Json:
    return {
        **score,
        "output": output,
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": list(tests),
        "leaderboard": list(leaders),
        "extra_data": extra,
    }


def results_of(record: Json, policy: CoursePolicy, labs: Sequence[Lab]) -> Json:
    """`record`: the JSON of a record; `policy`: who sees which checks, and their points."""
    shown_labs = [lab_for_student(lab, record, policy, labs) for lab in record["result"]["labs"]]
    return with_output(
        overview(record, shown_labs),
        {"sandbox": record["sandbox"]["name"], "submission_sha256": record["submission_sha256"]},
        tests=[
            test_of(lab, check, f"{lab['id']}.{number}", policy.show)
            for lab in shown_labs
            for number, check in enumerate(lab["checks"], 1)
        ],
        leaders=[leader for lab in shown_labs for leader in leaders_of(lab)],
        score=sum(lab["score"] for lab in shown_labs),
        execution_time=round(record["seconds"], 1),
    )


def failed(why: str) -> Json:
    """The results if our side failed."""
    return with_output(shown(OURS + why), {"infrastructure": shown(why)})
