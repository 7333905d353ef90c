"""What a zip and a tar have in common: entries, with nothing that they state trusted."""

from collections.abc import Callable
from dataclasses import dataclass

from course.intake.intake import Refused
from course.intake.names import quoted_path

FILE, FOLDER = "file", "folder"  # other kinds are for a message: "hard link"


@dataclass(frozen=True)
class Entry:
    path: str  # bytes that are not UTF-8 as surrogates
    kind: str
    text: Callable[[int], bytes]  # unpacks at most so many bytes of it
    is_encrypted: bool = False
    is_usual: bool = True  # its packing


def broken(reason: str) -> Refused:
    return Refused(f"this is not an archive, or it is broken or incomplete: {reason}")


def unusual(path: str) -> Refused:
    return Refused(
        f"it is packed in an unusual way, {quoted_path(path)}: use an ordinary .zip or .tar.gz"
    )
