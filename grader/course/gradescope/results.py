#!/usr/bin/env python3
"""Writes results.json for Gradescope from the record of a submission: a test for each check, the sum of their points,
and numbers for a leaderboard. Gradescope itself handles dates and late rules.

  results.py RESULTS RECORD FAILURE VALUES EVIDENCE SPEED

FAILURE: what failed on our side, empty: nothing. VALUES, EVIDENCE, SPEED: who sees these checks, in Gradescope's
terms. RESULTS appears completely or not at all.

A check that cannot be graded there (a GPU's speed) is a test of 0 out of 0 points that says so. If our side failed
there is no score and no test, and the output says why: Gradescope then reports that the autograder failed, instead
of giving zero points.
"""

import json
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.append(str(Path(__file__).resolve().parents[1] / "tables"))
from whole_file import write  # noqa: E402

MOST_BYTES = 8 << 10  # per output: a page contains a hundred of them
OURS = ("The autograder itself failed, so there is no score. This is not a problem with your work. "
        "Tell your instructor, who can run it again.\nReason: ")


def shown(text):
    """Its format is text, so markup needs no protection; the grader's texts are printable."""
    beginning = text.encode()[:MOST_BYTES].decode(errors="ignore")
    return text if text == beginning else beginning + "\n..."


def test_of(lab, check, number, shown_to):
    is_graded = check["status"] != "not_graded"
    name, output = f"Lab {lab['id']}: {check['name']}", check["message"]
    if check["status"] == "failed":
        name += f" ({check['verdict']})"
    if not is_graded:
        output = f"Not graded here, so you lose no points: {output}"
    if check["hint"]:
        output += f"\nRead next: ./gemmlab hint {check['hint']}"
    return {"score": check["points"] if is_graded else 0, "max_score": check["max_points"] if is_graded else 0,
            **({"status": check["status"]} if is_graded else {}),
            "name": shown(name), "number": number, "output": shown(output), "output_format": "text",
            "tags": [lab["slug"]], "visibility": shown_to.get(check["kind"], shown_to["values"])}


def leaders_of(lab):
    speed, metrics = lab["speed"], lab["metrics"]
    if speed and speed["outcome"] != "not_graded":
        yield {"name": f"{lab['id']}: times as fast as {speed['baseline'] or speed['over']}",
               "value": round(speed["ratio"], 2), "order": "desc"}
    if metrics and lab["verdict"] == "PASSED":
        yield {"name": f"{lab['id']}: bytes per FLOP", "value": metrics["bytes_per_flop"], "order": "asc"}


def overview(record):
    """A line for each lab, and what was not accepted."""
    lines = []
    for lab in record["result"]["labs"]:
        left = f"; {lab['not_graded_points']} are not graded here" if lab["not_graded_points"] else ""
        lines.append(f"Lab {lab['id']} {lab['title']}: {lab['verdict']}, "
                     f"{lab['score']} of {lab['max_score']} points{left}\n")
    if record["problem"]:
        lines.append(f"The submission was not accepted: {record['problem']}\n")
    lines += [f"Ignored: {each['path']} ({each['message']})\n" for each in record["left_out"]]
    return shown("".join(lines))


def with_output(output, extra, tests=(), leaders=(), **score):
    return {**score, "output": output, "output_format": "text", "visibility": "visible",
            "stdout_visibility": "hidden", "tests": list(tests), "leaderboard": list(leaders), "extra_data": extra}


def results_of(record, shown_to):
    labs = record["result"]["labs"]
    tests = [test_of(lab, check, f"{lab['id']}.{number}", shown_to)
             for lab in labs for number, check in enumerate(lab["checks"], 1)]
    return with_output(overview(record),
                       {"sandbox": record["sandbox"]["name"], "submission_sha256": record["submission_sha256"]},
                       tests, [leader for lab in labs for leader in leaders_of(lab)],
                       score=sum(lab["score"] for lab in labs), execution_time=round(record["seconds"], 1))


def failed(why):
    return with_output(shown(OURS + why), {"infrastructure": shown(why)})


def main():
    results, record, failure, *shown_to = sys.argv[1:]
    try:
        told = failed(failure) if failure else results_of(
            json.loads(Path(record).read_text(encoding="utf-8")), dict(zip(("values", "evidence", "speed"), shown_to)))
    except (OSError, ValueError) as error:
        told = failed(f"cannot read the submission's result: {error}")
    try:
        write(Path(results), json.dumps(told, ensure_ascii=False, indent=2) + "\n")
    except OSError as error:
        sys.exit(f"cannot write {results}: {error.strerror}")


if __name__ == "__main__":
    main()
