"""Hypothesis for tests, where it is installed: without deadlines, and without files of its own."""

import os
import tempfile
import unittest

# Where it keeps its tables of characters: else in the working directory.
os.environ.setdefault(
    "HYPOTHESIS_STORAGE_DIRECTORY", os.path.join(tempfile.gettempdir(), "hypothesis")
)

try:
    from hypothesis import example, given, settings
    from hypothesis import strategies as some

    # In CI the same examples each time: a new one that fails is found by somebody who looks at it.
    is_ci = "CI" in os.environ
    settings.register_profile("course", database=None, deadline=None, derandomize=is_ci)
    settings.load_profile("course")
    is_installed = True
except ModuleNotFoundError:
    example = given = some = None  # type: ignore[assignment, misc]
    is_installed = False

needs_hypothesis = unittest.skipUnless(is_installed, "needs hypothesis (python3-hypothesis)")

__all__ = ["example", "given", "needs_hypothesis", "some"]
