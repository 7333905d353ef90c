#!/usr/bin/env python3
"""Checks the layout of the code: its rooms, the arrows between them, and sizes.

Usage: structure_test.py ROOT [--write]
--write draws the picture of the rooms in docs/architecture.md anew. The rules are first tried on
small trees that break one of them each.
"""

import os
import re
import sys
import tempfile
from collections import defaultdict
from itertools import chain
from pathlib import Path, PurePath

sys.dont_write_bytecode = True
sys.path.append(str(Path(__file__).resolve().parents[2] / "common/facts"))
from declarations import declaration_problems  # noqa: E402
from text_table import read_table  # noqa: E402

TABLE, PAGE = "grader/upkeep/rooms.table", "docs/architecture.md"
BEGIN = "<!-- rooms: written by structure_test.py --write -->\n"
END = "<!-- end of rooms -->\n"
MOST_LINES, MOST_FILES = 300, 40
TEST_NAME = re.compile(r"\bTEST(?:_F|_P)?\(\s*\w+,\s*(\w+)\)")
FOR_TESTS = {"attacks", "fuzz", "mutants", "stand_in", "tests"}


def is_unit_test(file):
    return file.stem.endswith(("_test", "_benchmark")) or file.stem.startswith("sample_")


def is_production(file):
    return not is_unit_test(file) and not FOR_TESTS & set(file.parts)


class Code:
    """Sources and headers of common/ and grader/, without mutants and unit tests."""

    def __init__(self, root):
        self.root = Path(root)
        self.room_of = {}
        self.rooms = {}  # folder: (names of rooms it may include, what it is); from the bottom up
        for row in read_table((self.root / TABLE).read_text(), TABLE, ("folder", "may_include", "what")):
            may = [] if row["may_include"] == "-" else row["may_include"].split(",")
            self.rooms[row["folder"]] = (may, row["what"])
        found = chain.from_iterable((self.root / room).rglob("*.*") for room in ("common", "grader"))
        self.text = {PurePath(path.relative_to(self.root)): path.read_text(errors="replace")
                     for path in sorted(found) if path.suffix in (".cpp", ".h")}
        self.tests = {file: text for file, text in self.text.items() if is_unit_test(file)}
        self.text = {file: text for file, text in self.text.items()
                     if file.parts[:2] != ("grader", "mutants") and not is_unit_test(file)}

    def room(self, file):
        """The folder of the room that has the file: the innermost, where a room has others in it."""
        if file not in self.room_of:
            self.room_of[file] = max((room for room in self.rooms if PurePath(room) in file.parents),
                                     key=len, default=None)
        return self.room_of[file]

    def production(self):
        return {file: text for file, text in self.text.items() if is_production(file)}

    def includes(self):
        """(file, line, included file) of each include of a file of ours, which may be a table."""
        for file, text in self.text.items():
            for number, line in enumerate(text.splitlines(), 1):
                name = line.partition('#include "')[2].partition('"')[0]
                beside = PurePath(os.path.normpath(file.parent / name))
                for to in (PurePath(name), beside, PurePath("common/include", name)):
                    is_table = to.suffix == ".table" and (self.root / to).is_file()
                    if name and (to in self.text or is_table):
                        yield file, number, to
                        break


def table_problems(code):
    above = set()
    for room, (may, _) in code.rooms.items():
        if not (code.root / room).is_dir():
            yield f"{TABLE}: there is no folder {room}"
        for name in may:
            if name not in above:
                yield f"{TABLE}: {room} names {name}, which is not a room of a row above it"
        above.add(PurePath(room).name)
    for folder in sorted({"/".join(file.parts[:2]) for file in code.text if not code.room(file)}):
        yield f"{folder}: every folder of code must have a row in {TABLE}"


def arrow_problems(code):
    for file, line, to in code.includes():
        room, other = code.room(file), code.room(to)
        if room and other and room != other and PurePath(other).name not in code.rooms[room][0]:
            yield f"{file}:{line}: {room} may not include {to}: see {TABLE}"


