// Nsight Compute on this machine: runs a module once under it, and reads the GPU's counters.
#pragma once

#include <optional>
#include <string>

#include "common/facts/names.h"
#include "grader/core/counters/ncu_csv.h"
#include "grader/core/fs.h"
#include "grader/core/spec.h"

namespace gemmlab {

// Why there are no numbers.
GEMMLAB_ENUM(NcuTrouble, none, no_permission, failed)

struct NcuRun {
  Measured measured = {};  // empty: see the trouble
  NcuTrouble trouble = NcuTrouble::none;
  std::string said = {};  // by ncu or the program, one line, printable; may be empty
};

// On PATH, or where the CUDA Toolkit and Nsight Compute install it; nothing if it is not installed.
std::optional<fs::path> find_ncu();

// The numbers and troubles in what it printed.
NcuRun ncu_run_of(const std::string& output, int exit_code);

// Calls `matmul` of a module for the GPU once at this shape, on matrices in which all elements are
// equal: its values must be known to be right. Takes at most two minutes.
NcuRun run_under_ncu(const fs::path& ncu, const fs::path& module, const Shape& shape);

}  // namespace gemmlab
