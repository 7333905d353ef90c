"""What AI assistants may do for students: rules at the top of a hand-out, for assistants that read
them.
"""

from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent / "ai"
RULES = ("tutor", "open", "none")
# Most assistants read the first, some only a file of their own; that one includes the first.
FILE, OTHERS = "AGENTS.md", {"CLAUDE.md": "@AGENTS.md\n"}


def files_with(rules: str) -> Iterator[tuple[str, bytes]]:
    """By their paths in the hand-out; none without rules."""
    if rules:
        yield FILE, (HERE / f"{rules}.md").read_bytes()
        for name, text in OTHERS.items():
            yield name, text.encode()


def files_with_any() -> Iterator[tuple[str, bytes]]:
    """Those of all hand-outs."""
    for rules in RULES:
        yield from files_with(rules)


def add_ai_rules(rules: str, to: Path) -> None:
    """Throws OSError."""
    for name, text in files_with(rules):
        (to / name).write_bytes(text)
        (to / name).chmod(0o644)
