"""Creates the tree for a class: the project without its solutions, or with these only compiled."""

import contextlib
import hashlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from course.commands import HandoutOptions
from course.errors import MachineError, UsageError
from course.facts import Facts, build_of, require_solutions, root_of, skeletons_of
from course.handout.ai_rules import add_ai_rules
from course.handout.binaries import add_binaries
from course.handout.check import check
from course.handout.chosen import chosen_labs
from course.handout.files import Audience, copy_files
from course.labs import Lab, read_labs, read_steps
from course.progress import ProgressLine
from course.text import printable, valid_utf8

MOST_SECONDS = 600  # for a dozen architectures
MOST_SAID = 256 << 10  # bytes of a compiler's words that are read
# What compilers need; none that change what they do, such as CPATH or LD_PRELOAD.
VARIABLES = (
    "CUDA_DEVICE_ORDER",
    "CUDA_VISIBLE_DEVICES",
    "HOME",
    "LD_LIBRARY_PATH",
    "NVCC_CCBIN",
    "PATH",
)
LACKING = {
    "cpu": "no C++ compiler is installed here: students cannot be timed on the CPU",
    "cuda": "nvcc is not installed here: students' kernels cannot be timed on a GPU",
}


def objection_to_folder(folder: Path, root: Path) -> str:
    """Why a tree cannot be written there: it is not empty, or is inside the project. Empty if it
    can.
    """
    place, root = Path(os.path.abspath(folder)).resolve(), root.resolve()
    if place.is_relative_to(root):
        return f"{folder} is inside the project: choose a folder elsewhere"
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        return f"{folder} already exists and is not an empty folder: choose a new one"
    return ""


def write_skeletons(labs: Sequence[Lab], skeletons: dict[str, str], to: Path) -> None:
    """Twice: to edit, and to restore and compare with."""
    for lab in labs:
        for folder in ("labs", "reference"):
            file = to / folder / lab.path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(skeletons[lab.id].encode("utf-8", "surrogateescape"))
            file.chmod(0o644)


# --- modules ------------------------------------------------------------------------------------


def said_on_failure(command: Sequence[str | Path], folder: Path) -> str | None:
    """Runs a compiler whose files are in `folder`. None: it succeeded."""
    environment = {name: os.environ[name] for name in VARIABLES if name in os.environ}
    temporary = "/tmp" if " " in str(folder) else str(folder)  # nvcc loses files at blanks
    environment |= {"LC_ALL": "C", "TMPDIR": temporary}
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            if process.wait(MOST_SECONDS) == 0:
                return None
        except subprocess.TimeoutExpired:
            return f"it took more than {MOST_SECONDS} s"
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        output.seek(0)
        return printable(valid_utf8(output.read(MOST_SAID))).strip() or "it gave no reason"


def handed_out_module(lab: Lab, kind: str, facts: Facts) -> Path:
    """A lab's solution, compiled: it exports the contract's symbols and contains neither debug
    information nor source text, but machine code and, for the GPU, PTX still reveal what it does.
    Kept in the build folder for the next time, because compiling takes seconds each.
    """
    root, cache = root_of(facts), build_of(facts) / "modules"
    compiler = facts["handed_out"][lab.slug]
    command: list[str] = compiler["command"]
    runtime_log = root / "grader/worker/runtime_log.cpp"
    key = hashlib.sha256("\n".join([compiler["stamp"], *command]).encode())
    header = root / "common/include/gemmlab/matmul.h"
    for file in (root / "solutions" / lab.path, header, runtime_log):
        key.update(file.read_bytes())
    kept = cache / f"handed_out-{key.hexdigest()}.so"
    if kept.exists():
        return kept
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="scratch-", dir=cache) as name:
        scratch = Path(name)
        source = scratch / lab.file  # its name would tell where the solution is
        shutil.copyfile(root / "solutions" / lab.path, source)
        sources = [runtime_log] * (kind == "cuda") + [source]
        said = ["-MD", "-MF", str(scratch / "dependencies")]  # which files were read
        made = ["-o", str(scratch / "module.so")]
        why = said_on_failure([*command, *sources, *said, *made], scratch)
        if why is not None:
            raise MachineError(
                f"cannot compile the solution of lab {lab.id} with {command[0]}, so nothing was "
                f"handed out: {why}\nTry the compiler: ./gemmlab device"
            )
        (scratch / "module.so").rename(kept)
    return kept


