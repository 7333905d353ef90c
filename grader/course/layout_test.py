"""How the package is laid out: its tests are run, and its files can be read at once."""

import os
import re
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
MOST_LINES = 300


def names(pattern: str) -> list[str]:
    found = (path.relative_to(HERE) for path in HERE.rglob(pattern))
    return sorted(str(path) for path in found if "__pycache__" not in path.parts)


class Layout(unittest.TestCase):
    def test_each_test_is_run_by_meson(self) -> None:
        run = set()
        for rules in (*HERE.rglob("meson.build"), HERE.parent / "cli/meson.build"):
            for name in re.findall(r"'([^']+)'", rules.read_text()):
                file = name if name.endswith("_test.py") else f"{name}_test.py"
                run.add(os.path.normpath(rules.parent / file))
        missing = [file for file in names("*_test.py") if str(HERE / file) not in run]
        self.assertEqual(missing, [])

    def test_each_folder_is_a_package(self) -> None:
        files = [HERE / file for file in names("*.py") if not file.startswith("attacks/")]
        missing = {str(file.parent) for file in files if not (file.parent / "__init__.py").exists()}
        self.assertEqual(missing, set())

    def test_no_file_is_too_long(self) -> None:
        lines = {file: (HERE / file).read_text().count("\n") for file in names("*.py")}
        long = {file for file, count in lines.items() if count > MOST_LINES}
        is_test = re.compile(r".*_test\.py|attacks/.*")
        self.assertEqual([file for file in sorted(long) if not is_test.fullmatch(file)], [])


if __name__ == "__main__":
    unittest.main()
