"""The programs in C++ that judge a file and that show a result, each asked a line at a time.

docs/result_file.md describes what they read and write.
"""

import contextlib
import json
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from course.errors import MachineError

Json = dict[str, Any]

Some = TypeVar("Some", bound="Door")

PROGRAM = "grader/cli/gemmlab-doors"  # below the build folder


class Door:
    """A program that answers JSON with JSON, one line each. It ends when this process does."""

    def __init__(self, build: Path, command: str) -> None:
        """Throws MachineError if it is not built yet."""
        self.command = command
        try:
            self._program = subprocess.Popen(
                [build / PROGRAM, command, "--serve"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        except OSError:
            raise MachineError(
                f"{build / PROGRAM} is not built yet: run the command as ./gemmlab"
            ) from None

    def __enter__(self: Some) -> Some:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if kind is not None:
            self._program.terminate()  # ends what it has started, too
        self.close()

    def ask(self, request: Json) -> None:
        assert self._program.stdin is not None
        try:
            self._program.stdin.write(json.dumps(request).encode() + b"\n")
            self._program.stdin.flush()
        except OSError:
            self._fail()

    def answer(self) -> Json:
        """The next one, whichever request it is to. Throws DoorClosed."""
        assert self._program.stdout is not None
        line = self._program.stdout.readline()
        if not line.endswith(b"\n"):
            self._fail()
        answer: Json = json.loads(line)
        return answer

    def close(self) -> None:
        for pipe in (self._program.stdin, self._program.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):  # it has ended, with a request that it did not read
                pipe.close()
        self._program.wait()

    def _fail(self) -> None:
        """It has said why on the terminal, unless a signal ended it."""
        status = self._program.wait()
        why = f"ended by signal {-status}" if status < 0 else ""
        raise DoorClosed(f"the program that should {self.command} was {why}" if why else "")


class DoorClosed(MachineError):
    """The program ended. Without a text it has told why itself."""


class Judge(Door):
    """Judges lab files, several at a time, each in a sandbox.

    setup: as JudgeSetup in grader/doors/judge_door.h.
    """

    blank: Json  # what all results have in common: a result file without labs
    sandbox: Json  # its "name", what is "missing", how "memory" is limited
    has_namespaces: bool  # a program sees no file but its own

    def __init__(self, build: Path, setup: Json) -> None:
        super().__init__(build, "judge")
        self.ask(setup)
        welcome = self.answer()
        self.blank, self.sandbox = welcome["blank"], welcome["sandbox"]
        self.has_namespaces = welcome["has_namespaces"]


def show(build: Path, requests: Iterable[Json]) -> Iterator[Json]:
    """The answer to each request: its "html", and "labs", the text about each."""
    with Door(build, "show") as door:
        for request in requests:
            door.ask(request)
            yield door.answer()