def write_modules(
    labs: Sequence[Lab],
    facts: Facts,
    audience: Audience,
    to: Path,
    progress: Callable[[str], None],
) -> list[str]:
    """Returns sentences about modules whose compiler is not installed."""
    lacking = set()
    for lab in labs:
        kind = "cpu" if lab.file.endswith(".cpp") else "cuda"
        if kind == "cuda" and audience is Audience.AUTOGRADER:
            continue  # there is no GPU
        progress(f"compiling lab {lab.id}")
        if facts["handed_out"][lab.slug] is None:
            lacking.add(LACKING[kind])
        else:
            module = handed_out_module(lab, kind, facts)
            shutil.copyfile(module, to / "reference" / lab.slug / f"{kind}.so")
    return sorted(lacking)


# --- the tree -----------------------------------------------------------------------------------


def write_handout(
    facts: Facts,
    folder: Path,
    audience: Audience,
    progress: Callable[[str], None],
    with_binaries: bool = False,
    words: Sequence[str] = (),
    ai_rules: str = "",
) -> list[str]:
    """Writes the tree of the labs that the words mean to `folder`, which appears completely or not
    at all. Returns sentences about what is missing. Throws MachineError, and UsageError.
    """
    root = root_of(facts)
    chosen, skeletons = chosen_labs(root, words), skeletons_of(facts)
    labs, steps = chosen.labs, chosen.steps
    place = Path(os.path.abspath(folder))
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(
            prefix="scratch-", dir=place.parent, ignore_cleanup_errors=True
        ) as name:  # there is nothing left to clean up once it was moved
            unfinished = Path(name)
            unfinished.chmod(0o755)
            paths = [lab.path for lab in [*labs, *steps]]
            copy_files(audience, root, unfinished, paths, chosen.left_out)
            add_ai_rules(ai_rules, unfinished)
            if with_binaries:
                add_binaries(build_of(facts), unfinished / "prebuilt")
            write_skeletons([*labs, *steps], skeletons, unfinished)
            lacking = write_modules(labs, facts, audience, unfinished, progress)
            unfinished.rename(place)
    except OSError as error:
        raise MachineError(
            f"cannot copy the files of the hand-out: {error.filename}: {error.strerror}"
        ) from None
    except subprocess.CalledProcessError as error:
        raise MachineError(f"cannot add the tool to the hand-out: {error}") from None
    return lacking


def handout(options: HandoutOptions, facts: Facts) -> int:
    """The command. Returns the exit status; throws UsageError and MachineError."""
    require_solutions(facts, "handout")
    folder, root = Path(options.out), root_of(facts)
    paths, steps = ([each.path for each in read(root)] for read in (read_labs, read_steps))
    if options.check:
        return check(root, folder, paths, steps)
    if why := objection_to_folder(folder, root):
        raise UsageError(f"{why}.")
    progress = ProgressLine()
    lacking = write_handout(
        facts,
        folder,
        Audience.STUDENTS,
        progress,
        options.with_binaries,
        options.labs,
        options.ai,
    )
    progress.clear()
    print(
        f"{folder} is ready for your class: labs, lectures and the grader, without the solutions."
    )
    if options.ai:
        print(f"AGENTS.md tells AI assistants your rules ({options.ai}): change what differs.")
    for each in lacking:
        print(f"Something is missing: {each}.")
    return check(root, folder, paths, steps)
