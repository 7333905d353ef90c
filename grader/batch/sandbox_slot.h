#pragma once

#include <filesystem>

#include "grader/process/descriptor.h"

namespace gemmlab {

// A place on this machine for one submission at a time: a folder and a number that no other running
// gemmlab here uses. In the sandbox, each number has its own user.
class SandboxSlot {
 public:
  // Takes the first free number and empties its folder, where a killed process may have left files.
  // Throws InfrastructureError.
  SandboxSlot();
  ~SandboxSlot();  // deletes the folder

  int number() const { return number_; }
  const std::filesystem::path& folder() const { return folder_; }

  // Restricts the calling process and its children to this slot's share of the processors, if
  // `at_once` slots are working: simulators then do not compete for cores, and a timed loop has a
  // core to itself.
  void keep_to_share(int at_once) const;

 private:
  int number_ = -1;
  Descriptor lock_;
  std::filesystem::path folder_;
};

}  // namespace gemmlab
