// The rows of labs/labs.table, and where lab files run.
#pragma once

#include <string>
#include <vector>

#include "common/facts/names.h"
#include "grader/core/fs.h"

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

struct Lab {
  std::string id;     // "03"
  std::string name;   // "tiled_kernel"
  std::string file;   // "kernel.cu"
  std::string title;  // "Share a tile"

  std::string slug() const { return id + "_" + name; }
  // slug/file: the path inside labs/, solutions/ or a tree with the same layout.
  fs::path path() const { return fs::path(slug()) / file; }
};

// Reads the table. Throws std::runtime_error naming file and line.
std::vector<Lab> read_labs(const fs::path& table);

// The lab that a user means by "2", "02", "lab2", "naive_kernel", "02_naive_kernel" or a path that
// contains it, such as labs/02_naive_kernel/kernel.cu; null if none.
const Lab* find_lab(const std::vector<Lab>& labs, std::string_view word);

}  // namespace gemmlab
