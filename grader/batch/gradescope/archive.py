#!/usr/bin/env python3
"""Packs a folder as a zip, by name, with its files' permissions: the same files give the same archive.

  archive.py FOLDER FILE    FILE appears completely or not at all. Exits 1 and says why if it cannot
"""

import os
import stat
import sys
import tempfile
import zipfile
from pathlib import Path

NOON = (2000, 1, 1, 12, 0, 0)  # of files whose own time would make each archive another one


def files_below(folder):
    """Names in the archive and files; links are left out."""
    return sorted((path.relative_to(folder).as_posix(), path) for path in folder.rglob("*")
                  if path.is_file() and not path.is_symlink())


def pack(folder, out):
    with zipfile.ZipFile(out, "w") as archive:
        for name, path in files_below(folder):
            entry = zipfile.ZipInfo(name, NOON)
            entry.create_system = 3  # Unix, whatever this is: its permissions hold
            entry.external_attr = (stat.S_IFREG | stat.S_IMODE(path.stat().st_mode)) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes())


def main():
    folder, file = map(Path, sys.argv[1:])
    unfinished = None
    try:
        with tempfile.NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}.", delete=False) as out:
            unfinished = Path(out.name)
            pack(folder, out)
        unfinished.chmod(0o644)
        os.replace(unfinished, file)
    except OSError as error:
        if unfinished is not None:
            unfinished.unlink(missing_ok=True)
        sys.exit(f"cannot write {file}: {error.strerror}")


if __name__ == "__main__":
    main()
