// Holds programs that nobody trusts: compilers on a student's source, and what they make of it.
// A user of its own, namespaces by bubblewrap, a filter of system calls, a /tmp of limited size and
// limits, for each program anew. The layers are those of docs/instructors.md.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

#include "grader/process/child.h"
#include "grader/sandbox/level.h"
#include "grader/sandbox/sandbox_limits.h"
#include "grader/sandbox/visible.h"

namespace gemmlab {

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
