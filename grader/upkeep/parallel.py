"""Runs programs side by side, shows how far they are, and ends them if somebody interrupts."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Callable

NARROWEST, WIDEST, UNKNOWN = 40, 100, 80  # columns
BETWEEN_PLAIN_LINES = 5  # seconds: often enough to show activity, rarely enough for a log


@dataclass(frozen=True)
class Job:
    title: str
    find: Callable  # returns what was found


class ProgressLine:
    """One changing line on a terminal, occasional lines elsewhere."""

    def __init__(self, stream=None):
        self.stream = stream or sys.stderr
        self.is_live = self.stream.isatty() and os.environ.get("TERM") != "dumb"
        self.is_drawn, self.last = False, None

    def width(self):
        columns = os.environ.get("COLUMNS", "")
        if columns.isdigit() and int(columns) > 0:
            return int(columns)
        try:
            return os.get_terminal_size(self.stream.fileno()).columns or UNKNOWN
        except OSError:
            return UNKNOWN

    def show(self, text):
        line = text[:min(max(self.width(), NARROWEST), WIDEST) - 1]
        if self.is_live:
            print(f"\r\033[K{line}", end="", file=self.stream, flush=True)
            self.is_drawn = True
        elif self.last is None or time.monotonic() - self.last >= BETWEEN_PLAIN_LINES:
            print(line, file=self.stream, flush=True)
            self.last = time.monotonic()

    def clear(self):
        if self.is_drawn:
            print("\r\033[K", end="", file=self.stream, flush=True)
            self.is_drawn = False


class Programs:
    """Those that run now."""

    def __init__(self):
        self.running, self.lock, self.is_ended = set(), threading.Lock(), False

    def run(self, command):
        """Its exit code, negative for a signal, and its standard output."""
        with self.lock:
            if self.is_ended:
                raise KeyboardInterrupt
            # In a session of its own: a Ctrl-C reaches this process alone, which ends it cleanly.
            program = subprocess.Popen(list(map(str, command)), stdin=subprocess.DEVNULL,
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                       start_new_session=True)
            self.running.add(program)
        with program:
            said = program.stdout.read().decode(errors="surrogateescape")
        self.running.discard(program)
        return program.returncode, said

    def end(self):
        """They end their own workers."""
        with self.lock:
            self.is_ended = True
            for program in set(self.running):
                program.terminate()


def has_program(name):
    return shutil.which(name) is not None


def interrupt(*_):
    """The first SIGINT or SIGTERM ends the work cleanly, the second one this process."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, lambda *_: os._exit(130))
    raise KeyboardInterrupt


def run_jobs(name, jobs, programs, at_once=None):
    """What each job found or raised, in the order of the jobs."""
    progress, begun, lock = ProgressLine(), 0, threading.Lock()

    def run(job):
        nonlocal begun
        with lock:
            begun += 1
            progress.show(f"{name} {begun}/{len(jobs)}: {job.title}")
        return job.find()

    with ThreadPoolExecutor(at_once or len(os.sched_getaffinity(0))) as pool:
        futures = [pool.submit(run, job) for job in jobs]
        try:
            errors = [future.exception() for future in futures]
        except KeyboardInterrupt:
            for future in futures:
                future.cancel()
            programs.end()
            raise
        finally:
            progress.clear()
    return [error or future.result() for error, future in zip(errors, futures)]
