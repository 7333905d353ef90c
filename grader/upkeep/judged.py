"""What only the judge can check: skeletons do not pass, solutions do, and wrong kernels fail for the
reason that each file of grader/mutants states in its first lines."""

import json
import re
import signal
import tempfile
from pathlib import Path, PurePath

from course import problem, read, write


class Unfinished(Exception):
    """How a check ended without a result."""
    row = "unfinished_check"  # of problems.table


class OffSchema(Unfinished):
    """What is wrong with its result file."""
    row = "off_schema"


def values_of(file, key):
    """The values of all `// key: value` lines among a file's first lines."""
    start = f"// {key}: "
    return [line[len(start):] for line in read(file).split("\n")[:8] if line.startswith(start)]


def stated(file, key):
    return next(iter(values_of(file, key)), "")


def not_a_verdict(file, stated_one):
    return problem(file, "unknown_verdict", stated_one) if stated_one else problem(file, "no_verdict")


def stated_diagnoses(file):
    """"// diagnosis: grid_swapped, not grid_rounded_down": (name, whether it must be). There may be
    several such lines."""
    names = [name.strip() for value in values_of(file, "diagnosis") for name in value.split(",")]
    return [(re.sub(r"^not ", "", name), not name.startswith("not ")) for name in names if name]


def mutants_of(course, lab):
    """The lab's wrong and unusual kernels, and those that its pages show: docs/examples/NN_name.cu.
    They state their verdict in the same way."""
    examples = course.entries(PurePath("docs/examples"))
    return course.entries(lab.mutants) + [file for file in examples
                                          if file.name.startswith(f"{lab.id}_")]


def ending(code):
    return (f"was ended by signal {-code} ({signal.strsignal(-code)})" if code < 0
            else f"ended with exit status {code}")


class Judge:
    """Asks the tool. `run` runs a command: its exit code, and its standard output. `wrong_in` says what
    is wrong with a result file."""

    def __init__(self, build, run, wrong_in=lambda result: ""):
        self.wrong_in = wrong_in
        self.cli = Path(build, "grader/cli/gemmlab-cli")
        self.compiler = Path(build, "grader/compile/gemmlab-compile")
        self.run = run

    def result(self, lab, file, *options):
        """The result of a lab as in `grade --json`."""
        code, said = self.run([self.cli, "grade", lab.id, "--file", file, "--json", "-", *options])
        try:
            result = json.loads(said)
            judged = result["labs"][0]
        except (ValueError, LookupError):
            raise Unfinished(ending(code)) from None
        if wrong := self.wrong_in(result):
            raise OffSchema(wrong)
        return judged

    def warnings(self, lab, file):
        """The host compiler's messages; empty if there are none."""
        kind = "sim" if PurePath(lab.file).suffix == ".cu" else "cpu"
        code, said = self.run([self.compiler, file, kind])
        found = re.search(r"^(?:message|warnings):\n(.*?)\n?\Z", said, re.MULTILINE | re.DOTALL)
        if not found and not said.startswith("ok\n"):
            raise Unfinished(ending(code))
        return found[1] if found else ""


def deciding(result):
    """The failed checks with the deciding verdict, in the order in which people see them."""
    return [check for check in result["checks"]
            if check["status"] == "failed" and check["verdict"] == result["verdict"]]


def failures(result):
    """The message of the deciding check, and how many others failed."""
    failed = [check for check in result["checks"] if check["outcome"] == "failed"]
    if not failed:
        return ""
    first = next((check for check in failed if check["verdict"] == result["verdict"]), failed[0])
    more = f"\n  and {len(failed) - 1} more failed" if len(failed) > 1 else ""
    return (f"\n  {first['name']}: {first['verdict']} (line {first['line'] or 0})"
            f"\n  {first['message']}{more}")


def warnings(lab, source, what, judge):
    said = judge.warnings(lab, source)
    if said:
        yield problem(lab.solution, "warnings", what, said)


def judge_skeleton(course, lab, judge):
    """A skeleton compiles without a warning and gets NOT STARTED. It is newly derived, since the file
    in labs/ belongs to the student; problems are those of the solution, from which it is derived."""
    made = course.facts.solutions[lab.slug]
    if "error" in made:
        return  # derived.check_skeletons reports it
    with tempfile.TemporaryDirectory(prefix="gemmlab-") as folder:
        skeleton = Path(folder, lab.file)
        write(skeleton, made["skeleton"])
        yield from warnings(lab, skeleton, "the skeleton", judge)
        result = judge.result(lab, skeleton, "--backend", "sim")
    if result["verdict"] != "NOT STARTED" or result["score"] != 0:
        yield problem(lab.solution, "started_skeleton", result["verdict"], failures(result))


def judge_solution(course, lab, judge):
    """A solution has no warnings either and passes, as far as this machine can check."""
    source = course.root / lab.solution
    yield from warnings(lab, source, "a solution", judge)
    result = judge.result(lab, source)
    if result["verdict"] != "PASSED":
        yield problem(lab.solution, "failing_solution", result["verdict"], failures(result))


def judge_mutant(course, lab, file, judge, backend="sim"):
    """A mutant gets the verdict stated in its first lines: on the simulator // verdict: X, at
    // line: N if given, and with values that look like // diagnosis: D, not E; on a GPU // cuda: Y, or
    Y or Z if that depends on the contents of memory, or X all the same, because the simulator counts
    there as well."""
    source, known = course.root / file, course.facts.verdicts
    verdict, on_gpu = stated(source, "verdict"), stated(source, "cuda")
    wanted_on_gpu = on_gpu.split(" or ") if on_gpu else []
    if verdict not in known or not set(wanted_on_gpu) <= set(known):
        yield not_a_verdict(file, on_gpu if verdict in known else verdict)
        return
    wanted = [verdict]
    if backend == "cuda" and on_gpu:
        wanted = wanted_on_gpu + [verdict] * (verdict != "PASSED")
    may_pass = wanted[0] == "PASSED"
    result = judge.result(lab, source, "--backend", backend, "--quick")
    got, line = result["verdict"], stated(source, "line")
    places = {str(place["line"]) for check in deciding(result) for place in check["places"]}
    if result["infrastructure"]:
        yield problem(file, "not_graded", failures(result))
    elif got not in wanted:
        yield problem(file, "right_rejected" if may_pass else "bug_missed", wanted[0], got,
                      failures(result))
    elif line and backend == "sim" and line not in places:
        yield problem(file, "other_line", line, failures(result))
    elif (not may_pass and got != "PASSED"
          and result["score"] + result["not_graded_points"] >= result["max_score"]):
        yield problem(file, "no_points_lost")
    elif backend == "sim":
        yield from judge_diagnoses(course, file, result)
        yield from judge_words(file, result, values_of(source, "says"))


def judge_words(file, result, wanted):
    """// says: WORDS: what the first deciding check tells."""
    said = " ".join(check["message"] for check in deciding(result)[:1])
    for words in wanted:
        if words not in said:
            yield problem(file, "other_words", words, failures(result))


def judge_diagnoses(course, file, result):
    """Of a mutant that got the right verdict."""
    shown = [check["diagnosis"] for check in deciding(result)[:1]]
    anywhere = [check["diagnosis"] for check in result["checks"]]
    for name, must_be in stated_diagnoses(course.root / file):
        if name not in course.facts.diagnoses:
            yield problem(file, "no_diagnosis", name)
        elif (name in (shown if must_be else anywhere)) != must_be:
            yield problem(file, "other_diagnosis" if must_be else "excluded_diagnosis", name,
                          failures(result))
