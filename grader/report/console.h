// What a person reads of a result: a headline for each lab, then what failed, where, the likely
// cause and what to read next.
#pragma once

#include <string>

#include "grader/core/result.h"
#include "grader/report/console_checks.h"

namespace gemmlab {

// "03 tiled_kernel   PASSED   80/100   20 not graded: no GPU", without a newline.
std::string console_headline(const LabResult& lab, const Terminal& terminal);

// "20 not graded: no GPU"; empty if all was graded. Where nothing was, the reason is elsewhere.
std::string not_graded_note(const LabResult& lab);

// The headline and all that a student needs to know of this lab. Ends with a newline.
std::string console_report(const LabResult& lab, const ConsoleOptions& options);

// One sentence over all labs: passed, points, and what could not be graded here.
std::string console_summary(const Result& result, const Terminal& terminal);

}  // namespace gemmlab
