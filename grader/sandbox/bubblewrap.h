// bubblewrap's options: namespaces, and what is visible in them.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gemmlab {

// What an enclosed program sees of this machine besides /usr, at the original paths.
struct Visible {
  std::vector<std::filesystem::path> readable = {};
  std::vector<std::filesystem::path> readable_if_there = {};
  std::filesystem::path writable = {};  // a folder; empty: none
  std::filesystem::path working = "/";  // start folder of the program
  bool gpu = false;                     // the device nodes of NVIDIA's driver
};

// Why the program at that path cannot create namespaces as this user (0: our own); empty if it can.
std::string why_no_namespaces(const std::string& bubblewrap, uid_t user);

// Its options, before the enclosed program's own command line.
std::vector<std::string> bubblewrap_options(uid_t user, const Visible& visible,
                                            std::uint64_t tmp_bytes, int filter);

}  // namespace gemmlab
