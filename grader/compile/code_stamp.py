"""code_stamp.py OUTPUT INPUT...: a header with one macro that changes with the inputs."""

import hashlib
import pathlib
import sys

output, *inputs = map(pathlib.Path, sys.argv[1:])
stamp = hashlib.sha256(b"".join(path.read_bytes() for path in inputs)).hexdigest()
output.write_text(f'#define GEMMLAB_CODE_STAMP "{stamp}"\n')
