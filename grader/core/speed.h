// How fast a lab's program is beside the baseline and the textbook solution.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "common/facts/names.h"
#include "grader/core/spec.h"

namespace gemmlab {

enum class SpeedOutcome { fast_enough, borderline, too_slow, not_graded };

struct Speed {
  std::string over;      // slug of the baseline's lab
  std::string baseline;  // what the baseline is, for people: "the i-j-k loop"; may be empty
  std::optional<Shape> shape;
  double ratio = 0;
  std::array<double, 2> interval{0, 0};
  double required = 0;
  double nominal = 0;
  double reference_ratio = 0;
  double gflops = 0;
  int blocks = 0;                         // that were measured
  std::array<double, 2> clock_mhz{0, 0};  // of the GPU meanwhile, slowest and fastest; 0: not seen
  bool on_gpu = false;
  SpeedOutcome outcome = SpeedOutcome::not_graded;
};

template <>
struct EnumNames<SpeedOutcome> {
  static constexpr std::string_view all[] = {"fast_enough", "borderline", "too_slow", "not_graded"};
};
}  // namespace gemmlab
