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

// What students edit and pass: a lab with one file, or a step of a staircase. A staircase is a lab
// whose steps have a file each: it is passed by all of them, and gives a course no points. Nor does
// a lab of a block below the course.
struct Lab {
  std::string id;               // "03"; of a step "00.3"
  std::string name;             // "tiled_kernel"
  std::string file;             // "kernel.cu"; empty: a staircase
  std::string title;            // "Share a tile"
  std::string staircase = {};   // slug of a step's lab; empty: it is no step
  std::vector<Lab> steps = {};  // of a staircase, in their order
  std::string block = {};       // "Beyond the course": its heading in the table; empty: none

  bool is_staircase() const { return !steps.empty(); }
  bool is_step() const { return !staircase.empty(); }
  bool is_beyond() const { return !block.empty(); }
  // Its points are the course's, and commands without names are about it.
  bool is_of_course() const { return !is_staircase() && !is_step() && !is_beyond(); }
  bool has_kernel() const { return is_staircase() || file.ends_with(".cu"); }

  // "03_tiled_kernel", "00_first_kernels/03_guard": its name in all rooms.
  std::string slug() const {
    return is_step() ? staircase + '/' + fs::path(file).stem().string() : id + "_" + name;
  }
  // The path inside labs/, solutions/ or a tree with the same layout: of the file, or of a
  // staircase's folder.
  fs::path path() const {
    return is_staircase() ? fs::path(slug()) : fs::path(is_step() ? staircase : slug()) / file;
  }
  // "0.3" of 00.3: as its gap and its hints are called.
  std::string gap() const { return id.substr(id[0] == '0' ? 1 : 0); }
  // Its name inside docs/.
  std::string page() const { return (is_step() ? staircase : slug()) + ".md"; }
};

// Reads the table: a row with an id such as 00.3 is a step of the lab above, one with the id - the
// heading of the labs below. Throws std::runtime_error naming file and line.
std::vector<Lab> read_labs(const fs::path& table);

// The labs that give a course its points: their number, and the last of them.
int labs_of_course(const std::vector<Lab>& labs);
const Lab& last_of_course(const std::vector<Lab>& labs);

// All that has a file of its own, in teaching order: labs, and in place of a staircase its steps.
std::vector<const Lab*> exercises(const std::vector<Lab>& labs);

// The lab that a user means by "2", "02", "lab2", "naive_kernel", "02_naive_kernel" or a path that
// contains it, such as labs/02_naive_kernel/kernel.cu; or the step, by "00.3", "0.3", its name or
// its file. Null if none.
const Lab* find_lab(const std::vector<Lab>& labs, std::string_view word);

}  // namespace gemmlab
