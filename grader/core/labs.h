// The rows of labs/labs.table.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gemmlab {

struct Lab {
  std::string id;     // "03"
  std::string name;   // "tiled_kernel"
  std::string file;   // "kernel.cu"
  std::string title;  // "Share a tile"

  std::string slug() const { return id + "_" + name; }
  // slug/file: the path inside labs/, solutions/ or a tree with the same layout.
  std::filesystem::path path() const { return std::filesystem::path(slug()) / file; }
};

// Reads the table. Throws std::runtime_error naming file and line.
std::vector<Lab> read_labs(const std::filesystem::path& table);

// The lab that a user means by "2", "02", "naive_kernel", "02_naive_kernel" or a path that contains
// it, such as labs/02_naive_kernel/kernel.cu; null if none.
const Lab* find_lab(const std::vector<Lab>& labs, std::string_view word);

}  // namespace gemmlab
