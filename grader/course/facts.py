"""What only the C++ tool knows: `gemmlab-cli upkeep --json FILE` writes it."""

from pathlib import Path
from typing import Any

from course.errors import MachineError, UsageError

Facts = dict[str, Any]


def root_of(facts: Facts) -> Path:
    """The project's folder."""
    return Path(facts["root"])


def build_of(facts: Facts) -> Path:
    """The folder that the tool was built in."""
    return Path(facts["build"])


def skeletons_of(facts: Facts) -> dict[str, str]:
    """What students begin with, by the lab's id. Throws MachineError."""
    skeletons: dict[str, str] = {}
    for lab in facts["labs"]:
        if lab["skeleton"] is None:
            raise MachineError(
                f"lab {lab['id']} has no skeleton: ./gemmlab upkeep says what is wrong with its "
                "solution"
            )
        skeletons[lab["id"]] = lab["skeleton"]
    return skeletons


def require_solutions(facts: Facts, command: str) -> None:
    """Throws UsageError in a hand-out."""
    if (root_of(facts) / "reference").is_dir():
        raise UsageError(
            f"This course does not hand out the solutions, so ./gemmlab {command} does not work "
            "here. One more hint: ./gemmlab hint"
        )
