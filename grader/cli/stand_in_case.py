"""A machine with a GPU from the tool's view: the stand-in of grader/stand_in."""

import os
import shutil
from pathlib import Path

from cli_case import LABS, ROOT, CliCase, tool

DRIVER = Path(tool()).parents[1] / "stand_in" / "libcuda.so.1"


def solution(lab, behaviour="right"):
    """A lab's solution, which behaves differently on the stand-in."""
    return (ROOT / "solutions" / LABS[lab]).read_text() + f"// stand-in: {behaviour}\n"


class StandInCase(CliCase):
    backend = "auto"

    def setUp(self):
        super().setUp()
        self.toolkit = self.folder / "toolkit"
        (self.toolkit / "bin").mkdir(parents=True)
        (self.toolkit / "bin" / "nvcc").symlink_to(ROOT / "grader" / "stand_in" / "nvcc")
        (self.toolkit / "libcuda.so.1").symlink_to(DRIVER)
        self.machine()
        for name in ("CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER", "CUDA_HOME", "CUDA_PATH"):
            self.env.pop(name, None)
        self.env["LD_LIBRARY_PATH"] = str(self.toolkit)
        self.env["PATH"] = f"{self.toolkit / 'bin'}:{self.env['PATH']}"

    def machine(self, **settings):
        """Properties of the GPU, its driver and the toolkit: grader/stand_in/machine.cpp, nvcc."""
        lines = "".join(f"{key} {value}\n" for key, value in settings.items())
        (self.toolkit / "machine.txt").write_text(lines)

    def remove_driver(self):
        (self.toolkit / "libcuda.so.1").unlink()
        (self.toolkit / "libcuda.so.1").write_text("")  # prevents the search for another one

    def remove_nvcc(self):
        """With only a host compiler on PATH."""
        (self.toolkit / "bin" / "nvcc").unlink()
        for name in ("g++", "as", "ld", "nm", "clang++", "clang++-14"):
            if found := shutil.which(name):
                (self.toolkit / "bin" / name).symlink_to(os.path.realpath(found))
        self.env["PATH"] = str(self.toolkit / "bin")

    def is_used(self):
        """Whether anything has run on the GPU."""
        return (self.toolkit / "uses").exists()

    def grade_text(self, lab, text, *words, want):
        labs, said = self.grade(lab, "--file", self.file(text), *words, want=want)
        return labs[lab], said
