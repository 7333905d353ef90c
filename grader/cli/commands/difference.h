// What changed from one text to another, line by line.
#pragma once

#include <string>
#include <vector>

#include "grader/report/terminal.h"

namespace gemmlab {

struct NamedText {
  std::string name;
  std::string text;
};

// The unified diff that diff(1) makes, in colour where the terminal shows some; empty if the texts
// are the same. Throws InfrastructureError if there is no diff.
std::string difference(const NamedText& from, const NamedText& to, const Terminal& terminal);

}  // namespace gemmlab
