"""spec_if_any.py SPEC OUTPUT: OUTPUT includes SPEC, or nothing if it does not exist."""

import sys
from pathlib import Path

spec, output = map(Path, sys.argv[1:])
text = f'#include "{spec}"\n' if spec.is_file() else ""
if not output.is_file() or output.read_text() != text:
    output.write_text(text)
