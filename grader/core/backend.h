// Where lab files run, and who chooses that.
#pragma once

#include <string_view>

#include "common/facts/names.h"

namespace gemmlab {

// On the host as it is, which lab 01 does; on the simulator; on a GPU.
GEMMLAB_ENUM(Backend, cpu, sim, cuda)

// What a person asks for. automatic: the simulator, then a GPU if there is one that can be used.
// Lab 01 runs on the host whatever was asked for.
enum class BackendChoice { automatic, sim, cuda };

template <>
struct EnumNames<BackendChoice> {
  static constexpr std::string_view all[] = {"auto", "sim", "cuda"};
};

// What the kernels of a whole run were judged on.
enum class BackendsUsed { sim, cuda, sim_then_cuda };

template <>
struct EnumNames<BackendsUsed> {
  static constexpr std::string_view all[] = {"sim", "cuda", "sim+cuda"};
};

}  // namespace gemmlab
