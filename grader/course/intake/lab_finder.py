"""Which lab a file is for: by its name, by the folders around it, or by what is in it."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from string import ascii_lowercase, ascii_uppercase

from course.intake.source_text import without_comments
from course.labs import Lab

CONTRACT = "matmul"  # what every lab's file defines

# The project's own rooms, with files of labs that no student wrote.
ROOMS = frozenset({"common", "docs", "grader", "reference", "solutions"})

_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)


def parts_of(path: str) -> list[str]:
    """Names of a path within a submission, also with Windows' separators."""
    return [part for part in re.split(r"[/\\]", path) if part not in ("", ".")]


def room_of(path: str) -> str:
    """The path of the project's own folder that it is in, such as "gemmlab/docs"; empty: none."""
    parts = parts_of(path)
    for end, part in enumerate(parts, 1):
        if part in ROOMS:
            return "/".join(parts[:end])
    return ""


@dataclass(frozen=True)
class Find:
    lab: Lab | None = None  # None: of none
    rank: int = 0  # 0: its name and place are the lab's own, in a labs/; more: less so
    guess: str = ""  # the word by which it was recognised, if its name doesn't say it


@dataclass
class _Known:
    lab: Lab
    stem: str  # of its file
    extension: str
    names: set[str]  # as people call it
    weights: dict[bytes, int] = field(default_factory=dict)  # of words that no other skeleton has
    skeleton: bytes = b""  # without comments


class LabFinder:
    """Knows all labs. `skeletons`: by lab id; a file of a lab without one is not recognised by
    what is in it."""

    def __init__(self, labs: Sequence[Lab], skeletons: Mapping[str, str] | None = None) -> None:
        self._known = [_known(lab, (skeletons or {}).get(lab.id, "").encode()) for lab in labs]
        labs_with = Counter(word for known in self._known for word in known.weights)
        for known in self._known:
            known.weights = {
                word: weight
                for word, weight in sorted(known.weights.items())
                if labs_with[word] == 1
            }

    def may_find(self, path: str) -> bool:
        """Whether a file of that name may be a lab's: `find` then needs its text."""
        parts = _names_of(path)
        extension = _extension_of(parts[-1]) if parts else ""
        return not room_of(path) and any(known.extension == extension for known in self._known)

    def find(self, path: str, text: bytes, wanted: AbstractSet[str]) -> Find:
        """`wanted`: ids of the labs to grade; if it is one, a file without a lab's name is of that
        one."""
        parts = _names_of(path)
        extension = _extension_of(parts[-1])
        parts[-1] = _split(parts[-1])[0]
        stem = _plain(parts[-1])
        is_in_labs = "labs" in parts[:-1]
        is_bare = any(known.stem == _without_number(stem) for known in self._known)
        # Ranks: in labs/, elsewhere, in no folder of a lab, only by its text; and 1 deeper in a
        # lab's.
        begun = self._beginning_of(stem)
        if begun and begun.extension == extension and not self._named(parts[-1]):
            return Find(begun.lab, 2)
        code = without_comments(text)
        words = _words_in(text, code)
        is_likely = is_bare or CONTRACT.encode() in words
        by_text = Find(None, 4 if is_bare else 5, "" if is_bare else CONTRACT)
        for depth, part in enumerate(reversed(parts)):
            known = self._named(part)
            if known is None:
                continue
            is_named = depth == 0 or is_bare
            if known.extension != extension or not (is_named or is_likely):
                return Find()
            if is_named:
                return Find(known.lab, (0 if is_in_labs else 2) + (1 if depth > 1 else 0))
            return replace(by_text, lab=known.lab)
        for known in self._known:
            if known.extension == extension and known.skeleton == code:
                return replace(by_text, lab=known.lab)
        return self._recognised(extension, words, wanted, by_text) if is_likely else Find()

    def is_unchanged(self, lab: Lab, text: bytes) -> bool:
        """Whether the text is the lab's skeleton, comments and blanks apart."""
        code = without_comments(text)
        return any(known.lab.id == lab.id and known.skeleton == code for known in self._known)

    def _named(self, part: str) -> _Known | None:
        plain = _plain(part)
        for name in (plain, _without_number(plain)):
            for known in self._known:
                if name in known.names:
                    return known
        return None

    def _beginning_of(self, stem: str) -> _Known | None:
        """ "lab02_final" begins with a lab's name."""
        for known in self._known:
            for name in known.names:
                rest = stem[len(name) :]
                has_letter = re.search("[a-z]", name)
                if has_letter and stem.startswith(name) and re.match("_[a-z]", rest):
                    return known
        return None

    def _recognised(
        self, extension: str, words: set[bytes], wanted: AbstractSet[str], find: Find
    ) -> Find:
        """Of the labs with such a file; `find`: how good it is, and why, if it's the only one."""
        fitting = [known for known in self._known if known.extension == extension]
        for known in fitting:
            if wanted == {known.lab.id}:
                return replace(find, lab=known.lab)
        if len(fitting) == 1:
            return replace(find, lab=fitting[0].lab)
        scores = [
            sum(weight for word, weight in known.weights.items() if word in words)
            for known in fitting
        ]
        most = max(scores, default=0)
        if most == 0 or scores.count(most) > 1:
            return Find()
        best = fitting[scores.index(most)]
        found = [word for word in best.weights if word in words]
        word = max(found, key=lambda word: best.weights[word])
        return Find(best.lab, find.rank, word.decode("utf-8", "replace"))


def _known(lab: Lab, skeleton: bytes) -> _Known:
    stem, extension = _split(lab.file)
    known = _Known(lab, _plain(stem), _plain(extension), set())
    short_id = lab.id[1:] if lab.id.startswith("0") else lab.id
    for name in (lab.id, short_id, lab.name, lab.slug):
        for before in ("", "lab", "lab_"):
            known.names |= {before + name, f"{before}{name}_{known.stem}"}
    if skeleton:
        known.skeleton = without_comments(skeleton)
        for word in _words_in(skeleton, known.skeleton):
            known.weights[word] = 100 if word.startswith(b"//") else 1
        for kernel in re.findall(rb"__global__\s+void\s+(\w+)", skeleton):
            known.weights[kernel] = 1000
    return known


def _split(file: str) -> tuple[str, str]:
    """The stem, and the extension with its dot."""
    dot = file.rfind(".")
    return (file[:dot], file[dot:]) if dot > 0 and file != ".." else (file, "")


def _extension_of(file: str) -> str:
    return _plain(_split(file)[1])


def _plain(name: str) -> str:
    """The one rule for what people and systems make of a name: "01 - CPU Loop (1)" is
    01_cpu_loop_1."""
    return re.sub(r"[\x00-/:-@\[-`{-\x7f]+", "_", name.translate(_LOWER)).strip("_")


def _without_number(plain: str) -> str:
    """Without what systems add to a copy's name: kernel_2, kernel_copy_2."""
    match = re.fullmatch(r"(.+?)(?:_copy)?(?:_[0-9]+)?", plain)
    return match[1] if match else plain


def _names_of(path: str) -> list[str]:
    """As parts_of, with the file's name as before a mailer or an editor appended .txt."""
    parts = parts_of(path)
    if parts:
        stem, extension = _split(parts[-1])
        if _plain(extension) == "txt" and _extension_of(stem):
            parts[-1] = stem
    return parts


def _words_in(text: bytes, code: bytes) -> set[bytes]:
    """Those of its code, and its first comment as one."""
    comment = re.search(rb"//[^\n]*", text)
    return {*re.findall(rb"\w+", code), *([comment[0]] if comment else [])}
