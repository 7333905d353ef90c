// Figures of the texts: several outputs a thread, lab 05.
#include <vector>

#include "common/model/devices.h"
#include "common/model/figure_formulas.h"
#include "common/model/figures.h"
#include "common/model/kernels.h"
#include "common/model/roofline.h"

namespace gemmlab::model {

std::vector<Figure> figures_of_several_outputs() {
  return {
      figure("CSE260", "Fermi GF100: operations under way", "18 clocks x 32 lanes",
             in_flight(18, sm("c2050").lanes), "576", ""),
      figure("CSE260", "Fermi GF104: operations under way", "18 clocks x 48 lanes",
             in_flight(18, sm("gtx460").lanes), "864", ""),
      figure("pages", "GK110: operations under way", "10 clocks x 192 lanes",
             in_flight(10, sm("k40").lanes), "1,920", ""),
      figure("CSE260", "GT200: operations under way", "24 clocks x 8 lanes",
             in_flight(24, sm("gtx280").lanes), "192", ""),
      figure("CSE260", "and the warps that these are", "192 / 32",
             in_flight(24, sm("gtx280").lanes) / kWarp, "8", "warps", Agreement::slips, "6",
             "192 operations are 6 warps of 32."),
      figure("CSE260", "of the warps that a GT200 holds", "8 / 32",
             100.0 * 8 / sm("gtx280").warps(), "25", "%"),
      figure("pages", "of them, 6 warps", "6 / 32", 100.0 * 6 / sm("gtx280").warps(), "18.75", "%"),
      figure("CSE260", "clocks to issue a warp on 8 lanes", "32 / 8",
             double(kWarp) / sm("gtx280").lanes, "4", "clocks"),
      figure("CSE260", "bytes that must be under way", "1,100 ns x 150 GB/s",
             in_flight(1100e-9, 150 * kGiga) / kKilo, "165", "kB"),
      figure("CSE260", "the same, rounded", "1,100 ns x 150 GB/s",
             in_flight(1100e-9, 150 * kGiga) / kKilo, "150", "kB", Agreement::rounded, "165",
             "The lecture rounds 165 to 150."),
      figure("pages", "threads of one load for that", "165 kB / 4 B",
             in_flight(1100e-9, 150 * kGiga) / kFloat, "41,250", "threads"),
      figure("CSE260", "the same, rounded so", "165 kB / 4 B",
             in_flight(1100e-9, 150 * kGiga) / kFloat, "35,000", "threads", Agreement::rounded,
             "41,250", "From its 150 kB, which would be 37,500."),
      figure("CSE260", "operations a GPU starts a clock", "a GTX 480: 15 SMs x 32 lanes",
             double(device("gtx480").multiprocessors) * sm("gtx480").lanes, "480", ""),
      figure("CSE260", "words its memory moves a clock", "177.4 GB/s / 4 B / 1.401 GHz",
             bandwidth("gtx480") / kFloat / device("gtx480").clock_hz, "32", "words"),
      figure("pages", "so operations for each word", "480 / 32",
             kFloat * balance(peak_flops(device("gtx480")) / 2, bandwidth("gtx480")), "15", ""),
      figure("pages", "source: 2 outputs over 1", "341 / 137", 341.0 / 137, "2.49", "times"),
      figure("pages", "source: 4 over 2", "427 / 341", 427.0 / 341, "1.25", "times"),
      figure("pages", "source: 8 over 4", "485 / 427", 485.0 / 427, "1.14", "times"),
      figure("pages", "1 output: shared loads an FMA", "1 + 1/1",
             shared_loads_per_fma(multi_output_kernel(32, 1)), "2", "loads"),
      figure("pages", "2 outputs: the same", "1 + 1/2",
             shared_loads_per_fma(multi_output_kernel(32, 2)), "1.5", "loads"),
      figure("pages", "4 outputs: the same", "1 + 1/4",
             shared_loads_per_fma(multi_output_kernel(32, 4)), "1.25", "loads"),
      figure("pages", "8 outputs: the same", "1 + 1/8",
             shared_loads_per_fma(multi_output_kernel(32, 8)), "1.125", "loads"),
      figure("pages", "1 output, 32 registers: occupancy", "2 blocks of 1,024 threads",
             share(multi_output_kernel(32, 1), 32), "100", "%"),
      figure("pages", "2 outputs, 32 registers", "4 blocks of 512",
             share(multi_output_kernel(32, 2), 32), "100", "%"),
      figure("pages", "4 outputs, 37 registers", "6 blocks of 256, by registers",
             share(multi_output_kernel(32, 4), 37), "75", "%"),
      figure("pages", "8 outputs, 50 registers", "9 blocks of 128, by registers",
             share(multi_output_kernel(32, 8), 50), "56", "%"),
      figure("pages", "naive kernel: an H200's pipe", "65.4 TFLOP/s / 4 / 2 wavefronts",
             pipe_bound(naive_kernel(16)), "8.2", "TFLOP/s"),
      figure("pages", "tiled kernel: the same", "65.4 / 4 / 1.5 wavefronts",
             pipe_bound(tiled_kernel(32)), "11", "TFLOP/s"),
      figure("pages", "8 outputs: the same pipe", "65.4 / 4 / (5/8) wavefronts",
             pipe_bound(multi_output_kernel(32, 8)), "26", "TFLOP/s"),
  };
}

}  // namespace gemmlab::model
