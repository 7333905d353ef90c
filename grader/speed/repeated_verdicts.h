// Speed verdicts by the dozen: how often, and how well, the same program gets the same one.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "grader/core/labs.h"
#include "grader/speed/speed_baselines.h"

namespace gemmlab {

// Called before each verdict; may be empty.
using OnVerdict = std::function<void(int done)>;

// Times the program `count` times as a grade would, each time anew from the warm-up on, and looks
// at its values only as far as every timed run does. Throws Untimed, InfrastructureError and
// Interrupted.
std::vector<RaceResult> time_repeatedly(SpeedBaselines& baselines,
                                        const std::filesystem::path& source,
                                        int count,
                                        std::uint64_t seed,
                                        const OnVerdict& on_verdict);

// Writes a lab file that does a textbook solution's work `slowness` times (at least 1): whole
// products first, then the first rows of one more. Returns its path.
std::filesystem::path write_slow_twin(const Lab& lab, double slowness);

}  // namespace gemmlab
