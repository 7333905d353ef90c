// What a measurement came to, in words for the student.
#pragma once

#include <string>

#include "grader/speed/race.h"

namespace gemmlab {

// What was needed and what was reached: for a speed that has an outcome.
std::string sentence(const Speed& speed, bool on_gpu);

// Why a measurement has no outcome; without a full stop, since it may follow a colon.
std::string why_disturbed(const RaceResult& race);

// That the student's program is what holds the others up; likewise.
std::string keeps_busy(double reference_kept);

}  // namespace gemmlab
