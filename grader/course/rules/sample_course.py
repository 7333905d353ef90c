"""A course of three labs, and what its course.toml means, for tests."""

import tempfile
from pathlib import Path

from course.errors import UsageError
from course.labs import Lab
from course.rules.policy import CoursePolicy, read_policy

LABS = [
    Lab("01", "cpu_loop", "kernel.cpp", "The CPU loop"),
    Lab("02", "naive_kernel", "kernel.cu", "One thread, one output"),
    Lab("03", "tiled_kernel", "kernel.cu", "Share a tile"),
]


def policy_in(text: str) -> CoursePolicy:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "course.toml"
        file.write_text(text, encoding="utf-8", newline="")
        return read_policy(file, LABS)


def error_in(text: str) -> str:
    """The error's text, starting with the file's name."""
    try:
        policy_in(text)
    except UsageError as wrong:
        said = str(wrong)
        return said[said.index("course.toml") :]
    return "no error"
