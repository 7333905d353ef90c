// What the layers of a sandbox let through: what is visible in bubblewrap's namespaces, and which
// system calls its filter allows.
#pragma once

#include <linux/filter.h>
#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <functional>
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

// Why bubblewrap at that path cannot create namespaces as this user (0: our own); empty if it can.
std::string why_no_namespaces(const std::string& bubblewrap, uid_t user);

// bubblewrap's options, before the enclosed program's own command line. `found_at`: where it finds
// a visible path.
using FoundAt = std::function<std::string(const std::filesystem::path&)>;
std::vector<std::string> bubblewrap_options(uid_t user, const Visible& visible,
                                            const FoundAt& found_at, std::uint64_t tmp_bytes,
                                            int filter);

enum class EnclosedKind { compiler, cpu_program, gpu_program };

// Filters for PR_SET_SECCOMP, built once. All throw InfrastructureError.
//
// For a sandbox. Denied calls fail with EPERM, including new user namespaces and sockets other than
// AF_UNIX; system calls of another architecture end the process. What takes memory that no process
// is charged for is allowed only on a GPU, whose driver needs it; a program on the CPU is one
// process.
const std::vector<sock_filter>& syscall_filter(EnclosedKind kind);

// For a program that is timed on a processor that it shares in turns: allows only what computing on
// one thread needs. Without timers, nothing wakes it while it is stopped. A thread or a process
// that it starts ends it with SIGSYS; all else fails with EPERM.
const std::vector<sock_filter>& one_task_filter();

}  // namespace gemmlab
