"""Numbers that are kept elsewhere: the model's GPUs, constants of the solutions, tables of pages."""

import re
import sys

from drawing import ROOT

sys.path.append(str(ROOT / "common/facts"))
from text_table import read_table  # noqa: E402


def rows_of(file):
    return read_table((ROOT / file).read_text(), file)


def number_in(word):
    try:
        return int(word)
    except ValueError:
        return float(word)


def devices():
    """The GPUs of the model, each with what its SMs can do."""
    capabilities = {row["capability"]: {key: number_in(word) for key, word in row.items()}
                    for row in rows_of("common/model/capabilities.table")}
    for row in rows_of("common/model/gpus.table"):
        yield {"id": row["id"], "name": row["name"],
               "capability": row["capability"], "sm": capabilities[row["capability"]],
               **{key: number_in(row[key]) for key in ("sms", "boost_mhz", "gb_s", "l2_kib")}}


def device(name):
    return next(each for each in devices() if each["id"] == name)


def peak_flops(gpu):
    return gpu["sms"] * gpu["sm"]["lanes"] * 2 * gpu["boost_mhz"] * 1e6


def constant(file, name):
    """constexpr int NAME = 32; in a kernel."""
    found = re.search(rf"constexpr int {name} = (\d+);", (ROOT / file).read_text())
    return int(found[1])


def page_rows(page, first_head):
    """The cells of a page's Markdown table whose first head is this, by their first cell."""
    lines = (ROOT / page).read_text().splitlines()
    begin = next(i for i, line in enumerate(lines)
                 if re.match(rf"\|\s*{re.escape(first_head)}\s*\|", line))
    rows = {}
    for line in lines[begin + 2:]:
        if not line.startswith("|"):
            break
        cells = [cell.strip().strip("*").strip() for cell in line.strip().strip("|").split("|")]
        rows[cells[0]] = cells[1:]
    return rows


def kernel_file(lab):
    """The solution; in a hand-out, which has none, the skeleton: it has the same tiles."""
    solution = f"solutions/{lab}/kernel.cu"
    return solution if (ROOT / solution).exists() else f"labs/{lab}/kernel.cu"


def kernels():
    """How the labs' kernels divide C; `merged`: the compiler reads four neighbours of A at once."""
    def of(lab, name, block, thread=(1, 1), is_tiled=True, merged=True):
        file = kernel_file(lab)
        tile_rows, tile_columns = (constant(file, each) for each in block)
        rows, columns = (constant(file, each) if isinstance(each, str) else each for each in thread)
        return {"name": f"lab {lab[:2]}: {name}", "tileRows": tile_rows, "tileColumns": tile_columns,
                "rows": rows, "columns": columns, "isTiled": is_tiled, "merged": merged}
    return [of("02_naive_kernel", "naive", ("kBlock",) * 2, is_tiled=False, merged=False),
            of("03_tiled_kernel", "tiled", ("kTile",) * 2),
            of("05_multi_output_threads", "several outputs", ("kTile",) * 2, ("kOutputs", 1)),
            of("06_register_tiling", "register tile", ("kTileRows", "kTileCols"),
               ("kThreadRows", "kThreadCols"), merged=False)]
