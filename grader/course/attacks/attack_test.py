"""Grades a class of attackers, and searches for damage.

Usage: attack_test.py [PATH OF gemmlab-cli] [unittest's own arguments]
A failing attack is reported by name. Skips without a sandbox, that is without root or bubblewrap.
"""

import contextlib
import csv
import html.parser
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree
from pathlib import Path

import attack_class
import hostile_files

ROOT = attack_class.ROOT
TOOL = ROOT / "build/grader/cli/gemmlab-cli"
SANDBOX_USERS = range(60000, 60256)  # one per student graded at the same time


def why_not():
    if os.geteuid() != 0:
        return "the sandbox needs root"
    return "" if shutil.which("bwrap") else "bwrap is not installed: apt-get install bubblewrap"


def contents(folder, skip=()):
    """Path: size and time of change, of all files under a folder."""
    found, waiting = {}, [str(folder)]  # os.walk of Python 3.11 calls itself for each level
    while waiting:
        try:
            entries = list(os.scandir(waiting.pop()))
        except OSError:
            continue  # gone in the meantime, or too deep to be named
        for each in entries:
            if each.is_dir(follow_symlinks=False):
                waiting += [each.path] if each.path not in skip else []
                continue
            try:
                status = os.lstat(each.path)
            except OSError:
                continue  # gone in the meantime
            found[each.path] = (status.st_size, status.st_mtime_ns, status.st_mode, status.st_uid)
    return found


# Ignore processes of others who grade on this machine at the same time.
@contextlib.contextmanager
def held_slot(user):
    """Whether no process grades as that user; none can while this is held."""
    with socket.socket(socket.AF_UNIX) as lock:
        try:
            lock.bind(f"\0gemmlab-slot-{user - SANDBOX_USERS.start}")
            yield True
        except OSError:
            yield False


def owner(path):
    try:
        return os.lstat(path).st_uid
    except OSError:
        return -1  # gone in the meantime


def processes_of_sandbox():
    """Command lines of the running processes of sandboxes that are no longer in use."""
    found = []
    for user in {owner(f"/proc/{name}") for name in os.listdir("/proc") if name.isdigit()}:
        if user not in SANDBOX_USERS:
            continue
        with held_slot(user) as is_free:
            for path in Path("/proc").glob("[0-9]*") if is_free else []:
                with contextlib.suppress(OSError):
                    command = (path / "cmdline").read_bytes()  # empty for a dead one
                    found += [command] if owner(path) == user and command else []
    return found


def files_of_sandbox(folder, since=0.0):
    """Files that sandboxes' users created since then, except in folders in use."""
    found = set()
    for path in contents(folder):
        with contextlib.suppress(OSError):
            if os.lstat(path).st_ctime < since:
                continue
        user = owner(path)
        if user in SANDBOX_USERS:
            with held_slot(user) as is_free:
                found |= {path} if is_free else set()
    return found


def verdicts(record):
    """The content of a result, except timings."""
    return [
        (
            lab["id"],
            lab["verdict"],
            lab["score"],
            [(check["name"], check["status"], check["points"]) for check in lab["checks"]],
        )
        for lab in record["result"]["labs"]
    ]


