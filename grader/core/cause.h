// Interim: what most likely made values wrong.
#pragma once

#include <string>

namespace gemmlab {

struct Cause {
  std::string name;
  std::string words;
  bool only_where = false;
};

inline std::string_view name_of(const Cause& cause) {
  return cause.name;
}
inline bool says_only_where(const Cause& cause) {
  return cause.only_where;
}
inline std::string sentence(const Cause& cause) {
  return cause.words;
}

}  // namespace gemmlab
