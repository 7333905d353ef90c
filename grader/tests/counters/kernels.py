"""The compared kernels and their shapes."""

import dataclasses
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[3]

# These cannot be counted: they do not compile, do not end, or do not return.
UNCOUNTED = {
    "DOES NOT COMPILE", "NOT STARTED", "NOT GRADED", "EXITED", "CRASHED", "TIMED OUT",
    "LAUNCH FAILED", "BARRIER DIVERGENCE", "WRONG ADDRESS SPACE", "UNFINISHED",
}
# Tools that check memory may report something for these.
CHECKED = {
    "PASSED", "OUT OF BOUNDS", "MISALIGNED", "WRONG ADDRESS SPACE", "BARRIER DIVERGENCE", "RACE",
    "UNINITIALISED",
}


# Their values are right, so only the counts matter.
RIGHT_VALUES = {
    "PASSED", "UNCOALESCED", "BANK CONFLICTS", "MISSES THE POINT", "LOW PRECISION", "TOO SLOW",
}


@dataclasses.dataclass(frozen=True)
class Kernel:
    name: str  # "03 tiled_kernel", "03 warp_barrier"
    file: pathlib.Path
    verdict: str

    @property
    def stem(self):
        return self.name.replace(" ", "_")

    @property
    def has_right_values(self):
        return self.verdict in RIGHT_VALUES

    @property
    def shapes(self):
        """A square of whole tiles, then a ragged shape; lab 03 promises only multiples of 32."""
        ragged = "96,160,224" if self.name.startswith("03") else "131,127,129"
        return ["128,128,128", ragged]


def verdict_of(file):
    first = file.read_text(errors="replace").splitlines()[0]
    return first.removeprefix("// verdict: ").strip()


def all_kernels():
    """Solutions, then the corpus, of the labs that run on a GPU."""
    found = []
    for folder in sorted((ROOT / "solutions").iterdir()):
        file = folder / "kernel.cu"
        if file.exists():
            found.append(Kernel(folder.name.replace("_", " ", 1), file, "PASSED"))
    for folder in sorted((ROOT / "grader" / "mutants").iterdir()):
        for file in sorted(folder.glob("*.cu")):
            found.append(Kernel(f"{folder.name[:2]} {file.stem}", file, verdict_of(file)))
    return found


def kernels_of(folder):
    return [Kernel(file.stem.replace("_", " ", 1), file, verdict_of(file))
            for file in sorted(folder.glob("[0-9][0-9]_*.cu"))]


def counted(kernels):
    return [kernel for kernel in kernels if kernel.verdict not in UNCOUNTED]


def checked(kernels):
    return [kernel for kernel in kernels if kernel.verdict in CHECKED]
