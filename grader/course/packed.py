"""Zip archives that are the same for the same content."""

import io
import zipfile
from collections.abc import Mapping

TIME = (2000, 1, 1, 12, 0, 0)  # of all files: their own would make each archive another one


def add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    archive.writestr(zipfile.ZipInfo(name, TIME), content, zipfile.ZIP_DEFLATED)


def zipped(files: Mapping[str, bytes]) -> bytes:
    """An archive of these, by name, in their order."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            add(archive, name, content)
    return out.getvalue()
