// What a worker still says of a program that faults or runs out of time: where it was.
#pragma once

#include <string>

#include "common/facts/place.h"
#include "grader/protocol/channel.h"
#include "grader/protocol/host_matrices.h"

namespace gemmlab {

// Installs handlers for fault signals and for SIGUSR1, with which the judge announces that time is
// up. `module_path`: the file that contains the student's code.
void watch_for_faults(const Channel& channel, const std::string& module_path);

// Ends the process with a report that time was up, and where: for signal handlers.
[[noreturn]] void end_as_late();

// The matrices in use: an address next to one is out of its bounds. Null if there are none.
void set_current_matrices(const MappedMatrices* matrices);

// The innermost place in the student's module among these return addresses; line 0 if none.
Place student_position(void* const* stack, int depth);

}  // namespace gemmlab
