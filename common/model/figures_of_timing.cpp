// Figures of the texts: times and bounds of whole runs, for the performance model.
#include <vector>

#include "common/model/devices.h"
#include "common/model/figure_formulas.h"
#include "common/model/figures.h"

namespace gemmlab::model {

std::vector<Figure> figures_of_timing() {
  return {
      figure("CSE260", "half a K80: multiply-adds a clock", "13 SMs x 64 lanes of 8 B",
             double(device("k80").multiprocessors) * sm("k80").fp64_lanes, "832", ""),
      figure("CSE260", "GK110: its peak in double", "13 SMs x 64 lanes x 2 x 705.5 MHz",
             13 * sm("k20x").fp64_lanes * 2 * 705.5e6 * 1e-12, "1.17", "TFLOP/s"),
      figure("CSE260", "its bandwidth", "table of GPUs, Tesla K80", bandwidth("k80") / kGiga, "240",
             "GB/s"),
      figure("CSE260", "its peak in double precision", "832 x 2 x 823.5 MHz",
             peak_fp64_flops(k80_half()) * 1e-12, "2.74", "TFLOP/s", Agreement::slips, "1.37",
             "2.74 is the peak of both GPUs, 240 GB/s the bandwidth of one."),
      figure("CSE260", "the width N that it times",
             "cube root of 195 us x 832 x 823.5 MHz, in blocks of 32", lecture_width(), "512", "",
             Agreement::agrees, "", "The lecture gives no size; its 195 us of multiply-adds do."),
      figure("CSE260", "its multiply-adds alone", "N^3 / (832 x 823.5 MHz)",
             lecture_operations() / peak_fp64_flops(k80_half()) / kMicro, "195", "us",
             Agreement::rounded, "", "Down: it is 195.9."),
      figure("pages", "time of N^3 loads of 8 B", "N^3 x 8 B / 240 GB/s",
             ms_to_move(lecture_operations() / 2), "4.5", "ms"),
      figure("pages", "time of 2 N^3 loads", "2 N^3 x 8 B / 240 GB/s",
             ms_to_move(lecture_operations()), "8.9", "ms"),
      figure("CSE260", "time of data motion", "2 N^3 x 8 B / 240 GB/s",
             ms_to_move(lecture_operations()), "89", "ms", Agreement::slips, "8.9",
             "A decimal point has moved."),
      figure("CSE260", "naive kernel at 118 GFLOP/s", "2 N^3 / 118 GFLOP/s",
             lecture_operations() / (118 * kGiga) / kMilli, "227", "ms", Agreement::slips, "2.27",
             "227 ms look like 100 runs."),
      figure("CSE260", "tiled kernel, 104 ms", "2 N^3 / 1.04 ms",
             lecture_operations() / (1.04 * kMilli) / kGiga, "259", "GFLOP/s", Agreement::rounded,
             "", "104 ms are rounded; with 103.6 it is 259. So 100 runs it is."),
      figure("pages", "in double, its memory allows", "240 GB/s / 8 B/FLOP", double_bound() / kGiga,
             "30", "GFLOP/s"),
      figure("CSE260", "measured over that bound", "118 / 30: `why twice as slow`",
             118 * kGiga / double_bound(), "0.5", "times", Agreement::slips, "3.9",
             "118 GFLOP/s lie four times above the bound without caches, not at half of it."),
  };
}

}  // namespace gemmlab::model
