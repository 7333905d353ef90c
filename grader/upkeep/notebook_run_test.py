#!/usr/bin/env python3
"""notebook_run_test.py ROOT BUILD: the notebook runs from top to bottom on a machine without a GPU, and shows
what its text says.

Cells with the tag "colab" need Colab itself and are left out. Exit code 77: the packages that run a
notebook cannot be installed.
"""

import os
import sys
import tempfile
from pathlib import Path

ROOT, BUILD = (Path(word).resolve() for word in sys.argv[1:3])
sys.path.insert(0, str(ROOT / "docs/site"))
sys.dont_write_bytecode = True
import packages  # noqa: E402

# What must stand in a cell's output.
SHOWN = {
    "device": ["01 cpu_loop", "simulator"],
    "write": ["Writing first.cu"],
    "judge": ["OUT OF BOUNDS", "first.cu:5"],
    "frame": ["iframe", "OUT OF BOUNDS"],
    "grade01": ["NOT STARTED"],
    "hint": ["step 1.1"],
    "model": ["T4"],
    "grade02": ["NOT STARTED"],
    "coalescing": ["sectors"],
    "bench": ["01 cpu_loop"],
}


def enter_environment():
    """Goes on in an interpreter that has the packages."""
    try:
        import nbclient  # noqa: F401
    except ImportError:
        try:
            python = packages.ensure(BUILD / "docs/notebook", Path(__file__).with_name("notebook_requirements.txt"),
                                     "what runs a notebook")
        except packages.Missing as missing:
            print(missing)
            sys.exit(77)
        os.execv(python, [str(python), *sys.argv])


def text_of(cell):
    parts = []
    for output in cell.outputs:
        parts.append(output.get("text", ""))
        parts += [str(data) for data in output.get("data", {}).values()]
    return "".join(parts)


def main():
    enter_environment()
    import nbclient
    import nbformat
    notebook = nbformat.read(ROOT / "docs/colab.ipynb", as_version=4)
    notebook.cells = [cell for cell in notebook.cells if "colab" not in cell.metadata.get("tags", [])]
    os.environ.pop("PYTHONPATH", None)
    with tempfile.TemporaryDirectory() as folder:
        tool = Path(folder, "gemmlab")
        tool.write_text(f'#!/bin/sh\nexec "{BUILD}/grader/cli/gemmlab-cli" "$@"\n')
        tool.chmod(0o755)
        os.environ["GEMMLAB_STATE"] = str(Path(folder, "state"))
        nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": folder}}).execute()
    failed = 0
    cells = {cell.id: text_of(cell) for cell in notebook.cells if cell.cell_type == "code"}
    assert cells.keys() == SHOWN.keys(), f"cells {sorted(cells)}, expected {sorted(SHOWN)}"
    for name, words in SHOWN.items():
        missing = [word for word in words if word not in cells[name]]
        failed += bool(missing)
        print(f"{name}: {'shows all' if not missing else f'lacks {missing} in:'}")
        if missing:
            print(cells[name])
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
