"""What Gradescope shows of a submission, its results.json: a test for each check, the sum of their
points, and numbers for a leaderboard. Gradescope itself handles dates and late rules.

A check that cannot be graded there (a GPU's speed) is a test of 0 out of 0 points that says so. If
our side failed there is no score and no test, and the output says why: Gradescope then reports that
the autograder failed, instead of giving zero points.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from course.rules.policy import ShowRule, visibility_of

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


def overview(record: Json) -> str:
    """A line for each lab, and what was not accepted."""
    lines = []
    for lab in record["result"]["labs"]:
        left = lab["not_graded_points"]
        lines.append(
            f"Lab {lab['id']} {lab['title']}: {lab['verdict']}, "
            f"{lab['score']} of {lab['max_score']} points"
            + (f"; {left} are not graded here\n" if left else "\n")
        )
    if record["problem"]:
        lines.append(f"The submission was not accepted: {record['problem']}\n")
    lines += [f"Ignored: {each['path']} ({each['message']})\n" for each in record["left_out"]]
    return shown("".join(lines))


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


def results_of(record: Json, show: ShowRule) -> Json:
    """`record`: the JSON of a record; `show`: who sees which checks."""
    labs = record["result"]["labs"]
    return with_output(
        overview(record),
        {"sandbox": record["sandbox"]["name"], "submission_sha256": record["submission_sha256"]},
        tests=[
            test_of(lab, check, f"{lab['id']}.{number}", show)
            for lab in labs
            for number, check in enumerate(lab["checks"], 1)
        ],
        leaders=[leader for lab in labs for leader in leaders_of(lab)],
        score=sum(lab["score"] for lab in labs),
        execution_time=round(record["seconds"], 1),
    )


def failed(why: str) -> Json:
    """The results if our side failed."""
    return with_output(shown(OURS + why), {"infrastructure": shown(why)})
