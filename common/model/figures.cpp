#include "common/model/figures.h"

#include <fmt/format.h>

#include <cmath>

#include "common/model/devices.h"
#include "common/model/kernels.h"
#include "common/model/occupancy.h"
#include "common/model/roofline.h"

namespace gemmlab::model {
namespace {

// Slightly more than half a unit, because floating point may move exact halves.
constexpr double kSlack = 1 + 1e-9;
constexpr double kMostRounding = 0.02;

bool is_near(double value, std::string_view digits) {
  return std::abs(value - value_of(digits)) <= kMostRounding * value_of(digits);
}

// In all digits; a few digits, "2", would allow too much.
bool agrees(double value, std::string_view digits) {
  return std::abs(value - value_of(digits)) <= half_unit_of(digits) * kSlack &&
         is_near(value, digits);
}

bool is_as_documented(const Figure& figure, double value) {
  const bool same = agrees(value, figure.stated);
  if (figure.expected == Agreement::agrees) {
    return same;
  }
  const bool is_slightly_rounded =
      figure.expected == Agreement::rounded && is_near(value, figure.stated);
  return !same && (figure.right.empty() ? is_slightly_rounded : agrees(value, figure.right));
}

// ---- what the formulas in figures.table call ----

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

double share(const Kernel& kernel, int registers) {
  return 100 * occupancy(sm("h200"), {kernel.threads(), shared_bytes(kernel), registers}).share;
}

// One of a K80's two GPUs in double precision, at the lecture's clock.
constexpr int kDouble = 8;  // bytes
constexpr double kLectureClock = 823.5e6;

Device k80_half() {
  Device half = device("k80");
  half.clock_hz = kLectureClock;
  return half;
}

// The lecture gives no size, but the time of its multiply-adds; the width is a multiple of a
// block's.
double lecture_width() {
  const double fmas = 195 * kMicro * peak_fp64_flops(k80_half()) / 2;
  return std::round(std::cbrt(fmas) / kWarp) * kWarp;
}

double lecture_operations() {
  return operations(lecture_width(), lecture_width(), lecture_width());
}

double ms_to_move(double elements) {
  return elements * kDouble / bandwidth("k80") / kMilli;
}

double double_bound() {  // without reuse, in FLOP/s
  return flops_by_memory(bandwidth("k80"), bytes_per_flop_with(1, kDouble));
}

// At least, for the blog post's 2,000 x 2,000 matrices on its V100.
double ms_on_v100(const Kernel& kernel) {
  return operations(2000, 2000, 2000) / bounds(kernel, device("v100")).at_most / kMilli;
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

const std::vector<Figure>& figures() {
  static const std::vector<Figure> all{
#include <algorithm>
#include <cstddef>
#include "common/model/figure_rows.h"  // made from the table by Meson
  };
  return all;
}

const std::vector<Text>& texts() {
  static const std::vector<Text> all{
      {"HPC", "a lecture on GPU computing, its part on matrix multiplication (2024)"},
      {"Blog-T", "a blog post on tiling, with int matrices on a V100"},
      {"CUDA2", "a lecture on CUDA programming, its second part (2015)"},
      {"CSE260", "a lecture on performance modelling and several outputs a thread (2015)"},
      {"MMUL", "notes on tiling in shared memory and registers together"},
      {"pages", "the pages of these labs: docs/02_naive_kernel.md and its neighbours"},
  };
  return all;
}

double value_of(std::string_view digits) {
  std::string plain(digits);
  plain.erase(std::remove(plain.begin(), plain.end(), ','), plain.end());
  return std::stod(plain);
}

double half_unit_of(std::string_view digits) {
  const std::size_t dot = digits.find('.');
  const auto decimals = dot == std::string_view::npos ? 0 : digits.size() - dot - 1;
  return 0.5 * std::pow(10.0, -double(decimals));
}

Checked check(const Figure& figure) {
  const double value = figure.compute();
  return {value, is_as_documented(figure, value)};
}

std::string shown(double value) {
  const double size = std::abs(value);
  const bool is_whole = std::abs(value - std::round(value)) < 1e-9 * std::max(1.0, size);
  return is_whole || size >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

std::string_view agreement_in_words(const Figure& figure, const Checked& checked) {
  return checked.as_documented ? name(figure.expected) : "DIFFERS";
}

std::string figures_in_markdown() {
  std::string text = "| from | what | how | computed | stated | |\n|---|---|---|---|---|---|\n";
  for (const Figure& figure : figures()) {
    const Checked checked = check(figure);
    text += fmt::format(
        "| {} | {} | {} | {} | {}{}{} | {}{}{} |\n", figure.from, figure.what, figure.formula,
        shown(checked.computed), figure.stated, figure.unit.empty() ? "" : " ", figure.unit,
        agreement_in_words(figure, checked), figure.note.empty() ? "" : ": ", figure.note);
  }
  return text;
}

}  // namespace gemmlab::model
