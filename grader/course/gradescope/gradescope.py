"""The command gradescope: writes the archive for Gradescope, and grades a submission there."""

import json
import os
import tempfile
from pathlib import Path

from course.class_run import grade_one_submission
from course.commands import GradescopeOptions
from course.course_labs import course_policy, labs_of_course
from course.course_secret import read_course_secret
from course.errors import MachineError, UsageError
from course.facts import Facts, build_of, require_solutions, root_of
from course.gradescope.archive import write_archive
from course.gradescope.results import failed, results_of
from course.handout.files import Audience
from course.handout.handout import write_handout
from course.labs import read_labs, read_rows
from course.progress import ProgressLine
from course.records import to_json
from course.text import printable
from course.whole_file import write


def _write_autograder(options: GradescopeOptions, facts: Facts) -> int:
    require_solutions(facts, "gradescope --out")
    labs = read_labs(root_of(facts))
    policy = course_policy(options.course, labs)  # reports its errors now
    assigned = [lab.id for lab in labs_of_course(labs, policy, options.labs)]
    scratch = build_of(facts) / "gradescope"
    scratch.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="scratch-", dir=scratch) as folder:
        tree = Path(folder, "gemmlab")
        progress = ProgressLine()
        every = [row.id for row in read_rows(root_of(facts)) if not row.staircase]
        lacking = write_handout(facts, tree, Audience.AUTOGRADER, progress, words=every)
        progress.clear()
        if lacking:
            raise MachineError(f"the autograder would be incomplete: {lacking[0]}")
        course = Path(options.course) if options.course else None
        write_archive(tree, assigned, course, Path(os.path.abspath(options.out)))
    print(
        f"{options.out} is an autograder: upload it to Gradescope with a plain Ubuntu 22.04 image. "
        "It has no GPU, so speed is graded only in lab 01."
    )
    return 0


def _write_results(options: GradescopeOptions, facts: Facts) -> int:
    """Writes what Gradescope shows of the submission: its result, or what failed on our side."""
    record, failure = None, ""
    try:
        labs = read_labs(root_of(facts))
        policy = course_policy(options.course, labs)
        secret = read_course_secret(Path(options.secret)) if options.secret else ""
        folder = Path(os.path.abspath(options.grade))
        assigned = labs_of_course(labs, policy, options.labs)
        record, failure = grade_one_submission(facts, folder, policy, secret, assigned)
    except Exception as error:  # whatever it is, it is no problem with the student's work
        failure = str(error) or type(error).__name__
    if record is None or failure:
        results = failed(printable(failure or "the submission has no result"))
    else:
        results = results_of(json.loads(to_json(record)), policy, labs)
    text = json.dumps(results, ensure_ascii=False, indent=2) + "\n"
    try:
        write(Path(options.results), text)
    except OSError as error:
        raise MachineError(f"cannot write {options.results}: {error.strerror}") from None
    return 0


def gradescope(options: GradescopeOptions, facts: Facts) -> int:
    """Returns the exit status; throws UsageError and MachineError."""
    if options.out:
        return _write_autograder(options, facts)
    if not options.grade or not options.results:
        raise UsageError("gradescope needs --out F.zip, the archive to write.")
    return _write_results(options, facts)
