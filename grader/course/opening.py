"""Opens what may be no file at all: no link is followed, and no pipe is waited for."""

import os
from pathlib import Path


def open_itself(path: Path) -> int:
    """To read it, be it a file or not: see os.fstat. Raises OSError, also for a symbolic link."""
    return os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
