// The list of figures. A line reads: this text states, for this quantity, by this formula, this
// number. Only the text's inputs and results are typed in, and nothing that the model knows: GPUs
// come from the tables, traffic from the kernels' own description, occupancy from the rules.
#include <cmath>

#include "common/model/figures.h"
#include "common/model/kernels.h"
#include "common/model/occupancy.h"
#include "common/model/roofline.h"

namespace gemmlab::model {
namespace {

constexpr double kGiga = 1e9, kKilo = 1e3, kMilli = 1e-3, kMicro = 1e-6, kKiB = 1024;

const Limits& sm(std::string_view id) {
  return device(id).limits;
}

double bandwidth(std::string_view id) {
  return device(id).bandwidth;
}

// What this many bytes per second allow a kernel, in GFLOP/s.
double allowed(double bytes_per_second, const Kernel& kernel) {
  return flops_by_memory(bytes_per_second, bytes_per_flop(kernel)) / kGiga;
}

Occupancy tiled_occupancy(std::string_view id, int tile) {
  const Kernel kernel = tiled_kernel(tile);
  return occupancy(sm(id), {kernel.threads(), shared_bytes(kernel)});
}

// The lectures' arithmetic: shared memory without the part that CUDA reserves per block.
int blocks_by_shared(Limits limits, int bytes) {
  limits.reserved = 0;
  return occupancy(limits, {kWarp, bytes}).by_shared;
}

// A thread has one load of each operand in flight.
double pending_loads(std::string_view id, int tile) {
  return 2.0 * tiled_kernel(tile).threads() * tiled_occupancy(id, tile).blocks;
}

double blocks_of(int tile, int width) {
  const auto [x, y] = grid(tiled_kernel(tile), width, width);
  return double(x * y);
}

double share(int outputs, int registers) {
  const Kernel kernel = multi_output_kernel(32, outputs);
  return 100 * occupancy(sm("h200"), {kernel.threads(), shared_bytes(kernel), registers}).share;
}

// One of a K80's two GPUs in double precision, at the lecture's clock.
constexpr int kDouble = 8;  // bytes
constexpr double kLectureClock = 823.5e6;
constexpr double kLectureWidth = 512;

Device k80_half() {
  Device half = device("k80");
  half.clock_hz = kLectureClock;
  return half;
}

double lecture_operations() {
  return operations(kLectureWidth, kLectureWidth, kLectureWidth);
}

double ms_to_move(double elements) {
  return elements * kDouble / bandwidth("k80") / kMilli;
}

double lecture_cube() {
  return kLectureWidth * kLectureWidth * kLectureWidth;
}

double double_bound() {  // without reuse, in FLOP/s
  return flops_by_memory(bandwidth("k80"), bytes_per_flop_with(1, kDouble));
}

// The naive kernel's part of the post's time, from its run that launched nothing.
double naive_ms() {
  return 432 - 345.8;
}

// Threads of a T x T block that have nothing to load for strips of T elements of A and of B.
double idle_loaders(int tile) {
  int idle = 0;
  for (int y = 0; y < tile; ++y) {
    for (int x = 0; x < tile; ++x) {
      idle += x != 0 && y != 0;
    }
  }
  return idle;
}

// What the pipe allows of the measured peak of an H200, in TFLOP/s.
double pipe_bound(const Kernel& kernel) {
  Device h200 = device("h200");
  h200.clock_hz *= 65.4e12 / peak_flops(h200);
  return bounds(kernel, h200).pipe * 1e-12;
}

}  // namespace

// clang-format off
const std::vector<Figure>& figures() {
  static const std::vector<Figure> all{
    // Lab 02
    {"CUDA2", "widest block that is a square", "root of an SM's 1,024 threads a block", [] { return std::floor(std::sqrt(sm("k40").block_threads)); }, "32", "threads"},
    {"Blog-T", "threads of a block of width 33", "33 x 33; 1,024 are allowed", [] { return double(naive_kernel(33).threads()); }, "1,089", "threads"},
    {"CUDA2", "G80: threads of a block at most", "table of capabilities, 1.0", [] { return double(sm("g80").block_threads); }, "512", "threads"},
    {"HPC", "naive kernel: bytes an operation", "2 loads of 4 B for 2 FLOP", [] { return bytes_per_flop(naive_kernel(16)); }, "4", "B/FLOP"},
    {"HPC", "naive kernel: 150 GB/s allow", "150 GB/s / 4 B/FLOP", [] { return allowed(150 * kGiga, naive_kernel(16)); }, "37.5", "GFLOP/s"},
    {"CUDA2", "naive kernel: 5,000 GFLOP/s need", "5,000 GFLOP/s x 4 B/FLOP", [] { return bandwidth_for(5000 * kGiga, bytes_per_flop(naive_kernel(16))) / kGiga; }, "20,000", "GB/s"},
    {"CUDA2", "K40: its peak", "15 SMs x 192 lanes x 2 x 0.875 GHz", [] { return peak_flops(device("k40")) / kGiga; }, "5,000", "GFLOP/s", Agreement::rounded, "", "Down: it is 5,040."},
    {"CUDA2", "naive kernel: a K40 allows", "288 GB/s / 4 B/FLOP", [] { return allowed(bandwidth("k40"), naive_kernel(16)); }, "72", "GFLOP/s"},
    {"CUDA2", "bandwidth of a G80", "table of GPUs, GeForce 8800 GTX", [] { return bandwidth("g80") / kGiga; }, "288", "GB/s", Agreement::slips, "86.4", "The 288 GB/s are the K40's, from which its 72 GFLOP/s follow."},
    {"pages", "naive kernel: sectors a request", "blocks of 16 x 16: 2 of A, 2 of B", [] { return naive_sectors(128, false); }, "2.0", "sectors"},
    {"pages", "the same with x and y swapped", "16 of A, 1 of B", [] { return naive_sectors(128, true); }, "8.5", "sectors"},
    // Lab 03
    {"Blog-T", "tiles of 16 save loads", "2 W^3 / ((2/16) W^3) at W = 1,024", [] { return double(traffic(naive_kernel(16), 1024, 1024, 1024).a_loads) / double(traffic(tiled_kernel(16), 1024, 1024, 1024).a_loads); }, "16", "times"},
    {"HPC", "tiles of 16: 150 GB/s allow", "150 GB/s / 4 B x 16", [] { return allowed(150 * kGiga, tiled_kernel(16)); }, "600", "GFLOP/s"},
    {"HPC", "tiles of 32: 150 GB/s allow", "150 GB/s / 4 B x 32", [] { return allowed(150 * kGiga, tiled_kernel(32)); }, "1,200", "GFLOP/s"},
    {"CUDA2", "tiles of 16: a G80 allows", "86.4 GB/s / 4 B x 16", [] { return allowed(bandwidth("g80"), tiled_kernel(16)); }, "345.6", "GFLOP/s"},
    {"CUDA2", "G80: its peak", "16 SMs x 8 lanes x 2 x 1.35 GHz", [] { return peak_flops(device("g80")) / kGiga; }, "346.5", "GFLOP/s", Agreement::slips, "345.6", "Two digits have changed places; the tiled kernel's bound is the very same number."},
    {"HPC", "tiles of 16: shared memory", "2 x 16^2 x 4 B", [] { return shared_bytes(tiled_kernel(16)) / kKiB; }, "2", "kB"},
    {"HPC", "tiles of 32: shared memory", "2 x 32^2 x 4 B", [] { return shared_bytes(tiled_kernel(32)) / kKiB; }, "8", "kB"},
    {"HPC", "A100, T = 16: by shared memory", "164 kB / 2 kB", [] { return double(blocks_by_shared(sm("a100"), shared_bytes(tiled_kernel(16)))); }, "82", "blocks", Agreement::agrees, "", "CUDA keeps 1 kB a block for itself, which leaves 54; threads are the limit either way."},
    {"HPC", "A100, T = 16: by threads", "2,048 / 256", [] { return double(tiled_occupancy("a100", 16).by_threads); }, "8", "blocks"},
    {"HPC", "A100, T = 32: by shared memory", "164 kB / 8 kB", [] { return double(blocks_by_shared(sm("a100"), shared_bytes(tiled_kernel(32)))); }, "20", "blocks"},
    {"HPC", "A100, T = 32: by threads", "2,048 / 1,024", [] { return double(tiled_occupancy("a100", 32).by_threads); }, "2", "blocks"},
    {"HPC", "A100, T = 16: loads under way", "8 blocks x 256 threads x 2", [] { return pending_loads("a100", 16); }, "4,096", "loads"},
    {"HPC", "A100, T = 32: loads under way", "2 blocks x 1,024 threads x 2", [] { return pending_loads("a100", 32); }, "4,096", "loads"},
    {"HPC", "A100: a block's shared memory", "164 kB less CUDA's own 1 kB", [] { return sm("a100").block_shared / kKiB; }, "163", "kB"},
    {"HPC", "2 blocks of 1,024: warps of an SM", "2 x 1,024 / 32", [] { return double(tiled_occupancy("a100", 32).warps); }, "64", "warps"},
    {"HPC", "to issue one instruction for all", "64 warps / 4 schedulers", [] { return double(clocks_to_issue(sm("a100"), tiled_occupancy("a100", 32).warps)); }, "16", "clocks"},
    {"CUDA2", "G80: shared memory, 8 blocks", "16 kB / 8", [] { return sm("g80").shared / kKiB / sm("g80").blocks; }, "2", "kB"},
    {"CUDA2", "widest tile that fits in that", "2 T^2 x 4 B = 2 kB", [] { return std::sqrt(double(sm("g80").shared) / sm("g80").blocks / 2 / kFloat); }, "16", ""},
    {"CUDA2", "G80: blocks of 5 kB", "16 kB / 5 kB", [] { return double(occupancy(sm("g80"), {64, 5 * 1024}).by_shared); }, "3", "blocks"},
    {"CUDA2", "Maxwell: the same, 32 blocks", "96 kB / 32", [] { return sm("gtx980").shared / kKiB / sm("gtx980").blocks; }, "3", "kB"},
    {"CUDA2", "T = 16: a 1,024 x 1,024 output", "tiles of 16: 64 x 64", [] { return blocks_of(16, 1024); }, "4,096", "blocks", Agreement::agrees, "", "The lecture writes 4K."},
    {"CUDA2", "T = 16: loads of a block, a phase", "tiles of 16: 2 x 256", [] { return shared_bytes(tiled_kernel(16)) / double(kFloat); }, "512", "loads"},
    {"CUDA2", "and operations for them", "256 threads x 16 x 2", [] { return operations(16, 16, tiled_kernel(16).tile_depth); }, "8,192", "", Agreement::agrees, "", "The lecture writes 8K."},
    {"HPC", "T = 2: an 8 x 8 output", "4 x 4", [] { return blocks_of(2, 8); }, "16", "blocks"},
    {"HPC", "T = 4: the same", "2 x 2", [] { return blocks_of(4, 8); }, "4", "blocks"},
    {"CUDA2", "G80: each of 768 threads has", "8,192 / 768", [] { return double(sm("g80").registers / sm("g80").threads); }, "10", "registers"},
    {"CUDA2", "blocks of 256 threads with 10", "8,192 / 2,560", [] { return double(occupancy(sm("g80"), {256, 0, 10}).blocks); }, "3", "blocks"},
    {"CUDA2", "with 11 registers", "8,192 / 2,816", [] { return double(occupancy(sm("g80"), {256, 0, 11}).blocks); }, "2", "blocks"},
    {"CUDA2", "and warps", "2 x 256 / 32", [] { return double(occupancy(sm("g80"), {256, 0, 11}).warps); }, "16", "warps"},
    {"CUDA2", "Kepler, Maxwell: registers", "table of capabilities, 3.5 and 5.2", [] { return std::min(sm("k40").registers, sm("gtx980").registers) / kKiB; }, "64", "K"},
    {"Blog-T", "time of the naive kernel itself", "432 ms less the 345.8 ms of a run without it", [] { return naive_ms(); }, "87", "ms", Agreement::rounded, "", "Up: it is 86.2 at most."},
    {"Blog-T", "tiled over naive", "86.2 ms / (432 ms / 17)", [] { return naive_ms() / (432.0 / 17); }, "17", "times", Agreement::slips, "3.4", "Most of the naive kernel's 432 ms are also in a run that launched nothing: they are no kernel."},
    {"CSE260", "tiled over naive on a K80", "227 / 104", [] { return 227.0 / 104; }, "2", "times"},
    // Lab 05
    {"CSE260", "Fermi GF100: operations under way", "18 clocks x 32 lanes", [] { return in_flight(18, sm("c2050").lanes); }, "576", ""},
    {"CSE260", "Fermi GF104: operations under way", "18 clocks x 48 lanes", [] { return in_flight(18, sm("gtx460").lanes); }, "864", ""},
    {"pages", "GK110: operations under way", "10 clocks x 192 lanes", [] { return in_flight(10, sm("k40").lanes); }, "1,920", ""},
    {"CSE260", "GT200: operations under way", "24 clocks x 8 lanes", [] { return in_flight(24, sm("gtx280").lanes); }, "192", ""},
    {"CSE260", "and the warps that these are", "192 / 32", [] { return in_flight(24, sm("gtx280").lanes) / kWarp; }, "8", "warps", Agreement::slips, "6", "192 operations are 6 warps of 32."},
    {"CSE260", "clocks to issue a warp on 8 lanes", "32 / 8", [] { return double(kWarp) / sm("gtx280").lanes; }, "4", "clocks"},
    {"CSE260", "bytes that must be under way", "1,100 ns x 150 GB/s", [] { return in_flight(1100e-9, 150 * kGiga) / kKilo; }, "165", "kB"},
    {"CSE260", "the same, rounded", "1,100 ns x 150 GB/s", [] { return in_flight(1100e-9, 150 * kGiga) / kKilo; }, "150", "kB", Agreement::rounded, "", "The lecture rounds 165 to 150."},
    {"pages", "threads of one load for that", "165 kB / 4 B", [] { return in_flight(1100e-9, 150 * kGiga) / kFloat; }, "41,250", "threads"},
    {"CSE260", "the same, rounded so", "165 kB / 4 B", [] { return in_flight(1100e-9, 150 * kGiga) / kFloat; }, "35,000", "threads", Agreement::rounded, "", "From its rounded 150 kB; exactly it would be 41,250."},
    {"CSE260", "operations a GPU starts a clock", "a GTX 480: 15 SMs x 32 lanes", [] { return double(device("gtx480").multiprocessors) * sm("gtx480").lanes; }, "480", ""},
    {"CSE260", "words its memory moves a clock", "177.4 GB/s / 4 B / 1.401 GHz", [] { return bandwidth("gtx480") / kFloat / device("gtx480").clock_hz; }, "32", "words"},
    {"pages", "so operations for each word", "480 / 32", [] { return kFloat * balance(peak_flops(device("gtx480")) / 2, bandwidth("gtx480")); }, "15", ""},
    {"pages", "1 output: shared loads an FMA", "1 + 1/1", [] { return shared_loads_per_fma(multi_output_kernel(32, 1)); }, "2", "loads"},
    {"pages", "2 outputs: the same", "1 + 1/2", [] { return shared_loads_per_fma(multi_output_kernel(32, 2)); }, "1.5", "loads"},
    {"pages", "4 outputs: the same", "1 + 1/4", [] { return shared_loads_per_fma(multi_output_kernel(32, 4)); }, "1.25", "loads"},
    {"pages", "8 outputs: the same", "1 + 1/8", [] { return shared_loads_per_fma(multi_output_kernel(32, 8)); }, "1.125", "loads"},
    {"pages", "1 output, 32 registers: occupancy", "2 blocks of 1,024 threads", [] { return share(1, 32); }, "100", "%"},
    {"pages", "2 outputs, 32 registers", "4 blocks of 512", [] { return share(2, 32); }, "100", "%"},
    {"pages", "4 outputs, 37 registers", "6 blocks of 256, by registers", [] { return share(4, 37); }, "75", "%"},
    {"pages", "8 outputs, 50 registers", "9 blocks of 128, by registers", [] { return share(8, 50); }, "56", "%"},
    {"pages", "naive kernel: an H200's pipe", "65.4 TFLOP/s / 4 / 2 wavefronts", [] { return pipe_bound(naive_kernel(16)); }, "8", "TFLOP/s"},
    {"pages", "tiled kernel: the same", "65.4 / 4 / 1.5 wavefronts", [] { return pipe_bound(tiled_kernel(32)); }, "11", "TFLOP/s"},
    {"pages", "8 outputs: the same pipe", "65.4 / 4 / (5/8) wavefronts", [] { return pipe_bound(multi_output_kernel(32, 8)); }, "26", "TFLOP/s"},
    // Lab 06
    {"CSE260", "Volkov and Demmel: sums a thread", "64 x 16 / 64 threads", [] { const Kernel kernel = one_operand_kernel(16, 16); return double(kernel.tile_rows) * kernel.tile_cols / kernel.threads(); }, "16", "sums"},
    {"MMUL", "joint kernel: rows of a B strip", "64 threads / 16 columns", [] { const Kernel kernel = one_operand_kernel(16, 4); return double(kernel.threads()) / kernel.tile_cols; }, "4", "rows"},
    {"pages", "joint kernel: sectors a request", "(4 x 32 of A + 4 of B) / 5", [] { return joint_sectors(128); }, "26.4", "sectors"},
    {"MMUL", "strips, T = 16: idle loaders", "T^2 - (2T - 1), counted", [] { return idle_loaders(16); }, "225", "threads"},
    {"MMUL", "12 x 12, tiles of 3: tiles of C", "4 x 4", [] { return blocks_of(3, 12); }, "16", "tiles"},
    {"MMUL", "and loads of each element of A", "12 / 3", [] { return double(traffic(tiled_kernel(3), 12, 12, 12).a_loads) / (12 * 12); }, "4", "times"},
    {"MMUL", "2 x 2 by 2 x 4: elements loaded", "4 + 8", [] { return shared_bytes(register_tile_kernel(2, 4, 2, 1, 1)) / double(kFloat); }, "12", ""},
    {"MMUL", "and multiply-adds for them", "2 x 4 x 2", [] { return operations(2, 4, 2) / 2; }, "16", ""},
    {"pages", "8 x 8 outputs: loads an FMA", "(8 + 8) / 64", [] { return shared_loads_per_fma(register_tile_kernel(128, 128, 16, 8, 8)); }, "0.25", "loads"},
    {"pages", "16 x 8 outputs: the same", "(16 + 8) / 128", [] { return shared_loads_per_fma(register_tile_kernel(128, 128, 16, 16, 8)); }, "0.19", "loads"},
    {"pages", "tiles of 128: bytes an operation", "2 x (1/128 + 1/128)", [] { return bytes_per_flop(register_tile_kernel(128, 128, 16, 8, 8)); }, "0.03125", "B/FLOP"},
    {"pages", "8 x 8, 124 registers: occupancy", "2 blocks, by registers", [] { const Kernel kernel = register_tile_kernel(128, 128, 16, 8, 8); return 100 * occupancy(sm("h200"), {kernel.threads(), shared_bytes(kernel), 124}).share; }, "25", "%"},
    // The performance model
    {"CSE260", "half a K80: multiply-adds a clock", "13 SMs x 64 lanes of 8 B", [] { return double(device("k80").multiprocessors) * sm("k80").fp64_lanes; }, "832", ""},
    {"CSE260", "its bandwidth", "table of GPUs, Tesla K80", [] { return bandwidth("k80") / kGiga; }, "240", "GB/s"},
    {"CSE260", "its peak in double precision", "832 x 2 x 823.5 MHz", [] { return peak_fp64_flops(k80_half()) * 1e-12; }, "2.74", "TFLOP/s", Agreement::slips, "1.37", "2.74 is the peak of both GPUs, 240 GB/s the bandwidth of one."},
    {"CSE260", "the width N that it times", "cube root of 195 us x 832 x 823.5 MHz, in blocks of 32", [] { return std::round(std::cbrt(195 * kMicro * peak_fp64_flops(k80_half()) / 2) / 32) * 32; }, "512", "", Agreement::agrees, "", "The lecture gives no size; its 195 us of multiply-adds do."},
    {"CSE260", "its multiply-adds alone", "512^3 / (832 x 823.5 MHz)", [] { return lecture_operations() / peak_fp64_flops(k80_half()) / kMicro; }, "195", "us", Agreement::rounded, "", "Down: it is 195.9."},
    {"pages", "time of N^3 loads of 8 B", "512^3 x 8 B / 240 GB/s", [] { return ms_to_move(lecture_cube()); }, "4.5", "ms"},
    {"pages", "time of 2 N^3 loads", "2 x 512^3 x 8 B / 240 GB/s", [] { return ms_to_move(2 * lecture_cube()); }, "8.9", "ms"},
    {"CSE260", "time of data motion", "2 x 512^3 x 8 B / 240 GB/s", [] { return ms_to_move(2 * lecture_cube()); }, "89", "ms", Agreement::slips, "8.9", "A decimal point has moved."},
    {"CSE260", "naive kernel at 118 GFLOP/s", "2 x 512^3 / 118 GFLOP/s", [] { return lecture_operations() / (118 * kGiga) / kMilli; }, "227", "ms", Agreement::slips, "2.27", "227 ms look like 100 runs."},
    {"CSE260", "tiled kernel, 104 ms", "2 x 512^3 / 1.04 ms", [] { return lecture_operations() / (1.04 * kMilli) / kGiga; }, "259", "GFLOP/s", Agreement::rounded, "", "104 ms are rounded; with 103.6 it is 259. So 100 runs it is."},
    {"pages", "in double, its memory allows", "240 GB/s / 8 B/FLOP", [] { return double_bound() / kGiga; }, "30", "GFLOP/s"},
    {"CSE260", "measured over that bound", "118 / 30: `why twice as slow`", [] { return 118 * kGiga / double_bound(); }, "0.5", "times", Agreement::slips, "3.9", "118 GFLOP/s lie four times above the bound without caches, not at half of it."},
  };
  return all;
}
// clang-format on

}  // namespace gemmlab::model
