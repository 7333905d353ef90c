// Holds programs that nobody trusts: compilers on a student's source, and what they make of it.
// A user of its own, namespaces by bubblewrap, a filter of system calls, a /tmp of limited size and
// limits, for each program anew. The layers are those of docs/instructors.md.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

#include "grader/sandbox/level.h"
#include "grader/sandbox/sandbox_limits.h"

namespace gemmlab {

// What an enclosed program sees of this machine beside /usr: at their own paths.
struct Visible {
  std::vector<std::filesystem::path> readable;
  std::vector<std::filesystem::path> readable_if_there;
  std::filesystem::path writable;       // a folder; empty: none
  std::filesystem::path working = "/";  // where the program starts
  bool gpu = false;                     // the device nodes of NVIDIA's driver
};

class Sandbox {
 public:
  // A place for one job at a time; two sandboxes at once need two slots. `folder` is made, and is
  // where the job keeps its files: no other slot's programs can enter it. `may_be_weak`: layers may
  // be missing. Throws InfrastructureError where a layer is missing that may not be, or none of
  // user and namespaces is to be had. Says nothing of how well the layers hold: see
  // sandbox_check.h.
  Sandbox(int slot, std::filesystem::path folder, bool may_be_weak);

  const std::filesystem::path& folder() const { return folder_; }
  const SandboxLevel& level() const { return level_; }
  bool has_namespaces() const { return !bubblewrap_.empty(); }
  bool has_user() const { return user_ != 0; }
  uid_t user() const { return user_; }

  // Lets the sandbox's programs write to this folder, or own this file; and takes it back.
  void give(const std::filesystem::path& path) const;
  void take_back(const std::filesystem::path& path) const;

  // What execve takes instead of `argv`. Descriptor `filter` holds filter_file() then.
  std::vector<std::string> command(const std::vector<std::string>& argv,
                                   const Visible& visible,
                                   const SandboxLimits& limits,
                                   int filter) const;

  // A descriptor (close-on-exec) of the filter of system calls as bubblewrap reads it, once. Throws
  // InfrastructureError.
  int filter_file(const SandboxLimits& limits) const;

  // Between fork and execve: puts the filter's file at `to`, if the command reads it there, and
  // closes every descriptor behind.
  void pass_filter(int filter, int to) const;

  // Between fork and execve: what this process gives up. Only async-signal-safe calls. False if it
  // could not: then do not execve.
  bool enter(const SandboxLimits& limits) const;

  // The process that runs `argv`, where `started` is what was started in its place; `started` if it
  // is not known. For signals and clocks.
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
