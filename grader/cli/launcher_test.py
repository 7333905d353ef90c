"""The launcher's behaviour: it builds what has changed, recovers, and runs the tool."""

import os
import re
import signal
import subprocess
import time
import unittest

from launcher_case import ROOT, TOOL, LauncherCase, Tree

SLOW = """
custom_target('slow', command: ['sh', '-c', 'sleep 2; touch @OUTPUT@'], output: 'slow',
              build_by_default: true)
"""
NOBODY = 65534


class Running(LauncherCase):
    def test_builds_and_runs_the_tool_in_the_callers_folder(self):
        done = self.run_launcher("two words", "x", want=2, cwd=self.folder)
        self.assertEqual(done.stdout, f"{self.folder.resolve()}|two words|x")

    def test_finds_its_folder_through_symbolic_links(self):
        (self.folder / "link").symlink_to("a tree/gemmlab")
        (self.folder / "link of link").symlink_to(self.folder / "link")
        self.run_launcher(launcher=self.folder / "link of link", want=0, cwd="/")
        self.assertTrue(self.tree.build.is_dir())

    def test_costs_less_than_a_tenth_of_a_second_when_all_is_built(self):
        self.run_launcher(want=0)
        times = []
        for _ in range(10):
            start = time.monotonic()
            done = self.run_launcher(want=0)
            times.append(time.monotonic() - start)
        self.assertEqual(done.stderr, "")
        self.assertLess(min(times), 0.1)

    def test_builds_again_when_a_source_has_changed(self):
        self.run_launcher(want=0)
        self.tree.source.write_text("int main() { return 42; }\n")
        self.run_launcher(want=42)

    def test_shows_what_stopped_the_build_and_where_the_log_is(self):
        self.tree.source.write_text("int main() { return undeclared; }\n")
        done = self.run_launcher(want=3)
        self.assertIn("undeclared", done.stderr)
        self.assertIn(str(self.tree.build / "gemmlab.log"), done.stderr)
        self.tree.source.write_text(TOOL)
        self.run_launcher(want=0)

    def test_shows_what_stopped_meson(self):
        (self.tree.root / "meson.build").write_text("project('toy', 'cpp')\nno_such_function()\n")
        self.assertIn("no_such_function", self.run_launcher(want=3).stderr)

    def test_says_when_the_build_has_made_no_tool(self):
        (self.tree.root / "grader/cli/meson.build").write_text("# nothing\n")
        self.assertIn("gemmlab-cli", self.run_launcher(want=3).stderr)


