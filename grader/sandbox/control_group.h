// A control group (version 2): limits what programs use together, with the kernel's memory for
// them, such as page tables and buffers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "grader/process/descriptor.h"

namespace gemmlab {

class ControlGroup {
 public:
  // Below the nearest group, from our own upwards, that lets us; none if no group does.
  explicit ControlGroup(const std::string& name);
  ~ControlGroup();
  ControlGroup(const ControlGroup&) = delete;
  ControlGroup& operator=(const ControlGroup&) = delete;

  bool exists() const { return !folder_.empty(); }

  // A process that writes "0" there becomes a member, with these limits for all members together.
  // Forgets what earlier members reached. Throws InfrastructureError.
  Descriptor entrance(std::uint64_t memory_bytes, std::uint64_t processes);

  // Whether the kernel has ended the members because they reached the limit of memory.
  bool ran_out_of_memory() const { return kills() > kills_before_; }

  void kill() const;

 private:
  std::uint64_t kills() const;

  std::filesystem::path folder_;
  std::uint64_t kills_before_ = 0;
};

}  // namespace gemmlab
