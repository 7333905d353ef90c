// Isolates untrusted programs: compilers on a student's source, and the programs they produce.
//
// Theory of operation. A sandbox is made of
//   a user of its own (60000 and the slot's number), if the judge is root;
//   bubblewrap's namespaces, if they can be created here: of files only /usr, what Visible names,
//     and a /tmp of limited size; no other processes, no network;
//   a filter of system calls, limits of each process, and, where the kernel lets us, two control
//     groups: for what compilers and what programs use together;
//   a folder for the job's files, which programs of other slots cannot enter.
// With user and namespaces its level is "full"; with one of them "weak", if that is allowed.
//
// hold() describes a process, and its caller starts it (process/child.cpp). In order:
//   1. The judge sets the group's limits and opens its entrance; filter and bubblewrap's options
//   are
//      handed over in memory, because command lines are public.
//   2. The new process joins the group, keeps only the descriptors that it was given, mounts what
//      the program may see where its user reaches it, limits itself, becomes the user, and can gain
//      no privileges any more. Then it executes bubblewrap, which binds these mounts at the
//      original paths; without namespaces it loads the filter and executes the program.
//   3. bubblewrap stays outside, as the parent of the first process inside, which is its own too
//   and
//      the parent of the program. It loads the filter last, because namespaces need what it denies.
// If joining, mounts, limits, user, privileges or filter fail, nothing is executed.
//
// What ends a program: its own end; the caller's time limit; the kernel, at a limit such as its CPU
// time or the group's memory; the caller, if excess() finds too much memory or too many files; the
// end of the thread that started it. signal_all() reaches also what left its group or its parent.
//
// The constructor finds out which layers are there, and check_sandbox whether they hold: before a
// class is graded, probe.cpp tries from inside what must not work. If any of it does, beyond what
// the level says is missing, nothing is graded.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "common/facts/json_fields.h"
#include "grader/process/child.h"
#include "grader/sandbox/layers.h"

namespace gemmlab {

class ControlGroup;

// Resource limits of one enclosed program, together with its children where the system counts them
// together.
struct SandboxLimits {
  std::uint64_t address_space = 0;  // bytes per process; 0: no limit
  std::uint64_t data_bytes = 0;     // private memory per process; 0: no limit
  std::uint64_t file_bytes = 0;     // per written file
  std::uint64_t tmp_bytes = 0;      // in its /tmp
  std::uint64_t processes = 256;    // and threads, of its user
  std::uint64_t open_files = 256;   // per process
  std::uint64_t cpu_seconds = 600;  // per process
  std::uint64_t memory_bytes = 0;   // of all its processes together: above it, the program is ended
  std::uint64_t files = 0;          // in its /tmp and /dev/shm: above it, the program is ended
  EnclosedKind kind = EnclosedKind::cpu_program;  // what it may ask of the system
  bool one_task = false;                          // it ends if it starts a thread or a process
};

inline constexpr std::uint64_t kMiB = 1 << 20;

// nvcc puts hundreds of MB into /tmp, and several compilers may work at once.
inline constexpr SandboxLimits kCompilerLimits{.address_space = 2048 * kMiB,
                                               .file_bytes = 256 * kMiB,
                                               .tmp_bytes = 512 * kMiB,
                                               .cpu_seconds = 120,
                                               .memory_bytes = 6144 * kMiB,
                                               .kind = EnclosedKind::compiler};
// On the CPU: a single process. The simulator reserves far more address space than memory, so
// address space is not limited.
inline constexpr SandboxLimits kProgramLimits{.data_bytes = 1024 * kMiB,
                                              .file_bytes = 64 * kMiB,
                                              .tmp_bytes = 32 * kMiB,
                                              .memory_bytes = 2048 * kMiB,
                                              .files = 16'384};
// On a GPU, whose driver maps as much as it wants.
inline constexpr SandboxLimits kGpuProgramLimits{.file_bytes = 64 * kMiB,
                                                 .tmp_bytes = 32 * kMiB,
                                                 .open_files = 1024,
                                                 .memory_bytes = 8192 * kMiB,
                                                 .files = 16'384,
                                                 .kind = EnclosedKind::gpu_program};

// How strongly student code is isolated, for results.
struct SandboxLevel {
  std::string name;  // "full", "weak"; empty: no sandbox, as when students grade alone
  std::vector<std::string> missing;  // layers that a weak one lacks: "a network of its own"
  std::string memory;  // how that of all programs together is limited: "by a control group"
};
GEMMLAB_JSON(SandboxLevel, name, missing, memory)

class Sandbox {
 public:
  // A place for one job at a time; two sandboxes at once need two slots. Creates `folder` for the
  // job's files: programs of other slots cannot enter it. `may_be_weak`: layers may be missing.
  // Throws InfrastructureError if a required layer is missing, or if both user and namespaces are.
  // Does not test how well the layers work: see check_sandbox.
  Sandbox(int slot, std::filesystem::path folder, bool may_be_weak);
  ~Sandbox();

  const std::filesystem::path& folder() const { return folder_; }
  const SandboxLevel& level() const { return level_; }
  bool has_namespaces() const { return !bubblewrap_.empty(); }
  bool has_user() const { return user_ != 0; }
  uid_t user() const { return user_; }

  // Lets the sandbox's programs write to this folder, or own this file; and takes it back.
  void give(const std::filesystem::path& path) const;
  void take_back(const std::filesystem::path& path) const;

  // Isolates `process`, a program: it sees only what it may, and gives up all other rights. Forgets
  // any excess of earlier ones. Throws InfrastructureError.
  void hold(Spawn& process, const Visible& visible, const SandboxLimits& limits) const;

  // The process that runs the program, if `started` is the process started for it; `started` if
  // unknown. For signals and clocks.
  pid_t program(pid_t started) const;

  // What all of the sandbox's programs together used beyond the limits, as part of a sentence: "it
  // took more than 2048 MiB of memory". Empty if nothing. Without a control group, memory is
  // counted now, as files always are, and only with a separate user, which identifies these
  // programs.
  std::string excess(const SandboxLimits& limits) const;

  // Signals all of the sandbox's programs, including those that left their group or parent. Without
  // a separate user, only SIGKILL works, in a control group; else only namespaces end such
  // programs.
  void signal_all(int signal) const;

 private:
  ControlGroup& group_of(const SandboxLimits& limits) const {
    return limits.kind == EnclosedKind::compiler ? *compilers_ : *programs_;
  }

  std::filesystem::path folder_;
  std::string bubblewrap_;       // empty: no namespaces
  bool has_own_mounts_ = false;  // its user reaches what is visible, also in a closed folder
  uid_t user_ = 0;               // 0: the same user as the judge
  SandboxLevel level_;
  std::unique_ptr<ControlGroup> programs_, compilers_;
};

}  // namespace gemmlab
