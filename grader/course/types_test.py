"""types_test.py CACHE: what the package says of its types is true, as mypy sees it.

CACHE: a folder for what mypy keeps. Exit code 77: there is no mypy.
"""

import shutil
import subprocess
import sys
from pathlib import Path

SKIPPED = 77
PACKAGE = Path(__file__).resolve().parent


def main() -> int:
    mypy = shutil.which("mypy")
    if mypy is None:
        print("mypy is not installed: apt-get install mypy")
        return SKIPPED
    config = PACKAGE / "mypy.ini"
    command = [mypy, "--config-file", str(config), "--cache-dir", sys.argv[1], PACKAGE.name]
    return subprocess.run(command, cwd=PACKAGE.parent, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