def circle_problems(code):
    units = defaultdict(set)
    for file, _, to in code.includes():
        if is_production(file) and file.with_suffix("") != to.with_suffix(""):
            units[file.with_suffix("")].add(to.with_suffix(""))
    while True:  # takes away what includes nothing that is left: circles stay
        ends = {unit for unit, to in units.items() if not to & units.keys()}
        if not ends:
            break
        units = {unit: to for unit, to in units.items() if unit not in ends}
    if units:
        yield "these include each other in a circle, or what does: " + " ".join(map(str, units))


def size_problems(code):
    files_in = defaultdict(int)
    for file, text in code.text.items():
        if is_production(file):
            files_in[file.parent] += 1
            lines = text.count("\n")
            if lines > MOST_LINES:
                yield f"{file}: a file may have at most {MOST_LINES} lines, this has {lines}"
    for folder, count in files_in.items():
        if count > MOST_FILES:
            yield f"{folder}: a folder may have at most {MOST_FILES} sources, this has {count}"


def test_name_problems(code):
    for file, text in code.tests.items():
        for name in TEST_NAME.findall(text):
            if "_" in name or not name[0].isupper():
                yield f"{file}: the test {name} must be named like FindsARace"


def picture(code):
    """The rooms in Mermaid and as a table; an arrow only where no longer way leads there too."""
    arrows = {PurePath(room).name: set() for room in code.rooms}
    for file, _, to in code.includes():
        if code.room(file) and code.room(to) and code.room(file) != code.room(to):
            arrows[PurePath(code.room(file)).name].add(PurePath(code.room(to)).name)

    def reached(names, passed):
        for name in names:
            if name not in passed:
                passed.add(name)
                reached(arrows[name], passed)
        return passed

    drawn, rows = "```mermaid\nflowchart TD\n", "| room | what it is | includes |\n|---|---|---|\n"
    for room, (_, what) in reversed(code.rooms.items()):
        name = PurePath(room).name
        to = {far for far in arrows[name]
              if not any(far in reached(arrows[near], {name}) for near in arrows[name] - {far})}
        if to:
            drawn += f"  {name} --> {' & '.join(sorted(to))}\n"
        rows += f"| [{room}/](../{room}/) | {what} | {', '.join(sorted(arrows[name]))} |\n"
    return f"{drawn}```\n\n{rows}"


def page_problems(code, write=False):
    page = (code.root / PAGE).read_text()
    head, _, rest = page.partition(BEGIN)
    wanted = head + BEGIN + "\n" + picture(code) + "\n" + END + rest.partition(END)[2]
    if write:
        (code.root / PAGE).write_text(wanted)
    elif page != wanted:
        yield f"{PAGE}: its rooms differ from the code: run {Path(__file__).name} . --write"


def problems(root):
    code = Code(root)
    if not code.text:
        return ["there is no code here"]
    return [problem for check in (table_problems, arrow_problems, circle_problems, size_problems,
                                  test_name_problems, declaration_problems, page_problems) for problem in check(code)]


DECLARES = """#pragma once
namespace gemmlab {
// int comment();
enum class Kind { one, other };
struct Lab {
  explicit Lab(int id) : id_{id} {}
  ~Lab();
  Lab(const Lab&) = delete;
  bool operator==(const Lab& other) const { return id_ == other.id_; }
  void settle(const std::vector<int>& points = {}) const;
  virtual int score() = 0;
  void (*call)(int) = nullptr;
  int id_ = 0;
};
template <typename Each>
int most(Each each);
inline int least() {
  return 1'000;
}
GEMMLAB_JSON(Lab, id_)
std::pair<int, char> points(int each = least(),
                            std::vector<int> of = {});
}  // namespace gemmlab
"""
DEFINES = """#include "a.h"
namespace gemmlab {
Lab::~Lab() = default;
void Lab::settle(const std::vector<int>& points) const {
  std::puts("}");
}
std::pair<int, char> points(int each, std::vector<int> of) {
  return {each, '{'};
}
}
"""


