"""What a long command is doing, on one line of the terminal."""

import os
import shutil
import sys
import threading
import time

from course.text import clipped, printable

BETWEEN_PLAIN_LINES = 5.0  # seconds: often enough to show activity, rarely enough for a log


class ProgressLine:
    """On stderr: a line that is drawn again; where that is no terminal, one now and then. Threads
    may share it.
    """

    def __init__(self) -> None:
        self._is_live = sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        self._is_drawn = False
        self._last: float | None = None
        self._in_use = threading.Lock()

    def __call__(self, text: str) -> None:
        with self._in_use:
            width = shutil.get_terminal_size().columns
            line = clipped(printable(text), width - 1)
            if self._is_live:
                self._write(f"\r\x1b[K{line}")
                self._is_drawn = True
                return
            now = time.monotonic()
            if self._last is None or now - self._last >= BETWEEN_PLAIN_LINES:
                self._write(line + "\n")
                self._last = now

    def clear(self) -> None:
        """Before anything else is printed."""
        with self._in_use:
            if self._is_drawn:
                self._write("\r\x1b[K")
                self._is_drawn = False

    @staticmethod
    def _write(text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()
