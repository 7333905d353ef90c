// What a compiler says of one place in a source file.
#pragma once

#include <string>
#include <string_view>

#include "common/facts/names.h"
#include "grader/core/foreign_text.h"

namespace gemmlab {

enum class Severity { error, warning, note };

template <>
struct EnumNames<Severity> {
  static constexpr std::string_view all[] = {"error", "warning", "note"};
};

struct Diagnostic {
  std::string file;  // as the compiler was given it
  int line = 0;
  Severity severity = Severity::error;
  ForeignText text;
  ForeignText source = {};  // the line itself, where it is to be quoted
};

}  // namespace gemmlab