def try_the_rules():
    tree = {
        TABLE: "# a comment\nfolder may_include what\ncommon/facts - Data\ngrader/core facts The middle\n"
               "grader/judge facts,core The top\n",
        PAGE: BEGIN + END,
        "common/facts/place.h": "",
        "grader/core/score.h": '#include "common/facts/place.h"\n',
        "grader/core/score.cpp": '#include "grader/core/score.h"\n',
        "grader/judge/judge.cpp": '#include "common/facts/place.h"\n#include "../core/score.h"\n'
                                  '#include "grader/core/score.h"\n',
    }
    right = ({}, {"grader/core/long_test.cpp": "\n" * 301}, {"grader/tests/long.cpp": "\n" * 301},
             {"grader/core/score_test.cpp": '#include "grader/judge/judge.h"\nTEST_F(Score, IsPaid) {}\n'},
             {f"grader/judge/stages/{i}.cpp": "" for i in range(40)},
             {"grader/core/a.h": DECLARES, "grader/core/a.cpp": DEFINES,
              "grader/core/b.cpp": "static int points(int each) {\n  return each;\n}\n"})
    wrong = (({"grader/core/long.cpp": "\n" * 301}, "at most 300 lines"),
             ({f"grader/judge/stages/{i}.cpp": "" for i in range(41)}, "at most 40 sources"),
             ({"grader/core/a.h": '#include "b.h"\n', "grader/core/b.h": "",
               "grader/core/b.cpp": '#include "a.h"\n'}, "circle"),
             ({"grader/judge/judge.h": "", "grader/core/x.cpp": '\n#include "grader/judge/judge.h"'},
              "grader/core/x.cpp:2: grader/core may not include"),
             ({"grader/new/file.cpp": ""}, "must have a row"),
             ({"grader/core/score_test.cpp": "TEST(Score, is_paid) {}\n"}, "like FindsARace"),
             ({"grader/core/a.h": DECLARES, "grader/core/b.cpp": DEFINES},
              "declares points, which grader/core/b.cpp defines"),
             ({"grader/core/a.h": DECLARES, "grader/core/b.cpp": DEFINES},
              "declares Lab::settle, which grader/core/b.cpp defines"),
             ({"grader/core/a.h": DECLARES, "grader/core/b.cpp": DEFINES},
              "declares Lab::~Lab, which grader/core/b.cpp defines"),
             ({"grader/core/a.h": DECLARES,
               "grader/core/a.cpp": "namespace {\nint points(int each) {\n}\n}\n"},
              "declares points, which nobody defines"),
             ({"grader/worker/backend.h": "void backend();\n",
               "grader/worker/sim_backend.cpp": "void backend() {\n}\n"},
              "grader/worker/cpu_backend.cpp defines nothing of it"),
             ({TABLE: tree[TABLE] + "grader/core/inner facts A room in another\n",
               "grader/core/inner/x.h": "",
               "grader/core/x.cpp": '#include "grader/core/inner/x.h"'},
              "grader/core may not include grader/core/inner/x.h"),
             ({TABLE: tree[TABLE].replace("grader/core ", "grader/gone ")}, "names core"),
             ({TABLE: tree[TABLE].replace("grader/core ", "grader/gone ")}, "no folder grader/gone"))

    def said(change, drawn=True):
        with tempfile.TemporaryDirectory() as root:
            for file, text in {**tree, "grader/tests/x.h": "", **change}.items():
                path = Path(root, file)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            with open(Path(root, TABLE), "a") as table:
                table.write("grader/tests facts,core Tests\n")
            for _ in page_problems(Code(root), write=drawn):
                pass
            return problems(root), (Path(root) / PAGE).read_text()

    for change in right:
        assert said(change)[0] == [], said(change)[0]
    for change, part in wrong:
        assert any(part in problem for problem in said(change)[0]), (part, said(change)[0])
    assert "  judge --> core\n  core --> facts\n```" in said({})[1]
    assert "| [grader/judge/](../grader/judge/) | The top | core, facts |" in said({})[1]
    assert "differ from the code" in said({}, drawn=False)[0][0]


def main():
    try_the_rules()
    if "--write" in sys.argv:
        list(page_problems(Code(sys.argv[1]), write=True))
    found = problems(sys.argv[1])
    print(*found, f"{len(found)} problems", sep="\n")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
