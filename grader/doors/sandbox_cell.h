// A place with a sandbox in which the files of one submission after the other are compiled and run.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "grader/core/fs.h"
#include "grader/doors/sandbox_slot.h"
#include "grader/sandbox/enclosure.h"
#include "grader/sandbox/sandbox.h"

namespace gemmlab {

struct SandboxCell {
  // `symbols`, `headers`: what the course allows, see Enclosure; `invisible`: files that it may not
  // read, besides the solutions. Throws InfrastructureError if the sandbox does not isolate.
  explicit SandboxCell(bool may_be_weak, const std::vector<std::string>& symbols = {},
                       const std::vector<std::string>& headers = {},
                       const std::vector<std::string>& invisible = {});
  ~SandboxCell();
  void end_all() const;  // whatever runs in it

  SandboxSlot place;
  Sandbox sandbox;
  Enclosure enclosure;
};

}  // namespace gemmlab
