"""Grades a class of two hundred with known verdicts: measures time and memory, and finds leftovers.

Usage: class_of_200.py OUT [--students N] [--jobs N] [--labs 01,02] [--kill TIMES]
OUT is created. Solutions, wrong kernels of the corpus with their stated verdicts, attackers,
empty submissions and broken archives, as folders, zip and tar.gz. With --kill the grading is
killed that often at random times, continues each time, and must give the same results.
Exits with 1 if a verdict was wrong or anything was left behind. Same requirements as `batch`.
"""

import argparse
import io
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tarfile
import threading
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(Path(__file__).parent), str(ROOT / "common/facts")]

import attack_class  # noqa: E402
import attack_test  # noqa: E402
from text_table import read_table  # noqa: E402

ROWS = read_table((ROOT / "labs/labs.table").read_text(), "labs/labs.table")
LABS = {
    row["id"]: (f"{row['id']}_{row['name']}", row["file"])
    for row in ROWS
    # no staircase, no step of one, and no heading
    if row["file"] != "-" and "." not in row["id"]
}  # "03": its folder, its file
BROKEN = {"empty": b"", "cut": b"PK\x03\x04\x14\0\0", "diary": b"a diary, not an archive\n" * 99}


def corpus(lab):
    """The wrong and the unusual correct kernels of a lab: text, verdicts on the simulator."""
    slug, file = LABS[lab]
    for path in sorted((ROOT / "grader/mutants" / slug).glob("*" + Path(file).suffix)):
        yield path.read_text(), tuple(attack_class.head(path, "verdict").split(" or "))


