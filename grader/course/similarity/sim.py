"""Debian's sim_c++, in a sandbox of its own."""

import re
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

FOUND = re.compile(rb"(\d+) consists for (\d+) % of (\d+) material")
SECONDS, MEMORY, OUTPUT = 300, 1 << 30, 64 << 20
PACKAGES = {"bwrap": "bubblewrap", "sim_c++": "similarity-tester"}


class CannotCompare(Exception):
    """With the reason, for people."""


def require_programs() -> None:
    missing = [package for program, package in PACKAGES.items() if not shutil.which(program)]
    if missing:
        raise CannotCompare(
            f"similar needs Debian's or Ubuntu's {' and '.join(missing)}:\n"
            f"  sudo apt-get install {' '.join(missing)}"
        )


def limited() -> None:
    for what, most in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CPU, SECONDS),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(what, (most, most))


def enclosed(folder: str, *command: str) -> list[str]:
    """The command line with nothing but /usr and the folder: no network, no other process, no
    right.
    """
    return [
        *("bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--clearenv"),
        *("--cap-drop", "ALL", "--ro-bind", "/usr", "/usr", "--ro-bind-try", "/lib", "/lib"),
        *("--ro-bind-try", "/lib64", "/lib64", "--ro-bind", folder, "/texts"),
        *("--chdir", "/texts", "--", *command),
    ]


def output_of(command: Sequence[str], names: bytes) -> bytes:
    """What it prints. It is ended if that is too much, or takes too long."""
    output = b""
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
            preexec_fn=limited,
        ) as process,
    ):
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(names)
            process.stdin.close()
            output = process.stdout.read(OUTPUT + 1)
            if len(output) <= OUTPUT and process.wait() == 0:
                return output
        except BrokenPipeError:
            pass
        finally:
            process.kill()
        said.seek(0)
        why = said.read(300).decode(errors="replace").split("\n")[0]
    if why.startswith("bwrap: "):
        raise CannotCompare(
            f"the sandbox cannot be created here ({why}). As root it can: "
            "sudo ./gemmlab similar ..."
        )
    if len(output) > OUTPUT:
        raise CannotCompare("sim_c++ printed too much")
    raise CannotCompare(
        f"sim_c++ ended with {process.returncode} after at most {SECONDS} s: "
        f"{why or 'no reason given'}"
    )


def alike(kinds: Sequence[Sequence[str]], percent: int) -> dict[tuple[int, int], int]:
    """For lists of tokens of a closed vocabulary: {(i, j): the lower of "so many percent of i are
    in j" and the reverse}, i < j, where that is at least `percent`. Throws CannotCompare.
    """
    with tempfile.TemporaryDirectory() as folder:
        for i, each in enumerate(kinds):
            lines = (" ".join(each[j : j + 16]) for j in range(0, len(each), 16))
            text = "\n".join(lines) + "\n"
            Path(folder, str(i)).write_text(text, encoding="ascii", errors="replace")
        Path(folder).chmod(0o755)
        names = "".join(f"{i}\n" for i in range(len(kinds))).encode()
        options = ("-p", "-T", "-e", "-a", "-r", "5", "-t", str(percent), "-i")
        output = output_of(enclosed(folder, "sim_c++", *options), names)
    found: dict[tuple[int, int], int] = {}
    for line in output.split(b"\n"):
        if match := FOUND.fullmatch(line.strip()):
            one, share, other = map(int, match.groups())
            if one != other and max(one, other) < len(kinds) and percent <= share <= 100:
                found[one, other] = share
    return {
        (one, other): min(share, found[other, one])
        for (one, other), share in found.items()
        if one < other and (other, one) in found
    }
