// bubblewrap's command line: namespaces, and what is to be seen in them.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gemmlab {

// What an enclosed program sees of this machine beside /usr: at their own paths.
struct Visible {
  std::vector<std::filesystem::path> readable = {};
  std::vector<std::filesystem::path> readable_if_there = {};
  std::filesystem::path writable = {};  // a folder; empty: none
  std::filesystem::path working = "/";  // where the program starts
  bool gpu = false;                     // the device nodes of NVIDIA's driver
};

// Why the program of that path cannot make namespaces as this user (0: as we are); empty if it can.
std::string why_no_namespaces(const std::string& bubblewrap, uid_t user);

// All that comes before the enclosed program's own command line.
std::vector<std::string> bubblewrap_command(const std::string& bubblewrap,
                                            uid_t user,
                                            const Visible& visible,
                                            std::uint64_t tmp_bytes,
                                            int filter);

}  // namespace gemmlab
