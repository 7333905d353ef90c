// Timing for the simulator: it counts accesses and does not measure time.
#include "grader/worker/backend.h"

namespace gemmlab {
float* allocate_floats(std::size_t) {
  refuse({DeviceTrouble::not_measured, 0, 0, ""});
}

void release_floats(float*) {}

void write_floats(float*, const float*, std::size_t) {}

void read_floats(float*, const float*, std::size_t) {}

void poison_floats(float*, std::size_t) {}

void touch_floats(const float*, std::size_t) {}

void start_clock() {}

double stop_clock() {
  refuse({DeviceTrouble::not_measured, 0, 0, ""});
}

}  // namespace gemmlab