def students(count, labs, chance):
    """Name: (how it is packed, {lab: (text, verdicts)}); nothing is packed for a broken archive."""
    wrong = {lab: list(corpus(lab)) for lab in labs}
    attackers = [
        (next(iter(each.files.values())), each.verdicts)
        for each in attack_class.attacks()
        if list(each.files) == ["01_cpu_loop/kernel.cpp"]
    ]
    right = {
        lab: ((ROOT / "solutions" / "/".join(LABS[lab])).read_text(), ("PASSED",)) for lab in labs
    }
    for i in range(count):
        kind = (
            "right",
            "wrong",
            "wrong",
            "mixed",
            "mixed",
            "attack",
            "mixed",
            "broken",
            "mixed",
            "wrong",
        )[i % 10]
        files = {}
        for lab in labs:
            take_right = kind == "right" or (kind != "wrong" and chance.random() < 0.5)
            files[lab] = right[lab] if take_right else chance.choice(wrong[lab])
            if kind == "mixed" and chance.random() < 0.2:
                del files[lab]
        if kind == "attack" and "01" in labs:
            files["01"] = attackers[i // 10 % len(attackers)]
        packed = chance.choice(
            sorted(BROKEN) if kind == "broken" else ["folder", "folder", "zip", "tar"]
        )
        yield f"s{i:03d}-{kind}", (packed, {} if kind == "broken" else files)


def pack(folder, name, packed, files, macros):
    """Writes one submission."""
    texts = {
        "/".join(LABS[lab]): (macros + text if "TARGET_" in text else text)
        for lab, (text, _) in files.items()
    }
    if packed in BROKEN:
        (folder / f"{name}.zip").write_bytes(BROKEN[packed])
    elif packed == "zip":
        with zipfile.ZipFile(folder / f"{name}.zip", "w") as archive:
            for path, text in texts.items():
                archive.writestr(path, text)
    elif packed == "tar":
        with tarfile.open(folder / f"{name}.tar.gz", "w:gz") as archive:
            for path, text in texts.items():
                info = tarfile.TarInfo(path)
                info.size = len(text.encode())
                archive.addfile(info, io.BytesIO(text.encode()))
    else:
        (folder / name).mkdir()
        for path, text in texts.items():
            (folder / name / path).parent.mkdir(parents=True)
            (folder / name / path).write_text(text)


def tree_memory(root):
    """Bytes used by a process and all its descendants, with shared pages divided among users."""
    total, parents = 0, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int(
                    (entry / "stat").read_text().rpartition(")")[2].split()[1]
                )
            except OSError:
                continue
    for process in parents:
        above = process
        while above > 1 and above != root:
            above = parents.get(above, 0)
        if above == root:
            try:
                rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
                total += 1024 * int(rollup.split("\nPss:")[1].split()[0])
            except (OSError, IndexError):
                continue
    return total


class Grading:
    """One `batch`, watched."""

    def __init__(self, words):
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        self.peak = 0
        self.watcher = threading.Thread(target=self.watch)
        self.watcher.start()

    def watch(self):
        while self.process.poll() is None:
            self.peak = max(self.peak, tree_memory(self.process.pid))
            time.sleep(1)

    def end(self, kill_after=None):
        """Its exit code and output. Killed after `kill_after` seconds, if given."""
        if kill_after is not None:
            timer = threading.Timer(kill_after, self.process.send_signal, [signal.SIGKILL])
            timer.start()
        said = self.process.communicate()[0].decode()
        if kill_after is not None:
            timer.cancel()
        self.watcher.join()
        self.seconds = time.monotonic() - self.started
        return self.process.returncode, said


def records(out):
    return {path.stem: json.loads(path.read_text()) for path in (out / "results").glob("*.json")}


def wrong_verdicts(found, expected):
    """Sentences."""
    for name, (packed, files) in expected.items():
        record = found.get(name)
        if record is None or record["infrastructure"]:
            yield f"{name}: {record['infrastructure'] if record else 'no result'}"
            continue
        if packed in BROKEN and not record["problem"]:
            yield f"{name}: a broken archive ({packed}) was taken"
        got = {lab["id"]: lab["verdict"] for lab in record["result"]["labs"]}
        for lab, (_, verdicts) in files.items():
            # Speed depends on other work on this machine.
            if got.get(lab) not in verdicts and {got.get(lab), *verdicts} - {"PASSED", "TOO SLOW"}:
                yield f"{name}: lab {lab} is {got.get(lab)}, not {' or '.join(verdicts)}"


def without_times(found):
    """The results by student, except for speed, which always differs."""
    return {
        name: [
            [
                (
                    lab,
                    "PASSED" if verdict == "TOO SLOW" else verdict,
                    [check for check in checks if check[0] != "speed"],
                )
                for lab, verdict, _, checks in attack_test.verdicts(record)
            ],
            record["problem"],
            record["left_out"],
        ]
        for name, record in found.items()
    }


def left_behind(before):
    time.sleep(2)  # a killed process may take a moment
    left = [f"a process: {command!r}" for command in attack_test.processes_of_sandbox()]
    after = attack_test.files_of_sandbox("/tmp")
    return left + [f"a file: {path}" for path in sorted(after - before)]


def parsed():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--students", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--labs", default=",".join(LABS))
    parser.add_argument("--kill", type=int, default=0, metavar="TIMES")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main():
    options = parsed()
    labs = options.labs.split(",")
    options.out.mkdir(parents=True)
    folder = options.out / "class"
    folder.mkdir()
    chance = random.Random(options.seed)
    expected = dict(students(options.students, labs, chance))
    macros = attack_class.macros(attack_class.places(options.out, folder))
    for name, (packed, files) in expected.items():
        pack(folder, name, packed, files, macros)
    course = options.out / "course.toml"
    course.write_text('[allow]\nsymbols = ["*"]\n')

    def words(out):
        return [
            str(ROOT / "gemmlab"),
            "batch",
            str(folder),
            "--out",
            str(options.out / out),
            "--backend",
            "sim",
            "--jobs",
            str(options.jobs),
            "--labs",
            options.labs,
            "--course",
            str(course),
        ]

    before = attack_test.files_of_sandbox("/tmp")
    problems = []
    grading = Grading(words("undisturbed"))
    code, said = grading.end()
    (options.out / "said").write_text(said)
    problems += [f"batch: exit code {code}"] if code else []
    undisturbed = records(options.out / "undisturbed")
    problems += wrong_verdicts(undisturbed, expected)
    problems += left_behind(before)
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(
        f"{len(expected)} students, {len(labs)} labs, {options.jobs} at once: "
        f"{grading.seconds:.0f} s; {grading.peak >> 20} MiB at most, its largest process "
        f"{largest >> 10} MiB",
        flush=True,
    )

    if options.kill:
        kills = 0
        while kills < options.kill:
            after = chance.uniform(1, grading.seconds / (options.kill + 1))
            kills += 1
            code, _ = Grading(words("killed")).end(kill_after=after)
            print(f"killed after {after:.0f} s: {len(records(options.out / 'killed'))} results")
        code, _ = Grading(words("killed")).end()
        problems += [f"after {kills} kills: exit code {code}"] if code else []
        again = without_times(records(options.out / "killed"))
        first = without_times(undisturbed)
        problems += [
            f"{name}: another result after kills"
            for name in sorted(first)
            if again.get(name) != first[name]
        ]
        problems += left_behind(before)
    print("\n".join(problems) or "no wrong verdict, no process, no file left behind")
    return 1 if problems else 0


if __name__ == "__main__":
    os.umask(0o022)
    sys.exit(main())