class Recovering(LauncherCase):
    def test_a_moved_tree_is_configured_anew(self):
        self.run_launcher(want=0)
        moved = self.tree.root.rename(self.folder / "elsewhere")
        done = self.run_launcher(launcher=moved / "gemmlab", want=0)
        self.assertIn("copied or renamed since it was built", done.stderr)
        self.assertIn(str(moved), (moved / "build/meson-info/meson-info.json").read_text())

    def test_a_half_configured_folder_is_configured_anew(self):
        for leftover in ("build.ninja", "meson-private/cmd_line.txt", "meson-private/coredata.dat"):
            with self.subTest(gone=leftover):
                self.run_launcher(want=0)
                (self.tree.build / leftover).unlink()
                (self.tree.build / "build.ninja").unlink(missing_ok=True)
                self.assertNotIn("copied or renamed", self.run_launcher(want=0).stderr)

    def test_a_folder_of_another_meson_is_configured_anew(self):
        self.run_launcher(want=0)
        (self.tree.build / "meson-private" / "coredata.dat").write_bytes(b"another version")
        with (self.tree.root / "meson.build").open("a") as more:
            more.write("# so that ninja calls meson\n")
        self.run_launcher(want=0)

    def test_a_folder_made_without_the_launcher_is_used_as_it_is(self):
        subprocess.run(["meson", "setup", "-Doptimization=1", self.tree.build, self.tree.root],
                       check=True, capture_output=True, env=self.env)
        done = self.run_launcher(want=0)
        self.assertNotIn("Configuring", done.stderr)

    def test_files_dated_in_the_future_are_given_the_time_of_now(self):
        for file in (self.tree.root / "meson.build", self.tree.source):
            os.utime(file, (time.time() + 1e6,) * 2)
        self.run_launcher(want=0)
        self.assertLess(self.tree.source.stat().st_mtime, time.time() + 60)

    def test_an_interrupted_build_exits_130_and_goes_on_next_time(self):
        self.tree = Tree(self.folder / "slow", SLOW)
        process = subprocess.Popen([str(self.tree.launcher)], env=self.env, start_new_session=True,
                                   stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 60
        while not (self.tree.build / ".ninja_log").exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)
        process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130)
        self.assertFalse((self.tree.build / "slow").exists())
        self.run_launcher(want=0)

    def test_two_at_once_build_one_after_the_other(self):
        for flock in (True, False):
            with self.subTest(flock=flock):
                if not flock:
                    self.commands_without("flock")
                self.tree = Tree(self.folder / str(flock), SLOW)
                both = [subprocess.Popen([str(self.tree.launcher)], env=self.env, text=True,
                                         stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                        for _ in range(2)]
                said = [process.communicate(timeout=60)[1] for process in both]
                self.assertEqual([process.returncode for process in both], [0, 0], said)
                self.assertEqual(sum("Configuring" in text for text in said), 1, said)
                self.assertEqual(sum("waiting" in text for text in said), 1, said)

    def test_a_lock_left_by_a_killed_launcher_is_taken_over(self):
        self.commands_without("flock")
        self.tree.build.mkdir()
        (self.tree.build / "gemmlab.lock").symlink_to(os.uname().nodename + ":4194399")
        self.run_launcher(want=0)
        self.assertFalse((self.tree.build / "gemmlab.lock").is_symlink())


class BuildFolder(LauncherCase):
    def test_can_be_named_relative_to_the_callers_folder(self):
        self.env["GEMMLAB_BUILD"] = "other build"
        self.run_launcher(want=0, cwd=self.folder)
        self.assertTrue((self.folder / "other build" / "build.ninja").exists())
        self.assertFalse(self.tree.build.exists())

    def test_with_other_files_in_it_is_refused(self):
        (self.folder / "mine").mkdir()
        (self.folder / "mine" / "thesis.tex").write_text("x")
        self.env["GEMMLAB_BUILD"] = str(self.folder / "mine")
        self.assertIn("other files", self.run_launcher(want=3).stderr)

    def as_nobody(self):
        """Options that run the launcher as a user who may not write to the tree."""
        if os.geteuid() != 0:
            self.tree.root.chmod(0o555)
            self.addCleanup(self.tree.root.chmod, 0o755)
            return {}
        self.folder.chmod(0o755)
        return {"user": NOBODY, "group": NOBODY, "extra_groups": []}

    def test_is_in_the_cache_if_the_tree_is_read_only(self):
        options = self.as_nobody()
        home = self.folder / "home"
        home.mkdir()
        if options:
            os.chown(home, NOBODY, NOBODY)
        self.env.pop("XDG_CACHE_HOME", None)
        self.env["HOME"] = str(home)
        done = self.run_launcher(want=0, **options)
        self.assertIn("is not writable", done.stderr)
        self.assertEqual(len(list((home / ".cache" / "gemmlab").iterdir())), 1)

    def test_must_be_named_if_the_tree_is_read_only_and_there_is_no_home(self):
        for name in ("HOME", "XDG_CACHE_HOME"):
            self.env.pop(name, None)
        self.assertIn("GEMMLAB_BUILD=", self.run_launcher(want=3, **self.as_nobody()).stderr)


class Programs(unittest.TestCase):
    def test_what_the_second_program_does_is_built_when_asked_for(self):
        table = (ROOT / "grader/cli/main.cpp").read_text()
        commands = re.findall(r'\{"(\w+)", run_with<course,', table)
        self.assertEqual(len(commands), 5)
        own = re.findall(r'\{"(\w+)", run_with<', (ROOT / "grader/cli/doors/main.cpp").read_text())
        listed = (ROOT / "grader/cli/options.table").read_text()
        commands += [each for each in own if re.search(rf"^{each} +- +Class ", listed, re.M)]
        self.assertEqual(len(commands), 6)
        self.assertIn(f"    {' | '.join(sorted(commands))}) [ -d ", (ROOT / "gemmlab").read_text())


if __name__ == "__main__":
    unittest.main()
