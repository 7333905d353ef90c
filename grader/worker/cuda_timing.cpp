// Timed calls on a GPU: plain memory, and events around the calls.
#include "grader/core/inputs.h"
#include "grader/worker/backend.h"
#include "grader/worker/cuda_context.h"

namespace gemmlab {
namespace {

struct Events {
  CuEvent start = nullptr, end = nullptr;
};

Events& events() {
  static Events made = [] {
    Events both;
    must(driver().create_event(&both.start, 0), "cuEventCreate");
    must(driver().create_event(&both.end, 0), "cuEventCreate");
    return both;
  }();
  return made;
}

CuPointer device_pointer(const float* memory) {
  return reinterpret_cast<CuPointer>(memory);
}

}  // namespace

float* allocate_floats(std::size_t count) {
  return reinterpret_cast<float*>(allocate_bytes(count * sizeof(float)));
}

void release_floats(float* memory) {
  release_bytes(device_pointer(memory));
}

void write_floats(float* to, const float* from_host, std::size_t count) {
  must(driver().copy_to_device(device_pointer(to), from_host, count * sizeof(float)),
       "cuMemcpyHtoD");
}

void read_floats(float* to_host, const float* from, std::size_t count) {
  must(driver().copy_to_host(to_host, device_pointer(from), count * sizeof(float)), "cuMemcpyDtoH");
}

void poison_floats(float* memory, std::size_t count) {
  must(driver().fill_words(device_pointer(memory), kPoisonBits, count), "cuMemsetD32");
  wait_for_device();  // a program's own stream would not wait for it
}

void touch_floats(const float*, std::size_t) {}  // no host code has a say in when kernels run

void start_clock() {
  must(driver().record_event(events().start, nullptr), "cuEventRecord");
}

double stop_clock() {
  must(driver().record_event(events().end, nullptr), "cuEventRecord");
  wait_for_device();
  float milliseconds = 0;
  must(driver().elapsed(&milliseconds, events().start, events().end), "cuEventElapsedTime");
  return milliseconds * 1e-3;
}

}  // namespace gemmlab
