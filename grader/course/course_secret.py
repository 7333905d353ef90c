"""The secret of a course: shapes are drawn from it and from what is handed in, so that they cannot
be known before, and are the same for equal files of all students.
"""

import contextlib
import os
import re
import secrets
import stat
import tempfile
from pathlib import Path

from course.errors import MachineError
from course.opening import open_itself

DIGITS = 64  # hexadecimal


def _unusable(file: Path, why: str) -> MachineError:
    return MachineError(
        f"{file} {why}. It is the secret from which this course's shapes are drawn, and nothing "
        "was graded. Bring the file back from a backup. Without one, delete it and run the same "
        "command again: a new one is made, and everybody is graded anew"
    )


def read_course_secret(file: Path) -> str:
    """Its digits. Throws MachineError that says what to do if it is missing, unreadable, or holds
    anything else.
    """
    text = b""
    try:
        descriptor = open_itself(file)
        try:
            mode = os.fstat(descriptor).st_mode
            if stat.S_ISREG(mode):
                text = os.read(descriptor, DIGITS + 2)  # a byte more than it may have
            if re.fullmatch(rb"[0-9a-f]{64}\n?", text) and mode & 0o077:
                with contextlib.suppress(OSError):
                    os.fchmod(descriptor, 0o600)  # as a copy from elsewhere may be
        finally:
            os.close(descriptor)
    except OSError as error:
        raise _unusable(file, f"cannot be read: {error.strerror}") from None
    if not re.fullmatch(rb"[0-9a-f]{64}\n?", text):
        raise _unusable(file, "is damaged")
    return text[:DIGITS].decode()


def _make(file: Path) -> None:
    """Written whole beside it first, so that nobody ever reads a part; of two processes that make
    one at once, one has the name, and both read that.
    """
    try:
        descriptor, beside = tempfile.mkstemp(prefix=f"{file.name}-", dir=file.parent)  # mode 0600
        try:
            with open(descriptor, "wb") as out:
                out.write(f"{secrets.token_hex(DIGITS // 2)}\n".encode())
                out.flush()
                os.fsync(out.fileno())
            with contextlib.suppress(FileExistsError):
                os.link(beside, file)
        finally:
            os.unlink(beside)
    except OSError as error:
        raise MachineError(
            f"cannot make {file}: {error.strerror}. Choose another --out, on a file system with "
            "room and links"
        ) from None


def course_secret(out: Path) -> str:
    """That of OUT/secret, which is made by the first call, at random, and never changed. Several
    processes can call it at once. Throws as above, and if it cannot be made.
    """
    file = out / "secret"
    if not os.path.lexists(file):
        _make(file)
    return read_course_secret(file)
