#pragma once

#include "grader/batch/intake.h"

namespace gemmlab {

// Gives what lies in an open archive to the intake; the descriptor stays the caller's. Throws
// Refused, or std::system_error where this machine cannot read it.
void read_archive(int file, Intake& intake);

}  // namespace gemmlab
