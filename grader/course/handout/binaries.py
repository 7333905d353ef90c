"""The compiled tool in a hand-out, with the libraries that not every machine has in `lib`.
gemmlab.machine says which machines it is for, and names this version: the launcher compares it with
its own machine.
"""

import hashlib
import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

PROGRAMS = (
    "grader/cli/gemmlab-cli",
    "grader/compile/gemmlab-translate",
    "grader/worker/gemmlab-survey",
    "grader/worker/gemmlab-worker-cpu",
    "grader/worker/gemmlab-worker-cuda",
    "grader/worker/gemmlab-worker-sim",
)
# Those come with any C++ compiler, and must be the machine's own.
EVERYWHERE = re.compile(r"(ld-linux.*|libc|libm|libdl|libpthread|librt|libgcc_s|libstdc\+\+)\.so.*")
LIBRARY = re.compile(r"\s*(\S+) => (/\S+) \(")
MACHINE = (
    '. /etc/os-release 2>/dev/null; printf "%s %s %s" "${ID:-}" "${VERSION_ID:-}" "$(uname -m)"'
)


def said_by(*command: str | Path) -> str:
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


def machine() -> str:
    """As the launcher says it: "debian 12 x86_64"."""
    return said_by("sh", "-c", MACHINE)


def libraries(programs: Iterable[Path]) -> dict[str, Path]:
    """Where each library lies that is not on every machine, by the name that programs ask for."""
    said = said_by("ldd", *programs)
    if lost := re.findall(r"\s*(\S+) => not found", said):
        raise OSError(0, "no such library", lost[0])
    found = LIBRARY.findall(said)
    return {name: Path(path) for name, path in found if not EVERYWHERE.fullmatch(name)}


def add_binaries(build: Path, to: Path) -> None:
    """Copies what ./gemmlab needs at run time. Throws OSError and CalledProcessError."""
    files = {program: build / program for program in PROGRAMS}
    files |= {f"lib/{name}": path for name, path in libraries(files.values()).items()}
    digest = hashlib.sha256()
    for name, path in sorted(files.items()):
        place = to / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)
        place.chmod(0o755)
        if name in PROGRAMS:
            subprocess.run(["strip", place], check=True)
        digest.update(place.read_bytes())
    (to / "gemmlab.machine").write_text(f"{machine()}\n{digest.hexdigest()}\n")
