"""How the package is laid out: its tests are run, and its files can be read at once."""

import re
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
MOST_LINES = 300
# Of these a whole program is one; they are run by the command line's tests.
LONG = ("attacks/", "handout/class_test.py")


def names(pattern: str) -> list[str]:
    found = (path.relative_to(HERE) for path in HERE.rglob(pattern))
    return sorted(str(path) for path in found if "__pycache__" not in path.parts)


class Layout(unittest.TestCase):
    def test_each_test_is_run_by_meson(self) -> None:
        rules = [HERE / "meson.build", *HERE.glob("*/meson.build"), HERE.parent / "cli/meson.build"]
        said = "\n".join(path.read_text() for path in rules)
        run = set(re.findall(r"'([\w/.]+?)(?:_test\.py)?'", said))
        for file in names("*_test.py"):
            name = file.removesuffix("_test.py")
            known = {name, name.rpartition("/")[2], f"../course/{name}"}
            self.assertTrue(known & run, f"{file} is in no meson.build")

    def test_each_folder_is_a_package(self) -> None:
        for file in names("*.py"):
            if not file.startswith("attacks/"):
                self.assertTrue((HERE / file).with_name("__init__.py").exists(), file)

    def test_no_file_is_too_long(self) -> None:
        for file in names("*.py"):
            if not file.startswith(LONG):
                lines = (HERE / file).read_text().count("\n")
                self.assertLessEqual(lines, MOST_LINES, file)


if __name__ == "__main__":
    unittest.main()
