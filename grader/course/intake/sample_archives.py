"""Archives for tests, as the standard library packs them."""

import io
import stat
import tarfile
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass

PACKINGS = ("zip", "tar", "tar.gz", "pax")

_TYPES = {
    "f": (tarfile.REGTYPE, stat.S_IFREG),
    "d": (tarfile.DIRTYPE, stat.S_IFDIR),
    "l": (tarfile.SYMTYPE, stat.S_IFLNK),
    "h": (tarfile.LNKTYPE, stat.S_IFREG),
    "p": (tarfile.FIFOTYPE, stat.S_IFIFO),
    "c": (tarfile.CHRTYPE, stat.S_IFCHR),
}


@dataclass(frozen=True)
class Packed:
    path: str
    text: bytes = b""
    kind: str = "f"  # f file, d folder, l symbolic link, h hard link, p pipe, c device
    target: str = ""  # of a link


def packed(packing: str, entries: Sequence[Packed]) -> bytes:
    """The bytes of such an archive."""
    out = io.BytesIO()
    if packing == "zip":
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for entry in entries:
                archive.writestr(_zip_info(entry), entry.text)
        return out.getvalue()
    with tarfile.open(
        fileobj=out,
        mode="w:gz" if packing == "tar.gz" else "w",
        format=tarfile.PAX_FORMAT if packing == "pax" else tarfile.GNU_FORMAT,
        errors="surrogateescape",
    ) as archive:
        for entry in entries:
            info = tarfile.TarInfo(entry.path)
            info.type = _TYPES[entry.kind][0]
            info.size = len(entry.text)
            info.linkname = entry.target
            archive.addfile(info, io.BytesIO(entry.text))
    return out.getvalue()


class _RawInfo(zipfile.ZipInfo):
    """With a name in bytes, which the archive does not call UTF-8, as Apple's Finder has it."""

    def _encodeFilenameFlags(self) -> tuple[bytes, int]:
        return self.filename.encode("utf-8", "surrogateescape"), self.flag_bits


def _zip_info(entry: Packed) -> zipfile.ZipInfo:
    info = _RawInfo(entry.path)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.create_system = 3
    info.external_attr = (_TYPES[entry.kind][1] | 0o644) << 16
    return info
