// What an enclosed program sees of this machine beside /usr: at their own paths.
#pragma once

#include <filesystem>
#include <vector>

namespace gemmlab {

struct Visible {
  std::vector<std::filesystem::path> readable = {};
  std::vector<std::filesystem::path> readable_if_there = {};
  std::filesystem::path writable = {};  // a folder; empty: none
  std::filesystem::path working = "/";  // where the program starts
  bool gpu = false;                     // the device nodes of NVIDIA's driver
};

}  // namespace gemmlab
