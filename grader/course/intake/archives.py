"""Reads archives and folders. An archive's bytes have their bound before anything in them is
looked at: sizes and counts that it states are not trusted. Nothing is unpacked to disk."""

import os
import stat
import zlib
from collections.abc import Iterator
from typing import BinaryIO

from course.intake.entries import FILE, FOLDER, Entry, broken, unusual
from course.intake.hand_ins import MAX_DEPTH, LeftOutReason
from course.intake.intake import MAX_ENTRIES, Intake, Refused, most_bytes
from course.intake.names import MAX_PATH_BYTES, archive_ending, is_junk, quoted_path
from course.intake.paths import parts_of
from course.intake.tars import is_tar, tar_entries
from course.intake.zips import zip_entries

MAX_ARCHIVE_BYTES = 48 << 20  # of a zip, of a tar unpacked

_CHUNK = 64 << 10
_GZIP = b"\x1f\x8b\x08"


def read_archive(file: BinaryIO, intake: Intake) -> None:
    """Passes what is in it to the intake. Raises Refused, or OSError if this machine cannot read
    it."""
    is_empty = True
    for entry in _entries_of(_without_gzip(file)):
        is_empty = False
        is_needed = intake.enter(entry.path, entry.kind == FOLDER)
        if not any(map(is_junk, parts_of(entry.path))):
            _require_plain(entry)
        if is_needed:
            intake.take(entry.path, entry.text(most_bytes(entry.path) + 1))
    if is_empty:
        raise Refused("the archive contains nothing, or its list of contents is damaged")


def _entries_of(data: bytes) -> Iterator[Entry]:
    if data.startswith(_GZIP):
        raise Refused("it is packed more than once: use an ordinary .zip or .tar.gz")
    return tar_entries(data) if is_tar(data) else zip_entries(data)


def _require_plain(entry: Entry) -> None:
    if entry.kind not in (FILE, FOLDER):
        raise Refused(f"it contains a {entry.kind}, {quoted_path(entry.path)}")
    if entry.is_encrypted:
        raise Refused(f"it is encrypted ({quoted_path(entry.path)})")
    # All except the usual ways to pack let the archive decide how much memory unpacking takes, up
    # to gigabytes for a byte.
    if not entry.is_usual:
        raise unusual(entry.path)


def _without_gzip(file: BinaryIO) -> bytes:
    chunks: list[bytes] = []
    size = 0
    for chunk in _unpacked(file):
        chunks.append(chunk)
        size += len(chunk)
        if size > MAX_ARCHIVE_BYTES:
            raise Refused(
                f"unpacked, it is larger than {MAX_ARCHIVE_BYTES >> 20} MiB; reading stopped "
                "there. Hand in the labs' files alone, which have a few KB"
            )
    return b"".join(chunks)


def _unpacked(file: BinaryIO) -> Iterator[bytes]:
    """As it is, or without gzip. That may have several parts, one after the other."""
    packed = file.read(_CHUNK)
    if not packed.startswith(_GZIP):
        while packed:
            yield packed
            packed = file.read(_CHUNK)
        return
    while packed.startswith(_GZIP):
        unpack = zlib.decompressobj(zlib.MAX_WBITS | 16)
        while not unpack.eof:
            if not packed:
                raise broken("it is cut short")
            try:
                yield unpack.decompress(packed, _CHUNK)
            except zlib.error:
                raise broken("its gzip is damaged") from None
            packed = unpack.unconsumed_tail or (b"" if unpack.eof else file.read(_CHUNK))
        packed = unpack.unused_data
        if len(packed) < len(_GZIP):
            packed += file.read(_CHUNK)


# ---- folders, by descriptor: a link that replaces a path in the meantime is not followed ----


def read_folder(descriptor: int, intake: Intake, prefix: str = "") -> None:
    """Passes what is in it to the intake. `prefix`: the folder's own path within the submission,
    with its slash. Raises Refused, or OSError if this machine cannot read it."""
    for name in _names_in(descriptor, prefix):
        path = prefix + name
        try:
            mode = os.stat(name, dir_fd=descriptor, follow_symlinks=False).st_mode
        except OSError as error:
            raise _unreadable(path, error) from None
        if not stat.S_ISDIR(mode) and not stat.S_ISREG(mode) and not is_junk(name):
            intake.enter(path, True)
            is_link = stat.S_ISLNK(mode)
            intake.leave(path, LeftOutReason.symbolic_link if is_link else LeftOutReason.special)
            continue
        is_folder = stat.S_ISDIR(mode)
        is_archive = not is_folder and bool(archive_ending(name))
        is_needed = intake.enter(path, is_folder or is_archive)
        is_too_long = len(os.fsencode(path)) > MAX_PATH_BYTES
        if is_junk(name) or is_too_long or path.count("/") >= MAX_DEPTH:
            continue
        if is_folder:
            inner = _open(name, descriptor, os.O_DIRECTORY, path)
            try:
                read_folder(inner, intake, path + "/")
            finally:
                os.close(inner)
        elif is_needed or is_archive:
            with os.fdopen(_open(name, descriptor, os.O_NONBLOCK, path), "rb") as file:
                _take_in(file, path, intake)


def _take_in(file: BinaryIO, path: str, intake: Intake) -> None:
    """A folder's file; of an archive in it, what is in that."""
    status = os.fstat(file.fileno())
    if not stat.S_ISREG(status.st_mode):
        return intake.leave(path, LeftOutReason.not_regular)
    if status.st_nlink > 1:
        return intake.leave(path, LeftOutReason.hard_link)
    ending = archive_ending(path)
    if not ending:
        return intake.take(path, text_of_file(file, path))
    place = intake.place
    intake.place = place + path.removesuffix(ending) + "/"
    read_archive(file, intake)
    intake.place = place
    return None


def text_of_file(file: BinaryIO, path: str) -> bytes:
    """At most a byte more than such a file may have."""
    try:
        return file.read(most_bytes(path) + 1)
    except OSError as error:
        raise _unreadable(path, error) from None


def _names_in(descriptor: int, path: str) -> list[str]:
    """Sorted. Stops at more than any submission may have."""
    names: list[str] = []
    try:
        with os.scandir(descriptor) as entries:
            for entry in entries:
                names.append(entry.name)
                if len(names) > MAX_ENTRIES:
                    raise Refused(f"too many files and folders are in {quoted_path(path)}")
    except OSError as error:
        raise _unreadable(path, error) from None
    return sorted(names, key=os.fsencode)


def _open(name: str, folder: int, flags: int, path: str) -> int:
    try:
        return os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | flags, dir_fd=folder)
    except OSError as error:
        raise _unreadable(path, error) from None


def _unreadable(path: str, error: OSError) -> OSError:
    return OSError(f"cannot read {quoted_path(path)}: {error.strerror}")
