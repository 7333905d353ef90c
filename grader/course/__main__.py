"""The commands for a class: batch, gradescope, handout, oral and similar.

python3 -m course BUILD COMMAND [OPTIONS], as ./gemmlab calls it: BUILD is the folder in which the
tool was built. Exit codes as for all of gemmlab's commands: see errors.py.
"""

import json
import signal
import subprocess
import sys
from pathlib import Path
from types import FrameType
from typing import NoReturn

from course.batch import batch
from course.commands import (
    BatchOptions,
    GradescopeOptions,
    HandoutOptions,
    Help,
    OralOptions,
    SimilarOptions,
    read_command_line,
)
from course.doors import DoorClosed
from course.errors import MachineError, UsageError
from course.facts import Facts
from course.gradescope.gradescope import gradescope
from course.handout.handout import handout
from course.oral import oral
from course.similarity.similar import similar
from course.text import printable

USAGE, INFRASTRUCTURE, INTERRUPTED = 2, 3, 130  # exit codes


def facts_of(build: Path) -> Facts:
    """What the tool in that folder says of itself and of the course."""
    tool = build / "grader/cli/gemmlab-cli"
    done = subprocess.run([tool, "upkeep", "--json", "-"], stdout=subprocess.PIPE, check=False)
    if done.returncode != 0:
        raise DoorClosed("")
    facts: Facts = json.loads(done.stdout)
    return facts


def run(build: Path, words: list[str]) -> int:
    options = read_command_line(words)
    if isinstance(options, Help):
        print(options.text, end="")
        return 0
    facts = facts_of(build)
    if isinstance(options, BatchOptions):
        return batch(options, facts)
    if isinstance(options, GradescopeOptions):
        return gradescope(options, facts)
    if isinstance(options, HandoutOptions):
        return handout(options, facts)
    if isinstance(options, OralOptions):
        return oral(options, facts)
    assert isinstance(options, SimilarOptions)
    return similar(options, facts)


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def main() -> int:
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        return run(Path(sys.argv[1]), sys.argv[2:])
    except UsageError as error:
        print(printable(f"gemmlab: {error}"), file=sys.stderr)
        return USAGE
    except (MachineError, OSError) as error:
        if str(error):
            print(printable(f"gemmlab: {error}"), file=sys.stderr)
        return INFRASTRUCTURE
    except KeyboardInterrupt:
        print("gemmlab: interrupted", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
