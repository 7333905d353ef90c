// Figures of the texts: the tiled kernel, lab 03.
#include <algorithm>
#include <cmath>
#include <vector>

#include "common/model/devices.h"
#include "common/model/figure_formulas.h"
#include "common/model/figures.h"
#include "common/model/kernels.h"
#include "common/model/occupancy.h"
#include "common/model/roofline.h"

namespace gemmlab::model {

std::vector<Figure> figures_of_tiled_kernel() {
  return {
      figure("Blog-T", "tiles of 16 save loads", "2 W^3 / ((2/16) W^3) at W = 1,024",
             double(traffic(naive_kernel(16), 1024, 1024, 1024).a_loads) /
                 double(traffic(tiled_kernel(16), 1024, 1024, 1024).a_loads),
             "16", "times"),
      figure("HPC", "tiles of 16: 150 GB/s allow", "150 GB/s / 4 B x 16",
             allowed(150 * kGiga, tiled_kernel(16)), "600", "GFLOP/s"),
      figure("HPC", "tiles of 32: 150 GB/s allow", "150 GB/s / 4 B x 32",
             allowed(150 * kGiga, tiled_kernel(32)), "1,200", "GFLOP/s"),
      figure("CUDA2", "tiles of 16: a G80 allows", "86.4 GB/s / 4 B x 16",
             allowed(bandwidth("g80"), tiled_kernel(16)), "345.6", "GFLOP/s"),
      figure("CUDA2", "G80: its peak", "16 SMs x 8 lanes x 2 x 1.35 GHz",
             peak_flops(device("g80")) / kGiga, "346.5", "GFLOP/s", Agreement::slips, "345.6",
             "Two digits have changed places; the tiled kernel's bound is the very same number."),
      figure("HPC", "tiles of 16: shared memory", "2 x 16^2 x 4 B",
             shared_bytes(tiled_kernel(16)) / kKiB, "2", "kB"),
      figure("HPC", "tiles of 32: shared memory", "2 x 32^2 x 4 B",
             shared_bytes(tiled_kernel(32)) / kKiB, "8", "kB"),
      figure(
          "HPC", "A100, T = 16: by shared memory", "164 kB / 2 kB",
          blocks_by_shared(sm("a100"), shared_bytes(tiled_kernel(16))), "82", "blocks",
          Agreement::agrees, "",
          "CUDA keeps 1 kB a block for itself, which leaves 54; threads are the limit either way."),
      figure("HPC", "A100, T = 16: by threads", "2,048 / 256",
             tiled_occupancy("a100", 16).by_threads, "8", "blocks"),
      figure("HPC", "A100, T = 32: by shared memory", "164 kB / 8 kB",
             blocks_by_shared(sm("a100"), shared_bytes(tiled_kernel(32))), "20", "blocks"),
      figure("HPC", "A100, T = 32: by threads", "2,048 / 1,024",
             tiled_occupancy("a100", 32).by_threads, "2", "blocks"),
      figure("HPC", "A100, T = 16: loads under way", "8 blocks x 256 threads x 2",
             pending_loads("a100", 16), "4,096", "loads"),
      figure("HPC", "A100, T = 32: loads under way", "2 blocks x 1,024 threads x 2",
             pending_loads("a100", 32), "4,096", "loads"),
      figure("HPC", "A100: a block's shared memory", "164 kB less CUDA's own 1 kB",
             sm("a100").block_shared / kKiB, "163", "kB"),
      figure("HPC", "2 blocks of 1,024: warps of an SM", "2 x 1,024 / 32",
             tiled_occupancy("a100", 32).warps, "64", "warps"),
      figure("HPC", "to issue one instruction for all", "64 warps / 4 schedulers",
             clocks_to_issue(sm("a100"), tiled_occupancy("a100", 32).warps), "16", "clocks"),
      figure("CUDA2", "G80: shared memory, 8 blocks", "16 kB / 8",
             sm("g80").shared / kKiB / sm("g80").blocks, "2", "kB"),
      figure("CUDA2", "widest tile that fits in that", "2 T^2 x 4 B = 2 kB",
             std::sqrt(double(sm("g80").shared) / sm("g80").blocks / 2 / kFloat), "16", ""),
      figure("CUDA2", "G80: blocks of 5 kB", "16 kB / 5 kB",
             occupancy(sm("g80"), {64, 5 * 1024}).by_shared, "3", "blocks"),
      figure("CUDA2", "Maxwell: the same, 32 blocks", "96 kB / 32",
             sm("gtx980").shared / kKiB / sm("gtx980").blocks, "3", "kB"),
      figure("CUDA2", "T = 16: a 1,024 x 1,024 output", "tiles of 16: 64 x 64", blocks_of(16, 1024),
             "4,096", "blocks", Agreement::agrees, "", "The lecture writes 4K."),
      figure("CUDA2", "T = 16: loads of a block, a phase", "tiles of 16: 2 x 256",
             shared_bytes(tiled_kernel(16)) / double(kFloat), "512", "loads"),
      figure("CUDA2", "and operations for them", "256 threads x 16 x 2",
             operations(16, 16, tiled_kernel(16).tile_depth), "8,192", "", Agreement::agrees, "",
             "The lecture writes 8K."),
      figure("HPC", "T = 2: an 8 x 8 output", "4 x 4", blocks_of(2, 8), "16", "blocks"),
      figure("HPC", "T = 4: the same", "2 x 2", blocks_of(4, 8), "4", "blocks"),
      figure("CUDA2", "G80: each of 768 threads has", "8,192 / 768",
             sm("g80").registers / sm("g80").threads, "10", "registers"),
      figure("CUDA2", "blocks of 256 threads with 10", "8,192 / 2,560",
             occupancy(sm("g80"), {256, 0, 10}).blocks, "3", "blocks"),
      figure("CUDA2", "with 11 registers", "8,192 / 2,816",
             occupancy(sm("g80"), {256, 0, 11}).blocks, "2", "blocks"),
      figure("CUDA2", "and warps", "2 x 256 / 32", occupancy(sm("g80"), {256, 0, 11}).warps, "16",
             "warps"),
      figure("CUDA2", "Kepler, Maxwell: registers", "table of capabilities, 3.5 and 5.2",
             std::min(sm("k40").registers, sm("gtx980").registers) / kKiB, "64", "K"),
      figure("Blog-T", "naive run, less a run of nothing", "432.435 ms - 345.838 ms",
             432.435 - 345.838, "87", "ms"),
      figure("Blog-T", "the same, as a kernel's time", "at least: 2 x 2,000^3 / a V100's bound",
             ms_on_v100(naive_kernel(16)), "87", "ms", Agreement::slips, "4.1",
             "The log times cudaMalloc and copies too, so neither of its times is a kernel's, and "
             "their ratio says nothing of kernels."),
      figure("pages", "of its 432 ms, without a kernel", "345.838 / 432.435",
             100 * 345.838 / 432.435, "80", "%"),
      figure("CSE260", "tiled over naive on a K80", "227 / 104", 227.0 / 104, "2", "times",
             Agreement::rounded, "2.2", "Down: it is 2.18."),
      figure("CSE260", "30 registers: a block of 1,024", "1,024 x 30",
             tiled_kernel(32).threads() * 30 / kKiB, "30", "K"),
      figure("pages", "the same as the GPU allocates", "32 warps x 4 units of 256",
             65536 / kKiB / occupancy(sm("k40"), {1024, 0, 30}).by_registers, "32", "K"),
      figure("pages", "K80: blocks of it by registers", "128 K / 32 K",
             occupancy(sm("k80"), {1024, 0, 30}).by_registers, "4", "blocks"),
      figure("pages", "K80: blocks of it by threads", "2,048 / 1,024",
             occupancy(sm("k80"), {1024, 0, 30}).blocks, "2", "blocks"),
  };
}

}  // namespace gemmlab::model
