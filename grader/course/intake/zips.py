"""The entries of a zip."""

import contextlib
import io
import stat
import struct
import zipfile
from collections.abc import Iterator
from functools import partial

from course.intake.entries import FILE, FOLDER, Entry, broken
from course.intake.intake import Refused
from course.intake.names import quoted_path

# Flags of an entry.
_ENCRYPTED = 0x1 | 0x40
_UTF_8 = 0x800  # its name

_UNIX = 3  # the system whose modes an entry has
_MANY = 0xFFFF  # entries: the number is elsewhere


def zip_entries(data: bytes) -> Iterator[Entry]:
    """Reads it only by the directory at its end: if that is missing, the archive is incomplete.
    Raises Refused."""
    end = data.rfind(b"PK\5\6")
    if end < 0:
        raise broken("it is neither a zip nor a tar, or its end is missing")
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except UnicodeDecodeError:
        raise Refused(
            "the name of a file in it cannot be read: use an ordinary .zip or .tar.gz"
        ) from None
    except MemoryError:
        raise
    except Exception as error:  # all is in memory: it is the archive's fault
        raise broken(quoted_path(str(error))) from None
    entries = archive.infolist()
    # zipfile reads on until the list's size, whatever the number of entries at its end is.
    (count,) = struct.unpack_from("<H", data, end + 10)
    if count != _MANY and (len(entries) - count) % (_MANY + 1):
        raise broken("its list of contents is damaged")
    for info in entries:
        yield Entry(
            path=_path_of(info),
            kind=_kind_of(info),
            text=partial(_text_of, archive, info),
            is_encrypted=bool(info.flag_bits & _ENCRYPTED),
            is_usual=info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED),
        )


def _path_of(info: zipfile.ZipInfo) -> str:
    """Many systems write UTF-8 without saying so; then zipfile took it for code page 437. Some
    separate folders as Windows does."""
    path = info.filename
    if not info.flag_bits & _UTF_8:
        with contextlib.suppress(UnicodeError):
            path = path.encode("cp437").decode()
    return path if "/" in path else path.replace("\\", "/")


def _kind_of(info: zipfile.ZipInfo) -> str:
    mode = info.external_attr >> 16 if info.create_system == _UNIX else 0
    if stat.S_ISLNK(mode):
        return "symbolic link"
    if stat.S_ISDIR(mode) or info.filename.endswith(("/", "\\")):
        return FOLDER
    return FILE if stat.S_IFMT(mode) in (0, stat.S_IFREG) else "pipe, socket or device"


def _text_of(archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int) -> bytes:
    try:
        with archive.open(info) as file:
            text = file.read(most)
    except MemoryError:
        raise
    except Exception as error:
        raise broken(quoted_path(str(error) or "cut short")) from None
    if len(text) < min(most, info.file_size):
        raise broken("a file in it is shorter than it says")
    return text
