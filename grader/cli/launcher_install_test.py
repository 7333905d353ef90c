"""The launcher's behaviour if something is missing; apt-get and similar tools are fakes here."""

import os
import re
import shutil
import sys
import unittest
from pathlib import Path

from launcher_case import ROOT, LauncherCase


class Installing(LauncherCase):
    def without_ninja(self):
        """No ninja, and an apt-get that provides it; nothing is really installed."""
        ninja = shutil.which("ninja")
        bin_folder = self.commands_without("ninja", "ninja-build", "sudo")
        self.fake("id", "echo 0\n")
        self.fake("apt-get", f"""echo "$@" >>"{self.folder}/apt"
case "$*" in
  *install*) ln -sf "{ninja}" "{bin_folder}/ninja" ;;
esac
""")

    def asked_for(self):
        calls = self.folder / "apt"
        return calls.read_text() if calls.exists() else ""

    def test_lists_what_is_missing_and_how_to_get_it(self):
        self.commands_without("meson", "ninja", "ninja-build", "apt-get")
        done = self.run_launcher(want=3)
        lacking, ways = done.stderr.split("Install them")
        self.assertIn("Meson", lacking)
        self.assertIn("Ninja", lacking)
        self.assertNotIn("GoogleTest", lacking)
        for line in ("apt-get install meson ninja-build\n", "dnf install meson ninja-build\n",
                     "pacman -S --needed meson ninja\n", "conda create -n gemmlab"):
            self.assertIn(line, ways)

    def without_compilers(self):
        compilers = [name for place in os.environ["PATH"].split(":") if Path(place).is_dir()
                     for name in os.listdir(place) if re.match(r"(c\+\+|g\+\+|clang)", name)]
        self.commands_without("apt-get", *compilers)

    def test_says_so_if_there_is_no_compiler(self):
        self.without_compilers()
        self.env.pop("CXX", None)
        self.assertIn("C++20 compiler", self.run_launcher(want=3).stderr)

    def test_a_compiler_that_cannot_read_ranges_counts_as_missing(self):
        """As c++ is where only clang 14 is installed."""
        self.without_compilers()
        self.fake("c++", 'case "$*" in *-fsyntax-only*) ! grep -q "<ranges>" ;; esac\n')
        self.env.pop("CXX", None)
        self.assertIn("C++20 compiler", self.run_launcher(want=3).stderr)

    def test_a_meson_that_is_too_old_counts_as_missing(self):
        self.commands_without("apt-get")
        self.fake("meson", "echo 0.53.2\n")
        self.assertIn("Meson 0.61", self.run_launcher(want=3).stderr)

    def test_does_not_install_without_being_allowed_to(self):
        self.without_ninja()
        self.fake("id", "echo 1000\n")
        self.assertIn("sudo apt-get install ninja-build", self.run_launcher(want=3).stderr)
        self.assertEqual(self.asked_for(), "")

    def test_installs_at_once_where_it_may_and_nobody_can_be_asked(self):
        self.without_ninja()
        done = self.run_launcher(want=0)
        self.assertIn("Installing them now: apt-get install ninja-build", done.stderr)
        self.assertIn("install --no-install-recommends ninja-build\n", self.asked_for())

    def test_asks_on_a_terminal(self):
        self.without_ninja()
        code, seen = self.on_terminal(b"n\n")
        self.assertEqual((code, self.asked_for()), (3, ""), seen)
        self.assertIn("[Y/n]", seen)
        code, seen = self.on_terminal(b"\n")
        self.assertEqual(code, 0, seen)
        self.assertIn("ninja-build", self.asked_for())

    def test_says_so_if_there_is_no_network(self):
        self.without_ninja()
        self.fake("apt-get", "echo \"E: Temporary failure resolving 'packages.example'\"; exit 100\n")
        done = self.run_launcher(want=3)
        self.assertIn("network", done.stderr)
        self.assertIn("conda create", done.stderr)

    def test_asks_before_a_full_disk_does(self):
        self.commands_without()
        self.fake("df", "echo header; echo disk 9 9 1024 99% /\n")
        self.assertIn("1 MiB", self.run_launcher(want=3).stderr)

    def test_notices_that_something_was_uninstalled(self):
        self.run_launcher(want=0)
        self.commands_without("ninja", "ninja-build", "apt-get")
        self.assertIn("Ninja", self.run_launcher(want=3).stderr)

    def test_a_class_needs_a_python_that_reads_its_rules(self):
        (self.tree.root / "grader/course").mkdir()
        self.commands_without("apt-get")
        self.fake("python3", f'case "$*" in *toml*) exit 1 ;; esac\nexec "{sys.executable}" "$@"\n')
        self.run_launcher(want=0)
        self.run_launcher("grade", want=1)
        for _ in range(2):
            self.assertIn("sudo apt-get install python3-tomli\n", self.run_launcher("batch", want=3).stderr)
        self.fake("python3", f'exec "{sys.executable}" "$@"\n')
        self.run_launcher("batch", want=1)
        (self.tree.root / "grader/course").rmdir()
        self.fake("python3", f'case "$*" in *toml*) exit 1 ;; esac\nexec "{sys.executable}" "$@"\n')
        self.run_launcher("batch", want=1)

    def test_says_what_the_sandbox_of_a_class_needs_before_it_builds(self):
        (self.tree.root / "grader/course").mkdir()
        self.commands_without("apt-get")
        self.fake("bwrap", "exit 1\n")
        self.fake("setpriv", 'while [ "$1" != bwrap ]; do shift; done\nexec "$@"\n')
        self.fake("id", "echo 1000\n")
        said = self.run_launcher("batch", "my class", want=3).stderr
        self.assertIn("it must be root: sudo ./gemmlab batch my class\n", said)
        self.fake("id", "echo 0\n")
        self.assertIn("needs user namespaces", self.run_launcher("batch", want=3).stderr)
        self.assertFalse((self.tree.build / "build.ninja").exists())
        self.run_launcher("batch", "--sandbox", "weak", want=3)
        self.run_launcher("batch", want=1)  # it is built: the tool says it


class Lists(unittest.TestCase):
    def setUp(self):
        launcher = (ROOT / "gemmlab").read_text()
        table = re.search(r"^requirements='\n(.*?)^'", launcher, re.M | re.S).group(1)
        self.rows = [line.split() for line in table.splitlines()]

    def test_the_launcher_asks_for_every_library_that_meson_does(self):
        asked = {row[0].partition(":")[2] for row in self.rows}
        build = (ROOT / "meson.build").read_text()
        wanted = re.findall(r"dependency\('(\w+)'(?:, modules: \['(\w+)'\])?", build)
        wanted = {"_".join(filter(None, names)) for names in wanted} - {"threads"}
        wanted |= set(re.findall(r"find_library\('(\w+)'\)", build))
        self.assertTrue(wanted)
        self.assertLessEqual(wanted, asked)

    def test_the_readme_names_the_packages_that_the_launcher_installs(self):
        packages = " ".join(row[1] for row in self.rows)
        readme = (ROOT / "README.md").read_text().replace("\\\n", " ")
        self.assertIn(packages, " ".join(readme.split()))

    def test_the_readme_links_to_what_exists(self):
        links = re.findall(r"\]\(([^)#]+)", (ROOT / "README.md").read_text())
        self.assertTrue(links)
        self.assertEqual([link for link in links if not (ROOT / link).exists()], [])


if __name__ == "__main__":
    unittest.main()
