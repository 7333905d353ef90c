// How well student code is held, as results tell it.
#pragma once

#include <string>
#include <vector>

namespace gemmlab {

struct SandboxLevel {
  std::string name;                  // "full", "weak"; empty: none, as when students grade alone
  std::vector<std::string> missing;  // layers that a weak one lacks: "a network of its own"
};

}  // namespace gemmlab
