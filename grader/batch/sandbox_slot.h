#pragma once

#include <filesystem>

#include "grader/process/descriptor.h"

namespace gemmlab {

// A place on this machine for one submission at a time: a number that no other gemmlab here has
// meanwhile, and a folder. Each number has a user of its own in the sandbox.
class SandboxSlot {
 public:
  // Takes the first number that is free, and empties its folder, where somebody who was killed may
  // have left files. Throws InfrastructureError.
  SandboxSlot();
  ~SandboxSlot();  // removes the folder
  SandboxSlot(const SandboxSlot&) = delete;
  SandboxSlot& operator=(const SandboxSlot&) = delete;

  int number() const { return number_; }
  const std::filesystem::path& folder() const { return folder_; }

  // Keeps the calling process, and what it starts, to this slot's share of the processors where
  // `at_once` slots are at work: then simulators do not take each other's cores, and a loop that is
  // timed has one to itself.
  void keep_to_share(int at_once) const;

 private:
  int number_ = -1;
  Descriptor lock_;
  std::filesystem::path folder_;
};

}  // namespace gemmlab
