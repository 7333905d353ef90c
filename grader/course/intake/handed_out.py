"""What students were given beside the labs' files: nobody's answer, as long as it is unchanged."""

import hashlib
from collections.abc import Collection, Iterable, Mapping

from course.intake.paths import parts_of


class HandedOut:
    """Of the project's own folders nothing needs to be known: see paths.ROOMS."""

    def __init__(
        self,
        files: Mapping[str, bytes],
        steps: Collection[str] = (),
        more: Iterable[tuple[str, bytes]] = (),
    ) -> None:
        """`files`: by path. `steps`: files of a staircase, such as 00_first_kernels/03_guard.cu, in
        which students work for no points. `more`: files of which a course has one of several."""
        given = [*files.items(), *more]
        self._steps = {tuple(parts_of(path)) for path in steps}
        self._paths = {tuple(parts_of(path)) for path, _ in given}
        self._sums = {(parts_of(path)[-1], _sum_of(text)) for path, text in given}
        self._names = {name for name, _ in self._sums}

    def has_name(self, path: str) -> bool:
        """Whether it may be one of these: its text tells."""
        parts = parts_of(path)
        return bool(parts) and parts[-1] in self._names

    def is_at_its_place(self, path: str) -> bool:
        """Whether the path is that of such a file, perhaps of a changed one or of another version.
        The folder that all of a repository's archive is in does not count."""
        parts = tuple(parts_of(path))
        return parts in self._paths or parts[1:] in self._paths

    def has(self, path: str, text: bytes) -> bool:
        """Wherever it is."""
        if tuple(parts_of(path)[-2:]) in self._steps:
            return True
        return self.has_name(path) and (parts_of(path)[-1], _sum_of(text)) in self._sums


def _sum_of(text: bytes) -> bytes:
    """Equal for files whose lines git ends in another way."""
    return hashlib.sha256(text.replace(b"\r\n", b"\n")).digest()


NOTHING = HandedOut({})
