"""Paths within a hand-in, and what people and systems make of the names in them."""

import re
from string import ascii_lowercase, ascii_uppercase

# The project's own rooms, with files of labs that no student wrote.
ROOMS = frozenset({"common", "docs", "grader", "reference", "solutions"})

# Those with files for labs, in which students work by mistake.
ROOMS_LIKE_LABS = frozenset({"reference", "solutions"})

_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)


def parts_of(path: str) -> list[str]:
    """Names of a path within a submission, also with Windows' separators."""
    return [part for part in re.split(r"[/\\]", path) if part not in ("", ".")]


def names_of(path: str) -> list[str]:
    """As parts_of, with the file's name as before a mailer or an editor appended .txt, and the name
    of a notebook around it as a folder's."""
    parts = [re.sub(r"\.ipynb\Z", "", part, flags=re.IGNORECASE) for part in parts_of(path)]
    if parts:
        stem, extension = split(parts[-1])
        if plain(extension) == "txt" and extension_of(stem):
            parts[-1] = stem
    return parts


def room_of(path: str) -> str:
    """The path of the project's own folder that it is in, such as "gemmlab/docs"; empty: none."""
    parts = parts_of(path)
    for end, part in enumerate(parts, 1):
        if part in ROOMS:
            return "/".join(parts[:end])
    return ""


def joined(folders: list[str], path: str) -> str:
    """The path as seen from there, without ".."; empty if it leads out."""
    found = list(folders)
    for part in parts_of(path):
        if part != "..":
            found.append(part)
        elif found:
            found.pop()
        else:
            return ""
    return "/".join(found)


def split(file: str) -> tuple[str, str]:
    """The stem, and the extension with its dot."""
    dot = file.rfind(".")
    return (file[:dot], file[dot:]) if dot > 0 and file != ".." else (file, "")


def extension_of(file: str) -> str:
    return plain(split(file)[1])


def plain(name: str) -> str:
    """The one rule for what people and systems make of a name: "01 - CPU Loop (1)" is
    01_cpu_loop_1."""
    return re.sub(r"[\x00-/:-@\[-`{-\x7f]+", "_", name.translate(_LOWER)).strip("_")


def without_number(plain_name: str) -> str:
    """Without what systems add to a copy's name: kernel_2, kernel_copy_2."""
    match = re.fullmatch(r"(.+?)(?:_copy)?(?:_[0-9]+)?", plain_name)
    return match[1] if match else plain_name
