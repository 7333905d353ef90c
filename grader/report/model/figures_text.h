// The texts' figures beside what the model computes, for people.
#pragma once

#include <string>

#include "grader/report/terminal.h"

namespace gemmlab {

struct FiguresReport {
  std::string text;   // ends with a newline
  int differing = 0;  // that are not as documented
};

FiguresReport figures_report(const Terminal& terminal);

}  // namespace gemmlab
