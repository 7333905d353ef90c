"""Grades submissions that are large, or become large, and measures what they cost the judge.

Usage: cost_test.py [PATH OF gemmlab-cli] [unittest's own arguments]
Skips without a sandbox, that is without root or bubblewrap.
"""

import contextlib
import gzip
import json
import os
import shutil
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

import attack_class
import attack_test

MEBI = 1 << 20
MOST_MEMORY = 300 * MEBI  # of each process that judges
MOST_RESULT = MEBI  # bytes, of a lab
MOST_SECONDS = 65  # a compile's limit, and five
ROOM = MEBI - 4096  # for a source, which may have a MiB


def doubled(unit, times):
    """Macros that become 2 ** times units."""
    lines = [
        f"#define D0 {unit}",
        *(f"#define D{i} D{i - 1} D{i - 1}" for i in range(1, times + 1)),
    ]
    return "\n".join([*lines, f"D{times}", ""])


def filled(part, before="", after=""):
    return before + part * ((ROOM - len(before) - len(after)) // len(part)) + after


def types_of_types(depth):
    """Types whose names double in length with each of them."""
    lines = ["template <class A, class B> struct P {};", "using T0 = P<int, int>;"]
    lines += [f"using T{i} = P<T{i - 1}, T{i - 1}>;" for i in range(1, depth + 1)]
    return "\n".join([*lines, ""])


def called_often():
    """Each call gives rise to a change for each pair of these parameters."""
    parameters = ", ".join(f"int p{i}{'q' * 500}" for i in range(60))
    return (
        f"void cudaMalloc(int, int) {{}}\nvoid g({parameters}) {{\n"
        + "  cudaMalloc(0, 0);\n" * 600
        + "}\n"
    )


def many_names():
    """Variables that could stand in each other's place, and do nothing."""
    names = ", ".join(f"int a{i}" for i in range(1900))
    return f"void f({names}) {{\n" + "  a0 = a1 + a2;\n" * 1000 + "}\n"


def read_in_a_comment():
    """A constant of the host, whose name is in the text very often."""
    return (
        f"// {'kK ' * 300_000}\n#ifdef __clang__\nstatic const int kK[2] = {{1, 2}};\n"
        "__attribute__((global)) void uses(int* out, int i) { out[0] = kK[i]; }\n#endif\n"
    )


# Wrong kernels, which are looked at more closely than what does not compile.
WRONG = {
    "blank-directive": "#define U" + " " * 6000 + "\\\n//x\n",
    "called-often": called_often(),
    "endless-symbol": "#ifdef __clang__\n"
    + types_of_types(45)
    + "__attribute__((global)) void uses(T45) {}\n#endif\n",
    "long-directive": "#define UNUSED 1" + "+1" * 25000 + "\n",
    "long-variable": f"void f(int m) {{\n  int {'l' * 57000} = m;\n  int x = m;\n"
    f"  x = x{'+x' * 2000};\n}}\n",
    "many-names": many_names(),
    "many-constants": "#ifdef __clang__\n"
    + "".join(
        f"namespace n{i} {{ static const int a[2] = {{1, 2}}; }}\n__attribute__((global)) void u{i}"
        f"(int* out, int j) {{ out[0] = n{i}::a[j]; }}\n"
        for i in range(900)
    )
    + "#endif\n// "
    + "a " * 400_000
    + "\n",
    "many-steps": "".join(f"// TODO({i}.1): x\n" for i in range(1, 50000)),
    "read-in-a-comment": read_in_a_comment(),
    "unpaired-brackets": "#define OPEN [\n#define OP (\nvoid f(int* x, int j) {\n"
    "  int y<:3]; y OPEN 2] = x[j:>;\n  int z[2:>; x[0] = sizeof OP j/j) / j;\n"
    "}\n",
}

REFUSED = {
    "endless-symbol-cu": {"DOES NOT COMPILE"},
    "many-constants-cu": {"DOES NOT COMPILE"},
    "read-in-a-comment-cu": {"DOES NOT COMPILE"},
}

# Name of the student: the file. Each costs a judge much that reads it without bounds.
SOURCES = {
    "brackets": filled("["),
    "digits": filled("'1", "int x = 1", ";\n"),
    "errors": filled("x;\n"),
    "expands": doubled("int x [ [ 1 , 2 ] ] ;", 21),
    "include-name": filled("x", "#include <", ">\n"),
    "lines": filled("\n", after="x;\n"),
    "long-error": filled("e", "#error ", "\n"),
    "long-line": filled("+y", "int x = y", ";\n"),
    "long-name": filled("x", "int ", " = y;\n"),
    "long-symbol": types_of_types(24) + "void gone(T24);\nvoid uses() { gone(T24()); }\n",
    "message-of-lines": 'static_assert(false, "\\nk.cu:99999999999:1: error: x\\n");\n',
    "notes": "".join(f"void f(int (*)[{i}]);\n" for i in range(1, 5000)) + "int y = f(1.0);\n",
    "raw-strings": filled('R"', "const char* s = ", ";\n"),
    "steps": "".join(f"// Step {i}.1: x\n" for i in range(1, 50000)) + "x;\n",
}


def sparse_chain(blocks):
    """A tar whose one file has a map of holes that is this many blocks long."""
    hole = b"00000000001\0" + b"00000000000\0"
    header = bytearray(
        b"01.cpp".ljust(100, b"\0")
        + b"0000644\0"
        + b"0000000\0" * 2
        + b"00000000000\0" * 2
        + b" " * 8
        + b"S"
        + bytes(100)
        + b"ustar  \0"
    )
    header += bytes(386 - len(header)) + hole * 4 + b"\1" + b"00000000000\0"
    header += bytes(512 - len(header))
    header[148:156] = b"%06o\0 " % sum(header)
    return gzip.compress(bytes(header) + (hole * 21 + b"\1" + bytes(7)) * blocks, 9)


def long_directory(entries):
    """A zip whose directory names files that are not there."""
    names = [b"PK\1\2" + bytes(24) + b"\1\0" + bytes(16) + b"x"] * entries
    directory = b"".join(names)
    end = b"PK\5\6" + bytes(8) + len(directory).to_bytes(4, "little") + bytes(6)
    return directory + end


# Submissions that are not folders: none is accepted.
ARCHIVES = {
    "directory.zip": long_directory(4_000_000),
    "directory-just-allowed.zip": long_directory(400_000),
    "packed-twice.tar.gz": gzip.compress(gzip.compress(bytes(900 * MEBI), 1), 1),
    "sparse.tar.gz": sparse_chain(500_000),
    "sparse-just-allowed.tar.gz": sparse_chain(38_000),
}


def peak_of(process):
    """The most memory in bytes that a process has had; 0 if it has ended."""
    with contextlib.suppress(OSError, StopIteration):
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
        return 1024 * int(next(line for line in lines if line.startswith("VmHWM")).split()[1])
    return 0


def owner_and_parent(process):
    """The user and the parent of a process; of one that has ended: nobody, and itself."""
    with contextlib.suppress(OSError, IndexError):
        folder = Path(f"/proc/{process}")
        parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
        return folder.stat().st_uid, parent
    return None, process


def judges(program):
    """Numbers of the program's process and of those below it that are its user's: what is handed in
    is compiled and run as other users.
    """
    found = {path.name: owner_and_parent(path.name) for path in Path("/proc").glob("[0-9]*")}
    ours = {str(program)}
    while more := {each for each, (_, parent) in found.items() if parent in ours} - ours:
        ours |= more
    return [each for each in ours if found.get(each, (None,))[0] == os.getuid()]


class Watch(threading.Thread):
    """Looks at the memory of what judges, until it is told to end."""

    def __init__(self, program):
        super().__init__(daemon=True)
        self.program, self.peak, self.looks, self.is_over = program, 0, 0, threading.Event()

    def run(self):
        while not self.is_over.wait(0.05):
            found = [peak_of(process) for process in judges(self.program)]
            self.peak, self.looks = max([self.peak, *found]), self.looks + len(found)


class CostTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if attack_test.why_not():
            raise unittest.SkipTest(attack_test.why_not())
        cls.folder = Path(tempfile.mkdtemp(prefix="gemmlab-cost-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.folder.chmod(0o755)
        for name, source in [*SOURCES.items(), *WRONG.items()]:
            for end, file in attack_class.FILES.items():
                text = source
                if name in WRONG:
                    text = attack_class.kernel(source + attack_class.WRONG, end)
                path = cls.folder / "class" / f"{name}{end.replace('.', '-')}" / file
                path.parent.mkdir(parents=True)
                path.write_text(text)
        for name, content in ARCHIVES.items():
            (cls.folder / "class" / name).write_bytes(content)
        many = cls.folder / "class/many-files"
        for folder in range(480):
            (many / f"s{folder}").mkdir(parents=True)
            (many / f"s{folder}/01.cpp").write_bytes(b"x" * ROOM)
        (cls.folder / "course").write_text('[allow]\nsymbols = ["*"]\n')
        done = subprocess.Popen(
            [
                os.environ.get("GEMMLAB_CLI", attack_test.TOOL),
                "batch",
                cls.folder / "class",
                "--out",
                cls.folder / "out",
                "--backend",
                "sim",
                "--jobs",
                "2",
                "--labs",
                "01,02",
                "--course",
                cls.folder / "course",
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        cls.watch = Watch(done.pid)
        cls.watch.start()
        said, _ = done.communicate(timeout=1200)
        cls.watch.is_over.set()
        cls.watch.join()
        if done.returncode != 0:
            raise AssertionError(said.decode()[-3000:])
        cls.records = {path.stem: path for path in (cls.folder / "out/results").glob("*.json")}

    def test_each_submission_is_graded_in_time_with_a_small_result(self):
        self.assertEqual(
            len(self.records), len(SOURCES | WRONG) * len(attack_class.FILES) + len(ARCHIVES) + 1
        )
        for name, path in self.records.items():
            with self.subTest(name):
                record = json.loads(path.read_text())
                self.assertEqual(record["infrastructure"], "")
                self.assertLess(record["seconds"], MOST_SECONDS)
                sources = len(json.dumps(record.pop("sources"), ensure_ascii=False).encode())
                self.assertLess(sources, 2 * MOST_RESULT + 64)
                self.assertLess(len(json.dumps(record, ensure_ascii=False).encode()), MOST_RESULT)
                self.assertEqual([lab["score"] for lab in record["result"]["labs"]], [0, 0])

    def test_what_compiles_is_judged(self):
        for name in (f"{each}-{end}" for each in WRONG for end in ("cpp", "cu")):
            with self.subTest(name):
                record = json.loads(self.records[name].read_text())
                verdicts = {lab["verdict"] for lab in record["result"]["labs"]}
                self.assertEqual(
                    verdicts & {"DOES NOT COMPILE", "NOT GRADED"}, REFUSED.get(name, set())
                )

    def test_archives_are_refused(self):
        for name in ARCHIVES:
            with self.subTest(name):
                record = json.loads(self.records[name.partition(".")[0]].read_text())
                self.assertRegex(
                    record["problem"], "larger than|not an archive|packed more than once"
                )

    def test_the_judge_needs_little_memory(self):
        self.assertGreater(self.watch.looks, 100)
        self.assertGreater(self.watch.peak, MEBI)
        self.assertLess(self.watch.peak, MOST_MEMORY)
        print(f"the judge needed {self.watch.peak / MEBI:.0f} MiB", flush=True)

    def test_files_about_the_class_stay_small(self):
        for name in ("junit.xml", "index.html", "class.html"):
            path = self.folder / "out" / name
            if path.exists():
                self.assertLess(path.stat().st_size, len(self.records) * MOST_RESULT, name)
        self.assertTrue((self.folder / "out/junit.xml").exists())


if __name__ == "__main__":
    attack_test.main()
