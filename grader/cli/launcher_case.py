"""A small tree to test the launcher: the real launcher, and a toy tool."""

import os
import pty
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOL = """
#include <unistd.h>
#include <cstdio>
int main(int argc, char** argv) {
  char folder[4096];
  std::printf("%s", getcwd(folder, sizeof folder));
  for (int i = 1; i < argc; ++i) std::printf("|%s", argv[i]);
  return argc - 1;
}
"""


class Tree:
    """A folder with a space in its name, with the launcher and a tool of a few lines."""

    def __init__(self, folder, extra=""):
        self.root = Path(folder) / "a tree"
        cli = self.root / "grader" / "cli"
        cli.mkdir(parents=True)
        shutil.copy2(ROOT / "gemmlab", self.root)
        (self.root / "meson.build").write_text(
            "project('toy', 'cpp', default_options: ['cpp_std=c++20'])\n"
            "subdir('grader/cli')\n" + extra)
        (cli / "meson.build").write_text("executable('gemmlab-cli', 'main.cpp')\n")
        self.source = cli / "main.cpp"
        self.source.write_text(TOOL)
        self.launcher = self.root / "gemmlab"
        self.build = self.root / "build"


class LauncherCase(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="gemmlab-launcher-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.env = {k: v for k, v in os.environ.items() if k not in ("GEMMLAB_BUILD", "MAKEFLAGS")}
        self.tree = Tree(self.folder)

    def run_launcher(self, *words, launcher=None, want=None, **options):
        options.setdefault("env", self.env)
        done = subprocess.run([str(launcher or self.tree.launcher), *words], text=True, timeout=120,
                              stdin=subprocess.DEVNULL, capture_output=True, **options)
        self.assertNotIn("\033", done.stdout + done.stderr, "escape codes without a terminal")
        if want is not None:
            self.assertEqual(done.returncode, want, done.stdout + done.stderr)
        return done

    def commands_without(self, *missing):
        """A folder of links to every command except these, to be used as PATH."""
        folder = self.folder / "bin"
        folder.mkdir()
        for place in reversed(os.environ["PATH"].split(":")):
            for command in (Path(place).iterdir() if Path(place).is_dir() else ()):
                if command.name not in missing:
                    link = folder / command.name
                    link.unlink(missing_ok=True)
                    link.symlink_to(command)
        self.env["PATH"] = str(folder)
        return folder

    def fake(self, name, script):
        command = self.folder / "bin" / name
        command.unlink(missing_ok=True)
        command.write_text("#!/bin/sh\n" + script)
        command.chmod(0o755)

    def on_terminal(self, typed):
        """Runs the launcher on a separate terminal; returns exit code and visible output."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.execve(self.tree.launcher, [str(self.tree.launcher)], {**self.env, "TERM": "xterm"})
        os.write(terminal, typed)
        seen = b""
        while True:
            try:
                chunk = os.read(terminal, 4096)
            except OSError:  # the other end is closed
                break
            if not chunk:
                break
            seen += chunk
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), seen.decode()
