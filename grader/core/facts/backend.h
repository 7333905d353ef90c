// Where a lab file runs: there is a kind of module, and a worker, for each.
#pragma once

#include <string_view>

#include "common/facts/names.h"

namespace gemmlab {

enum class Backend {
  cpu,   // the host compiler's -O3: lab 01
  sim,   // translated and instrumented, for the simulator
  cuda,  // nvcc
};

template <>
struct EnumNames<Backend> {
  static constexpr std::string_view all[] = {"cpu", "sim", "cuda"};
};

}  // namespace gemmlab
