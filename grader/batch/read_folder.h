#pragma once

#include "grader/batch/intake.h"

namespace gemmlab {

// Gives what lies in an open folder to the intake; the descriptor stays the caller's. Throws
// Refused, or std::system_error where this machine cannot read it.
void read_folder(int folder, Intake& intake);

}  // namespace gemmlab
