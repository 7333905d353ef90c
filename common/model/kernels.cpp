#include "common/model/kernels.h"

#include <algorithm>
#include <set>

namespace gemmlab::model {
namespace {

// Neighbours along k in a row of a shared tile. The compiler reads four at a time: one instruction
// of 16 bytes per lane, two wavefronts if all lanes read the same.
constexpr Operand kMergedRows{From::shared, {0.5, 0.25}};
// 32 rows at a time from global memory: one sector and one wavefront per lane.
constexpr Operand kScattered{From::global, {32, 1}, kWarp};
constexpr Operand kFromShared{From::shared, kScalarRead};
// Quads: one instruction for four elements. Eight lanes share a wavefront, or all lanes two if half
// of them read the same.
constexpr Operand kQuads{From::shared, {1, 0.25}};
constexpr Operand kTwoQuads{From::shared, {0.5, 0.25}};

double outputs(const Kernel& kernel) {
  return double(kernel.thread_rows) * kernel.thread_cols;
}

// One load of an element of A serves this many columns of C, one of B this many rows: for a block
// with a tile, else for each thread.
int sharing_a(const Kernel& kernel) {
  return kernel.a.from == From::shared ? kernel.tile_cols : kernel.thread_cols;
}
int sharing_b(const Kernel& kernel) {
  return kernel.b.from == From::shared ? kernel.tile_rows : kernel.thread_rows;
}

// For a warp's reads of both operands, per multiply-add.
double per_fma(const Kernel& kernel, double Read::*cost) {
  return (kernel.thread_rows * kernel.a.read.*cost + kernel.thread_cols * kernel.b.read.*cost) /
         (outputs(kernel) * kernel.fragment);
}

Kernel of_lab(std::string_view lab, Kernel kernel) {
  kernel.lab = lab;
  return kernel;
}

// Through a tile, every byte that is moved is used; directly, whole sectors are.
double moved_bytes_per_flop(const Operand& operand, int sharing, double reads_per_fma) {
  return operand.from == From::shared ? kFloat / 2.0 / sharing
                                      : operand.sectors * kSector * reads_per_fma / kFlopsOfWarp;
}

}  // namespace

Kernel naive_kernel(int width) {
  const int lanes_in_row = std::min(width, kWarp);
  const Operand a{From::global, kScalarRead, double(divided_up(kWarp, lanes_in_row))};
  const Operand b{From::global, kScalarRead, double(divided_up(lanes_in_row * kFloat, kSector))};
  return {"", width, width, width, width, 0, 1, 1, a, b};
}

Kernel tiled_kernel(int tile) {
  return {"", tile, tile, tile, tile, tile, 1, 1, kMergedRows, kFromShared};
}

Kernel multi_output_kernel(int tile, int outputs) {
  return {"", tile, tile / outputs, tile, tile, tile, outputs, 1, kMergedRows, kFromShared};
}

Kernel register_tile_kernel(int tile_rows, int tile_cols, int tile_depth, int rows, int cols) {
  return {"",   tile_cols / cols, tile_rows / rows, tile_rows, tile_cols, tile_depth, rows,
          cols, kFromShared,      kFromShared};
}

Kernel wide_kernel(int tile, int depth, int sums, int stages) {
  constexpr int kPad = 4;
  return {"",   tile / sums, tile / sums, tile,   tile,         depth,
          sums, sums,        kTwoQuads,   kQuads, kPad * depth, stages};
}

Kernel tensor_kernel(int tile, int depth, int fragments) {
  constexpr int kSide = 16, kPadOfA = 4, kPadOfB = 8;
  constexpr Operand kRounded{From::shared, {1, 2}};  // a load and a rounding for each element
  const int warps = tile / (fragments * kSide) * (tile / (fragments * kSide));
  return {.lab = "",
          .block_x = warps * kWarp,
          .block_y = 1,
          .tile_rows = tile,
          .tile_cols = tile,
          .tile_depth = depth,
          .thread_rows = fragments,
          .thread_cols = fragments,
          .a = kRounded,
          .b = kRounded,
          .padding = tile * kPadOfA + depth * kPadOfB,
          .stages = 2,
          .other_shared = warps * kSide * kSide,
          .fragment = kSide};
}

Kernel one_operand_kernel(int columns, int depth) {
  constexpr int kRows = 64;
  return {"", kRows, 1, kRows, columns, depth, 1, columns, kScattered, kMergedRows};
}

const std::vector<Kernel>& textbook_kernels() {
  static const std::vector<Kernel> all{
      of_lab("02", naive_kernel(16)),
      of_lab("03", tiled_kernel(32)),
      of_lab("04", tiled_kernel(32)),
      of_lab("05", multi_output_kernel(32, 8)),
      of_lab("06", register_tile_kernel(128, 128, 16, 8, 8)),
      of_lab("07", wide_kernel(128, 8, 8)),
      of_lab("08", wide_kernel(128, 16, 8, 2)),
      of_lab("10", tensor_kernel(128, 16, 4)),
  };
  return all;
}

const Kernel* textbook_kernel(std::string_view lab) {
  const auto found = std::ranges::find(textbook_kernels(), lab, &Kernel::lab);
  return found == textbook_kernels().end() ? nullptr : &*found;
}

std::array<std::int64_t, 2> grid(const Kernel& kernel, std::int64_t m, std::int64_t n) {
  return {divided_up<std::int64_t>(n, kernel.tile_cols),
          divided_up<std::int64_t>(m, kernel.tile_rows)};
}

int shared_bytes(const Kernel& kernel) {
  const int rows = kernel.a.from == From::shared ? kernel.tile_rows : 0;
  const int cols = kernel.b.from == From::shared ? kernel.tile_cols : 0;
  const int tiles = kernel.tile_depth * (rows + cols) + kernel.padding;
  return kFloat * (kernel.stages * tiles + kernel.other_shared);
}

Traffic traffic(const Kernel& kernel, std::int64_t m, std::int64_t n, std::int64_t k) {
  return {m * k * divided_up<std::int64_t>(n, sharing_a(kernel)),
          k * n * divided_up<std::int64_t>(m, sharing_b(kernel)), m * n};
}

double bytes_per_flop(const Kernel& kernel, std::int64_t m, std::int64_t n, std::int64_t k) {
  return double(traffic(kernel, m, n, k).bytes()) / (2.0 * double(m) * double(n) * double(k));
}

double bytes_per_flop(const Kernel& kernel) {
  return kFloat * (1.0 / sharing_a(kernel) + 1.0 / sharing_b(kernel)) / 2;
}

double moved_bytes_per_flop(const Kernel& kernel) {
  return moved_bytes_per_flop(kernel.a, sharing_a(kernel), 1.0 / kernel.thread_cols) +
         moved_bytes_per_flop(kernel.b, sharing_b(kernel), 1.0 / kernel.thread_rows);
}

double shared_loads_per_fma(const Kernel& kernel) {
  const int a = kernel.a.from == From::shared ? kernel.thread_rows : 0;
  const int b = kernel.b.from == From::shared ? kernel.thread_cols : 0;
  return (a + b) / (outputs(kernel) * kernel.fragment);
}

double wavefronts_per_fma(const Kernel& kernel) {
  return per_fma(kernel, &Read::wavefronts);
}

double load_instructions_per_fma(const Kernel& kernel) {
  return per_fma(kernel, &Read::instructions);
}

int sectors(const std::function<std::int64_t(int lane)>& element) {
  std::set<std::int64_t> touched;
  for (int lane = 0; lane < kWarp; ++lane) {
    touched.insert(element(lane) * kFloat / kSector);
  }
  return static_cast<int>(touched.size());
}

double naive_sectors(std::int64_t n, bool transposed) {
  constexpr int kWidth = 16;
  const auto row = [&](int lane) { return transposed ? lane % kWidth : lane / kWidth; };
  const auto col = [&](int lane) { return transposed ? lane / kWidth : lane % kWidth; };
  const int of_a = sectors([&](int lane) { return row(lane) * n; });
  const int of_b = sectors([&](int lane) { return std::int64_t{col(lane)}; });
  return (of_a + of_b) / 2.0;
}

double joint_sectors(std::int64_t n) {
  constexpr int kColumns = 16, kDepth = 4;
  // For each strip a warp makes kDepth requests for A, whose lanes are rows, and one for B.
  const int of_a = sectors([&](int lane) { return lane * n; });
  const int of_b = sectors([&](int lane) { return lane / kColumns * n + lane % kColumns; });
  return double(kDepth * of_a + of_b) / (kDepth + 1);
}

}  // namespace gemmlab::model
