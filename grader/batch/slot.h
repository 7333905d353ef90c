// A place on this machine for one submission at a time: a number that no other gemmlab here has
// meanwhile, and a folder. Each number has a user of its own in the sandbox.
#pragma once

#include <filesystem>

namespace gemmlab {

class Slot {
 public:
  // Takes the first number that is free, and empties its folder, where somebody who was killed may
  // have left files. Throws InfrastructureError.
  Slot();
  ~Slot();  // removes the folder
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;

  int number() const { return number_; }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  int number_ = -1;
  int lock_ = -1;
  std::filesystem::path folder_;
};

}  // namespace gemmlab
