// Holds programs that nobody trusts: compilers on a student's source, and what they make of it.
// A user of its own, namespaces by bubblewrap, a filter of system calls, a /tmp of limited size and
// limits, for each program anew. The layers are those of docs/instructors.md.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

#include "grader/process/child.h"
#include "grader/sandbox/bubblewrap.h"

namespace gemmlab {

// What one enclosed program may use up, itself and its children together where the system counts
// so.
struct SandboxLimits {
  std::uint64_t address_space = 0;  // bytes of each process; 0: no limit
  std::uint64_t data_bytes = 0;     // of private memory of each process; 0: no limit
  std::uint64_t file_bytes = 0;     // of any file it writes
  std::uint64_t tmp_bytes = 0;      // of its /tmp
  std::uint64_t processes = 0;      // and threads, of its user
  std::uint64_t open_files = 0;     // of each process
  std::uint64_t cpu_seconds = 0;    // of each process
  std::uint64_t memory_bytes = 0;   // of all its processes together: who takes more is ended
  std::uint64_t files = 0;          // in its /tmp and /dev/shm: who makes more is ended
  bool files_in_memory = false;     // whether it may make them: memfd_create
};

inline constexpr std::uint64_t kMiB = 1 << 20;

// nvcc puts hundreds of MB into /tmp.
inline constexpr SandboxLimits kCompilerLimits{.address_space = 2048 * kMiB,
                                               .file_bytes = 256 * kMiB,
                                               .tmp_bytes = 512 * kMiB,
                                               .processes = 256,
                                               .open_files = 256,
                                               .cpu_seconds = 120};
// On the CPU. The simulator takes far more addresses than memory, so that these are not limited.
inline constexpr SandboxLimits kProgramLimits{.data_bytes = 1024 * kMiB,
                                              .file_bytes = 64 * kMiB,
                                              .tmp_bytes = 32 * kMiB,
                                              .processes = 256,
                                              .open_files = 256,
                                              .cpu_seconds = 600,
                                              .memory_bytes = 2048 * kMiB,
                                              .files = 16'384};
// On a GPU, whose driver maps what it likes.
inline constexpr SandboxLimits kGpuProgramLimits{.file_bytes = 64 * kMiB,
                                                 .tmp_bytes = 32 * kMiB,
                                                 .processes = 256,
                                                 .open_files = 1024,
                                                 .cpu_seconds = 600,
                                                 .memory_bytes = 8192 * kMiB,
                                                 .files = 16'384,
                                                 .files_in_memory = true};

// How well student code is held, as results tell it.
struct SandboxLevel {
  std::string name;                  // "full", "weak"; empty: none, as when students grade alone
  std::vector<std::string> missing;  // layers that a weak one lacks: "a network of its own"
};

class Sandbox {
 public:
  // A place for one job at a time; two sandboxes at once need two slots. `folder` is made, and is
  // where the job keeps its files: no other slot's programs can enter it. `may_be_weak`: layers may
  // be missing. Throws InfrastructureError where a layer is missing that may not be, or none of
  // user and namespaces is to be had. Says nothing of how well the layers hold: see
  // check_sandbox.
  Sandbox(int slot, std::filesystem::path folder, bool may_be_weak);

  const std::filesystem::path& folder() const { return folder_; }
  const SandboxLevel& level() const { return level_; }
  bool has_namespaces() const { return !bubblewrap_.empty(); }
  bool has_user() const { return user_ != 0; }
  uid_t user() const { return user_; }

  // Lets the sandbox's programs write to this folder, or own this file; and takes it back.
  void give(const std::filesystem::path& path) const;
  void take_back(const std::filesystem::path& path) const;

  // Has `process`, a program, held: it sees what it may, and gives up the rest. Throws
  // InfrastructureError.
  void hold(Spawn& process, const Visible& visible, const SandboxLimits& limits) const;

  // The process that runs the program, where `started` is what was started in its place; `started`
  // if it is not known. For signals and clocks.
  pid_t program(pid_t started) const;

  // What all of the sandbox's programs have taken together beyond the limits, as a sentence goes
  // on: "it took more than 2048 MiB of memory". Empty if nothing, and without a user of its own, by
  // whom they are known.
  std::string excess(const SandboxLimits& limits) const;

  // Sends a signal to all of the sandbox's programs, those that left their group or parent too.
  // Without a user of its own only namespaces end such: does nothing.
  void signal_all(int signal) const;

 private:
  std::vector<std::filesystem::path> processes() const;  // in /proc

  std::filesystem::path folder_;
  std::string bubblewrap_;  // empty: no namespaces
  uid_t user_ = 0;          // 0: the judge's own
  SandboxLevel level_;
};

}  // namespace gemmlab
