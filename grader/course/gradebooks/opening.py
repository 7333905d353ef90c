"""Which platform's gradebook a file is, and whose its rows are."""

from collections.abc import Sequence
from pathlib import Path

from course.errors import UsageError
from course.gradebooks.base import Gradebook, Sheet
from course.gradebooks.canvas import CanvasGradebook, is_canvas
from course.gradebooks.moodle import MoodleWorksheet, is_moodles
from course.intake.roster import Roster
from course.labs import Lab


def open_gradebook(
    path: Path, labs: Sequence[Lab], column: str = "", people: Roster | None = None
) -> Gradebook:
    """`column`: the title of Canvas' column for the total; empty: found by its title. `people`:
    those of that file, if it has been read as the roster. Raises UsageError, with a sentence, if it
    cannot be filled in, or if it cannot be said whose its rows are.
    """
    sheet = Sheet(path)
    if is_moodles(sheet):
        return MoodleWorksheet(sheet, people or Roster(path))
    if is_canvas(sheet):
        return CanvasGradebook(sheet, people or Roster(path), labs, column)
    raise UsageError(
        "This is neither Canvas' gradebook (its first column is not Student: export it with "
        "Grades, Export, Export Entire Gradebook) nor Moodle's grading worksheet, with Identifier "
        "and Grade."
    )
