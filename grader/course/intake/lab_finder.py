"""Which lab a file is for: by its name, by the folders around it, or by what is in it."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from course.intake.documents import is_text
from course.intake.handed_out import NOTHING, HandedOut
from course.intake.paths import (
    extension_of,
    names_of,
    parts_of,
    plain,
    room_of,
    split,
    without_number,
)
from course.intake.source_text import defines_matmul, is_cuda, without_comments
from course.labs import Lab

CONTRACT = "matmul"  # what every lab's file defines

_NAMELESS, _BY_TEXT = 10, 20  # added to ranks
_KERNEL = 1000  # weight of its name

# Words of a skeleton that say which lab it is: its constants, and its second function. All others
# are as good in any lab.
_OURS = re.compile(rb"k[A-Z]\w+|matmul_\w+")


@dataclass(frozen=True)
class Find:
    lab: Lab | None = None  # None: of none
    rank: int = 0  # 0: its name and place are the lab's own, in a labs/; more: less so
    guess: str = ""  # the word by which it was recognised, if its name doesn't say it
    other: tuple[str, Lab] | None = None  # and one that is another lab's
    is_by_text: bool = False  # its name is not that of such a source: lab02.txt
    is_nameless: bool = False  # it may be a lab's, and nothing says for certain which


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

    def __init__(
        self,
        labs: Sequence[Lab],
        skeletons: Mapping[str, str] | None = None,
        handed_out: HandedOut = NOTHING,
    ) -> None:
        self.handed_out = handed_out
        self._known = [_known(lab, (skeletons or {}).get(lab.id, "").encode()) for lab in labs]
        labs_with = Counter(word for known in self._known for word in known.weights)
        for known in self._known:
            known.weights = {
                word: weight
                for word, weight in sorted(known.weights.items())
                if labs_with[word] == 1
            }

    @property
    def all_labs(self) -> list[Lab]:
        return [known.lab for known in self._known]

    def may_find(self, path: str) -> bool:
        """Whether a file of that name may be a lab's: `find` then needs its text."""
        return not room_of(path) and (self.is_named_as_code(path) or is_text(path))

    def is_named_as_code(self, path: str) -> bool:
        """Whether its name ends as that of some lab's file."""
        parts = names_of(path)
        extension = extension_of(parts[-1]) if parts else ""
        return any(known.extension == extension for known in self._known)

    def find(self, path: str, text: bytes, wanted: AbstractSet[str]) -> Find:
        """`wanted`: ids of the labs to grade; empty: all. A file without a lab's name is of one of
        these; if there is one, of that."""
        is_named = self.is_named_as_code(path)
        if not is_named and b"matmul" not in text:
            return Find()
        code = without_comments(text)
        own = extension_of(names_of(path)[-1])
        by_text = "cu" if is_cuda(code) else "cpp"
        if is_named:
            find = self._find(path, text, code, own, wanted)
            if find.lab or own == by_text:
                return find
        if not defines_matmul(code):
            stem = split(names_of(path)[-1])[0]
            return Find(is_nameless=is_named and bool(code) and self._named(stem) is not None)
        find = self._find(path, text, code, by_text, wanted)
        if by_text == "cpp" and find.rank >= _NAMELESS:  # any reference in C++ looks so
            return Find(is_nameless=True)
        return replace(find, rank=find.rank + _BY_TEXT, is_by_text=find.lab is not None)

    def _find(
        self, path: str, text: bytes, code: bytes, extension: str, wanted: AbstractSet[str]
    ) -> Find:
        """As if the file's name had that extension."""
        parts = names_of(path)
        parts[-1] = split(parts[-1])[0]
        stem = plain(parts[-1])
        is_in_labs = "labs" in parts[:-1]
        is_bare = any(known.stem == without_number(stem) for known in self._known)
        words = _words_in(text, code)
        # Ranks: in labs/, elsewhere, in no folder of a lab, only by its text; and 1 deeper in a
        # lab's.
        begun = self._beginning_of(stem)
        if begun and begun.extension == extension and not self._named(parts[-1]):
            return Find(begun.lab, 2, other=self._other_word(begun, words))
        is_likely = is_bare or defines_matmul(code)
        by_text = Find(None, 4 if is_bare else 5, "" if is_bare else CONTRACT)
        for depth, part in enumerate(reversed(parts)):
            known = self._named(part)
            if known is None:
                continue
            is_named = depth == 0 or is_bare
            if known.extension != extension or not (is_named or is_likely):
                return Find()
            other = self._other_word(known, words)
            if is_named:
                rank = (0 if is_in_labs else 2) + (1 if depth > 1 else 0)
                return Find(known.lab, rank, other=other)
            return replace(by_text, lab=known.lab, other=other)
        nameless = replace(by_text, rank=by_text.rank + _NAMELESS)
        for known in self._known:
            if known.extension == extension and known.skeleton == code:
                return replace(nameless, lab=known.lab)
        if not is_likely:
            return Find()
        find = self._recognised(extension, words, wanted, nameless)
        return find if find.lab else Find(is_nameless=defines_matmul(code))

    def called_as(self, path: str) -> list[Lab]:
        """The labs that its name says, or else the closest folder around it, whatever kind of file
        it is: "Report lab 2 and 3.pdf" is of two."""
        *folders, name = parts_of(path)
        stem = plain(split(name)[0])
        known = self._named(stem) or self._beginning_of(stem)
        found = [known.lab] if known else []
        if found or re.search("(?<![0-9a-z])labs?_?0*[1-9]", stem):
            numbers = re.findall("(?<![0-9a-z])(?:labs?)?0*([1-9][0-9]?)(?![0-9a-z])", stem)
            labs = [each.lab for each in self._known if each.lab.id.lstrip("0") in numbers]
            found += [lab for lab in labs if lab not in found]
        if not found:
            around = next(filter(None, map(self._named, reversed(folders))), None)
            found = [around.lab] if around else []
        return found

    def with_kernel_in(self, text: bytes) -> list[Lab]:
        """The labs whose skeleton's kernel is in the text."""
        words = _words_in(b"", without_comments(text))
        return [
            known.lab
            for known in self._known
            if any(word in words for word, weight in known.weights.items() if weight >= _KERNEL)
        ]

    def is_unchanged(self, lab: Lab, text: bytes) -> bool:
        """Whether the text is the lab's skeleton, comments and blanks apart."""
        code = without_comments(text)
        return any(known.lab.id == lab.id and known.skeleton == code for known in self._known)

    def _named(self, part: str) -> _Known | None:
        name_of_it = plain(part)
        for name in (name_of_it, without_number(name_of_it)):
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
        """Of the labs to grade with such a file; `find`: how good it is, and why, if it's the only
        one."""
        fitting = [
            known
            for known in self._known
            if known.extension == extension and (not wanted or known.lab.id in wanted)
        ]
        if len(fitting) == 1:
            return replace(find, lab=fitting[0].lab, other=self._other_word(fitting[0], words))
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
        other = self._other_word(best, words)
        return Find(best.lab, find.rank, word.decode("utf-8", "replace"), other)

    def _other_word(self, known: _Known, words: set[bytes]) -> tuple[str, Lab] | None:
        """The kernel or first comment of another lab's skeleton in a text that has neither of the
        lab's own."""
        if any(word in words for word, weight in known.weights.items() if weight > 1):
            return None
        for other in self._known:
            for word, weight in other.weights.items():
                if weight > 1 and word in words and other is not known:
                    return word.decode("utf-8", "replace"), other.lab
        return None


def _known(lab: Lab, skeleton: bytes) -> _Known:
    stem, extension = split(lab.file)
    known = _Known(lab, plain(stem), plain(extension), set())
    short_id = lab.id[1:] if lab.id.startswith("0") else lab.id
    for name in (lab.id, short_id, lab.name, lab.slug):
        for before in ("", "lab", "lab_"):
            known.names |= {before + name, f"{before}{name}_{known.stem}"}
    if skeleton:
        known.skeleton = without_comments(skeleton)
        for word in _words_in(skeleton, known.skeleton):
            if word.startswith(b"//"):
                known.weights[word] = 100
            elif _OURS.fullmatch(word):
                known.weights[word] = 1
        for kernel in re.findall(rb"__global__\s+void\s+(\w+)", skeleton):
            known.weights[kernel] = _KERNEL
    return known


def _words_in(text: bytes, code: bytes) -> set[bytes]:
    """Those of its code, and its first comment as one."""
    comment = re.search(rb"//[^\n]*", text)
    return {*re.findall(rb"\w+", code), *([comment[0]] if comment else [])}
