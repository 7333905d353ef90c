"""Compiles each header of common/ and grader/ by itself: it must include what it uses.

Usage: headers_alone_test.py ROOT BUILD     BUILD has the generated headers

The stand-ins for CUDA's headers come after cuda_runtime.h, as in lab files; those for clang's own
pass are compiled by clang, and left out where it is missing.
"""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SHIM = Path("common/simt/shim")
CLANG_SHIM = SHIM / "clang"
BUILD = sys.argv[2]


def command_for(header, clang):
    of_clang = CLANG_SHIM in header.parents
    command = [clang if of_clang else "g++", "-std=c++20", "-fsyntax-only"]
    command += ["-I.", "-I" + BUILD, "-Icommon/include"]
    if of_clang:
        command += ["-nocudainc", "-nocudalib", "--cuda-host-only", "-Wno-unknown-cuda-version"]
    command += ["-isystem", str(SHIM)]
    if SHIM in header.parents:
        command += ["-D__CUDACC__", "-include", "cuda_runtime.h"]
    # Included, because #pragma once is for included files.
    return [*command, "-include", str(header), "-x", "cuda" if of_clang else "c++", "/dev/null"]


def main():
    os.chdir(sys.argv[1])
    clang = next(filter(None, map(shutil.which, ["clang++", "clang++-14"])), None)
    headers = sorted(file for room in ("common", "grader") for file in Path(room).rglob("*.h"))
    headers = [file for file in headers if clang or CLANG_SHIM not in file.parents]
    if not headers:
        sys.exit("there is no header here")

    def error_of(header):
        run = subprocess.run(command_for(header, clang), capture_output=True, text=True, check=False)
        return f"{header} does not compile by itself:\n{run.stderr}" if run.returncode else ""

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        errors = [error for error in pool.map(error_of, headers) if error]
    print(*errors, f"{len(headers) - len(errors)} of {len(headers)} headers compile", sep="\n")
    sys.exit(bool(errors))


if __name__ == "__main__":
    main()
