"""Which platform's gradebook a file is."""

from collections.abc import Sequence
from pathlib import Path

from course.errors import UsageError
from course.gradebooks.base import Gradebook, Sheet
from course.gradebooks.canvas import CanvasGradebook, is_canvas
from course.gradebooks.moodle import MoodleWorksheet, is_moodles
from course.labs import Lab


def open_gradebook(path: Path, labs: Sequence[Lab], column: str = "") -> Gradebook:
    """`column`: the title of Canvas' column for the total; empty: found by its title. Raises
    UsageError, with a sentence, if it cannot be filled in.
    """
    sheet = Sheet(path)
    if is_moodles(sheet):
        return MoodleWorksheet(sheet)
    if is_canvas(sheet):
        return CanvasGradebook(sheet, labs, column)
    raise UsageError(
        "This is neither Canvas' gradebook (its first column is not Student: export it with "
        "Grades, Export, Export Entire Gradebook) nor Moodle's grading worksheet, with Identifier "
        "and Grade."
    )
