"""A copy of the project and of its build folder, for tests that change them. Little must be
compiled in it: files keep their times and their relative paths to each other and, if possible, to
the system's headers. (ccache may be configured to record such paths.)"""

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NOT_COPIED = (".git", ".gemmlab", ".cache", "__pycache__")
NOT_OF_BUILD = ("meson-logs", "modules")  # other tests write there


def as_deep(folder, place):
    """A folder below `folder`, nested as deep as `place` if possible: ccache may be configured to
    record the system's headers with relative paths."""
    for _ in range(len(place.parts) - len(folder.parts)):
        folder = folder / "below"
    return folder


def copy_of_build(build, copy, *left_out):
    """Meson's unity files contain absolute paths: in the copy they get the copy's paths and keep their
    times, so that nothing is recompiled for that."""
    shutil.copytree(build, copy, symlinks=True,
                    ignore=shutil.ignore_patterns(*NOT_OF_BUILD, *left_out))
    for file in copy.rglob("*-unity*.cpp"):
        age = file.stat()
        file.write_text(file.read_text().replace(str(build), str(copy)))
        os.utime(file, ns=(age.st_atime_ns, age.st_mtime_ns))


def copy_of_project(folder, build):
    """The paths of tree and build folder, in `folder`."""
    build = Path(build).resolve()
    above = Path(os.path.commonpath([ROOT, build]))
    folder = as_deep(folder, above)
    tree, copy = folder / ROOT.relative_to(above), folder / build.relative_to(above)
    skipped = shutil.ignore_patterns(*NOT_COPIED, build.name)
    shutil.copytree(ROOT, tree, symlinks=True, ignore=skipped, dirs_exist_ok=True)
    copy_of_build(build, copy)
    subprocess.run(["meson", "setup", "--reconfigure", copy, tree], check=True,
                   stdout=subprocess.DEVNULL)
    return tree, copy
