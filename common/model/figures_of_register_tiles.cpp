// Figures of the texts: tiles in registers, lab 06.
#include <vector>

#include "common/model/devices.h"
#include "common/model/figure_formulas.h"
#include "common/model/figures.h"
#include "common/model/kernels.h"
#include "common/model/roofline.h"

namespace gemmlab::model {

std::vector<Figure> figures_of_register_tiles() {
  return {
      figure("CSE260", "Volkov and Demmel: sums a thread", "64 x 16 / 64 threads",
             64.0 * 16 / one_operand_kernel(16, 16).threads(), "16", "sums"),
      figure("MMUL", "joint kernel: rows of a B strip", "64 threads / 16 columns",
             one_operand_kernel(16, 4).threads() / 16.0, "4", "rows"),
      figure("pages", "joint kernel: sectors a request", "(4 x 32 of A + 4 of B) / 5",
             joint_sectors(128), "26.4", "sectors"),
      figure("MMUL", "strips, T = 16: idle loaders", "T^2 - (2T - 1), counted", idle_loaders(16),
             "225", "threads"),
      figure("MMUL", "12 x 12, tiles of 3: tiles of C", "4 x 4", blocks_of(3, 12), "16", "tiles"),
      figure("MMUL", "and loads of each element of A", "12 / 3",
             double(traffic(tiled_kernel(3), 12, 12, 12).a_loads) / (12 * 12), "4", "times"),
      figure("MMUL", "2 x 2 by 2 x 4: elements loaded", "4 + 8",
             shared_bytes(register_tile_kernel(2, 4, 2, 1, 1)) / double(kFloat), "12", ""),
      figure("MMUL", "and multiply-adds for them", "2 x 4 x 2", operations(2, 4, 2) / 2, "16", ""),
      figure("pages", "8 x 8 outputs: loads an FMA", "(8 + 8) / 64",
             shared_loads_per_fma(register_tile_kernel(128, 128, 16, 8, 8)), "0.25", "loads"),
      figure("pages", "16 x 8 outputs: the same", "(16 + 8) / 128",
             shared_loads_per_fma(register_tile_kernel(128, 128, 16, 16, 8)), "0.19", "loads"),
      figure("pages", "tiles of 128: bytes an operation", "2 x (1/128 + 1/128)",
             bytes_per_flop(register_tile_kernel(128, 128, 16, 8, 8)), "0.03125", "B/FLOP"),
      figure("pages", "8 x 8, 124 registers: occupancy", "2 blocks, by registers",
             share(register_tile_kernel(128, 128, 16, 8, 8), 124), "25", "%"),
      figure("MMUL", "H100: its bandwidth", "table of GPUs, H100 SXM",
             bandwidth("h100") / kGiga / kKilo, "3", "TB/s", Agreement::rounded, "3.35",
             "Down; the PCIe card has 2."),
      figure("MMUL", "H100: its peak", "132 SMs x 128 lanes x 2 x 1.98 GHz",
             peak_flops(device("h100")) * 1e-12, "120", "TFLOP/s", Agreement::slips, "66.9",
             "fp32 reaches 67 and the tensor cores some 990; 120 is neither."),
      figure("MMUL", "H100: shared memory of an SM", "table of capabilities, 9.0",
             sm("h100").shared / kKiB, "228", "KB"),
      figure("MMUL", "H100: registers of all SMs", "132 x 65,536 x 4 B",
             double(device("h100").multiprocessors) * sm("h100").registers * kFloat / kKiB / kKiB,
             "33", "MB"),
  };
}

}  // namespace gemmlab::model
