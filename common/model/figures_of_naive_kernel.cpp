// Figures of the texts: the naive kernel, lab 02.
#include <cmath>
#include <vector>

#include "common/model/devices.h"
#include "common/model/figure_formulas.h"
#include "common/model/figures.h"
#include "common/model/kernels.h"
#include "common/model/roofline.h"

namespace gemmlab::model {

std::vector<Figure> figures_of_naive_kernel() {
  return {
      figure("CUDA2", "widest block that is a square", "root of an SM's 1,024 threads a block",
             std::floor(std::sqrt(sm("k40").block_threads)), "32", "threads"),
      figure("Blog-T", "threads of a block of width 33", "33 x 33; 1,024 are allowed",
             naive_kernel(33).threads(), "1,089", "threads"),
      figure("CUDA2", "G80: threads of a block at most", "table of capabilities, 1.0",
             sm("g80").block_threads, "512", "threads"),
      figure("HPC", "naive kernel: bytes an operation", "2 loads of 4 B for 2 FLOP",
             bytes_per_flop(naive_kernel(16)), "4", "B/FLOP"),
      figure("HPC", "naive kernel: 150 GB/s allow", "150 GB/s / 4 B/FLOP",
             allowed(150 * kGiga, naive_kernel(16)), "37.5", "GFLOP/s"),
      figure("CUDA2", "naive kernel: 5,000 GFLOP/s need", "5,000 GFLOP/s x 4 B/FLOP",
             bandwidth_for(5000 * kGiga, bytes_per_flop(naive_kernel(16))) / kGiga, "20,000",
             "GB/s"),
      figure("CUDA2", "K40: its peak", "15 SMs x 192 lanes x 2 x 0.875 GHz",
             peak_flops(device("k40")) / kGiga, "5,000", "GFLOP/s", Agreement::rounded, "",
             "Down: it is 5,040."),
      figure("CUDA2", "naive kernel: a K40 allows", "288 GB/s / 4 B/FLOP",
             allowed(bandwidth("k40"), naive_kernel(16)), "72", "GFLOP/s"),
      figure("CUDA2", "bandwidth of a G80", "table of GPUs, GeForce 8800 GTX",
             bandwidth("g80") / kGiga, "288", "GB/s", Agreement::slips, "86.4",
             "The 288 GB/s are the K40's, from which its 72 GFLOP/s follow."),
      figure("CUDA2", "GT200: its bandwidth", "table of GPUs, GTX 280", bandwidth("gtx280") / kGiga,
             "150", "GB/s", Agreement::rounded, "141.7",
             "The lecture may mean another card of that chip."),
      figure("pages", "naive kernel: sectors a request", "blocks of 16 x 16: 2 of A, 2 of B",
             naive_sectors(128, false), "2.0", "sectors"),
      figure("pages", "the same with x and y swapped", "16 of A, 1 of B", naive_sectors(128, true),
             "8.5", "sectors"),
      figure("pages", "bytes an operation that they move", "4 sectors x 32 B / 64 FLOP of a warp",
             moved_bytes_per_flop(naive_kernel(16)), "2", "B/FLOP"),
      figure("Blog-T", "naive kernel over the CPU", "23,042.4 ms / 432.435 ms", 23042.4 / 432.435,
             "54", "times", Agreement::rounded, "",
             "Up: it is 53.3, and 80 % of the 432 ms are no kernel's time."),
  };
}

}  // namespace gemmlab::model