class Scripts(html.parser.HTMLParser):
    """The scripts and pictures of a page, and what a click would run."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found += [tag] if tag in ("iframe", "img", "script") else []
        self.found += [name for name, _ in attrs if name.startswith("on")]


class AttackTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if why_not():
            raise unittest.SkipTest(why_not())
        cls.folder = Path(tempfile.mkdtemp(prefix="gemmlab-attacks-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.folder.chmod(0o755)  # no attack may fail only because of this folder
        cls.started = time.time()
        cls.students = [*attack_class.attacks(), *attack_class.controls(), *attack_class.limits()]
        cls.hostile = hostile_files.all_of_them()
        cls.token = f"canary-{secrets.token_hex(8)}"
        cls.set_canaries()
        before, cls.traces_before = cls.outside(), cls.traces()
        for kind in ("right", "wrong"):
            cls.alone = cls.batch("alone", "--only", f"leaks-{kind}")
        cls.records = cls.batch("out")
        cls.before, cls.after = before, cls.outside()

    @classmethod
    def set_canaries(cls):
        secret, public = cls.folder / "secret", cls.folder / "public"
        # Without the list of allowed functions: this tests the layers behind it.
        (cls.folder / "allowing").write_text('[allow]\nsymbols = ["*"]\n')
        (cls.folder / "usual").write_text("")
        for path, mode in ((secret, 0o600), (public, 0o644)):
            path.write_text(f'const char* canary = "{cls.token}";\n{cls.token}\n')
            path.chmod(mode)
        cls.places = attack_class.places(cls.folder, cls.folder / "class")
        cls.course_secret = secrets.token_hex(32)  # of both: the same shapes are drawn for a file
        for name in ("out", "alone"):
            (cls.folder / name).mkdir()
            (cls.folder / name / "secret").write_text(f"{cls.course_secret}\n")
            (cls.folder / name / "secret").chmod(0o600)
            (cls.folder / name / "canary").write_text("untouched\n")
            (cls.folder / name / "canary").chmod(0o666)
        cls.listeners = []
        for address in (str(cls.folder / "socket"), "\0" + str(cls.folder / "socket")):
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(address)
            listener.listen()
            cls.listeners.append(listener)
            cls.addClassCleanup(listener.close)
        (cls.folder / "socket").chmod(0o777)
        attack_class.write(cls.students, cls.folder / "class", cls.places)
        hostile_files.write(cls.hostile, cls.folder / "class", secret)

    @classmethod
    def outside(cls):
        """What no student may change: submissions, canaries, and labs and solutions in the tree."""
        return {
            **contents(cls.folder, skip=(str(cls.folder / "out"), str(cls.folder / "alone"))),
            **contents(ROOT / "labs"),
            **contents(ROOT / "solutions"),
        }

    @classmethod
    def traces(cls):
        """Files that belong to a sandbox's user, or have names that attackers use."""
        names = ("owned", "note-for-a-friend", "daemon.json")
        places = (cls.folder, ROOT, cls.places["BUILD"], "/tmp", "/dev/shm", "/var/tmp")
        return {
            path
            for place in places
            for path in files_of_sandbox(place, cls.started)
            | {path for path in contents(place) if Path(path).name in names}
        }

    @classmethod
    def batch(cls, out, *words, course="allowing"):
        """Grades the class, or some of it; returns its results by student."""
        done = subprocess.run(
            [
                os.environ.get("GEMMLAB_CLI", str(TOOL)),
                "batch",
                str(cls.folder / "class"),
                "--out",
                str(cls.folder / out),
                "--backend",
                "sim",
                "--jobs",
                "2",
                "--labs",
                "01,02",
                "--course",
                str(cls.folder / course),
                *words,
            ],
            env={**os.environ, "GEMMLAB_TEST_SECRET": cls.token},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=1200,
        )
        (cls.folder / out / "said").write_bytes(done.stdout)
        if done.returncode != 0:
            raise AssertionError(f"batch: {done.returncode}\n{done.stdout.decode()[-3000:]}")
        return {
            path.stem: json.loads(path.read_text())
            for path in (cls.folder / out / "results").glob("*.json")
        }

    def test_each_attack_has_its_verdict_and_no_point(self):
        for student in self.students:
            with self.subTest(student.name):
                record = self.records[student.name]
                self.assertEqual(record["infrastructure"], "")
                self.assertEqual(record["problem"], "")
                graded = [
                    lab
                    for lab in record["result"]["labs"]
                    if any(lab["slug"] in file for file in student.files)
                ]
                self.assertEqual(len(graded), len(student.files))
                for lab in graded:
                    self.assertIn(
                        lab["verdict"],
                        student.verdicts,
                        [check["message"] for check in lab["checks"]][:3],
                    )
                    self.assertEqual(
                        lab["score"] > 0,
                        student.verdicts == ("PASSED",),
                        [check for check in lab["checks"] if check["points"]],
                    )

    def test_honest_neighbours_get_what_they_would_get_alone(self):
        for name, record in self.alone.items():
            kind = name.split("-")[1]
            for group in attack_class.GROUPS:
                with self.subTest(f"{group}-{kind}"):
                    graded = verdicts(self.records[f"{group}-{kind}"])
                    self.assertEqual(
                        graded[: None if group == "leaks" else 1],
                        verdicts(record)[: None if group == "leaks" else 1],
                    )

    def test_what_a_lab_may_not_call_is_refused_by_name(self):
        for name in ("breaking-forks", "escaping-internet", "forging-becomes_a_shell"):
            with self.subTest(name):
                record = self.batch("alone", "--only", name, course="usual")[name]
                lab = record["result"]["labs"][0]
                self.assertEqual((lab["verdict"], lab["score"]), ("DOES NOT COMPILE", 0))
                told = " ".join(check["message"] for check in lab["checks"])
                self.assertRegex(told, "it uses '")

    def test_whoever_ended_as_honest_programs_do_not_is_listed(self):
        page = (self.folder / "out/class.html").read_text()
        listed = page[page.index("To check by hand") :].split("</table>")[0]
        for name in (
            "ends_by_the_filter",
            "ends_with_a_high_status",
            "exits_with_success",
            "kills_itself",
        ):
            self.assertIn(f"forging-{name}", listed)
        for name in ("leaks-right", "leaks-wrong", "breaking-aborts"):
            self.assertNotIn(f">{name}</a>", listed)

    def test_hostile_files_are_refused_with_a_reason(self):
        for name, reason in self.hostile.items():
            with self.subTest(name):
                record = self.records[name]
                told = " ".join(
                    [
                        record["problem"],
                        *(f"{left['path']}: {left['message']}" for left in record["left_out"]),
                    ]
                )
                self.assertRegex(told, reason)
                self.assertEqual(sum(lab["score"] for lab in record["result"]["labs"]), 0)
                self.assertEqual(record["infrastructure"], "")
                self.assertLess(len(json.dumps(record)), 500_000)

    def test_nothing_outside_has_changed(self):
        self.assertEqual({path: self.after.get(path) for path in self.before}, self.before)
        self.assertEqual(sorted(set(self.after) - set(self.before)), [])
        for out in ("out", "alone"):
            self.assertEqual((self.folder / out / "canary").read_text(), "untouched\n")
        self.assertEqual(sorted(self.traces() - self.traces_before), [])

    def test_no_process_is_left_and_nobody_has_called(self):
        time.sleep(1)  # a killed process may take a moment
        self.assertEqual(processes_of_sandbox(), [])
        for listener in self.listeners:
            listener.setblocking(False)
            self.assertRaises(BlockingIOError, listener.accept)

    def test_no_secret_is_told(self):
        for out in ("out", "alone"):
            self.assertEqual((self.folder / out / "secret").read_text().strip(), self.course_secret)
        words = [self.token, self.course_secret, *Path("/etc/shadow").read_text().splitlines()]
        for out in ("out", "alone"):
            for path in (self.folder / out).rglob("*"):
                text = path.read_bytes() if path.is_file() and path.name != "secret" else b""
                for word in words:
                    self.assertNotIn(word.encode(), text, path)

    def test_no_words_of_theirs_look_like_ours(self):
        """None of these stands in a source in one piece: pages show what was handed in."""
        for path in [*(self.folder / "out").rglob("*.*"), self.folder / "out/said"]:
            text = path.read_bytes() if path.is_file() else b""
            for words in (
                b"the judge is broken",
                b"judged by mistake",
                b"points, are, due",
                "judged\u3164by".encode(),
                b"The judge erred:1",
            ):
                self.assertNotIn(words, text, path)
            if path.suffix != ".json":  # which has what they wrote as a fact of its own, too
                self.assertNotIn(b"theirs'", text, path)

    def test_reports_show_text_and_run_nothing(self):
        out = self.folder / "out"
        for path in [
            *out.glob("*.csv"),
            *out.glob("*.html"),
            *out.glob("*.xml"),
            *out.glob("*.txt"),
            out / "said",
        ]:
            self.assertNotRegex(path.read_bytes(), rb"[\x00-\x08\x0b-\x1f\x7f]", path)
        for page in out.rglob("*.html"):
            self.assertNotIn("alert(", "".join(Scripts(page.read_text()).found))
            self.assertNotIn("<script>alert", page.read_text())
            self.assertNotIn("<img src=x", page.read_text())
        xml.etree.ElementTree.parse(out / "junit.xml")
        with open(out / "grades.csv", newline="") as file:
            for row in csv.reader(file):
                self.assertFalse([cell for cell in row if cell[:1] in list("=+-@")], row)

    def test_the_suite_covers_what_it_says(self):
        self.assertGreaterEqual(len(list(attack_class.attacks())), 50)


def main():
    if len(sys.argv) > 1 and os.access(sys.argv[1], os.X_OK) and os.path.isfile(sys.argv[1]):
        os.environ["GEMMLAB_CLI"] = os.path.abspath(sys.argv.pop(1))
    unittest.main()


if __name__ == "__main__":
    main()
