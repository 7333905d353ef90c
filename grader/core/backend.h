// Where lab files run, and how that is chosen.
#pragma once

#include "common/facts/names.h"

namespace gemmlab {

// Directly on the host (lab 01); on the simulator; on a GPU.
GEMMLAB_ENUM(Backend, cpu, sim, cuda)

// What the user asks for. automatic: the simulator, then a GPU if one is usable. Lab 01 always runs
// on the host.
enum class BackendChoice { automatic, sim, cuda };
GEMMLAB_NAMES_IN(BackendChoice, "auto, sim, cuda")

// Where the kernels of a whole run were judged.
enum class BackendsUsed { sim, cuda, sim_then_cuda };
GEMMLAB_NAMES_IN(BackendsUsed, "sim, cuda, sim+cuda")

}  // namespace gemmlab
