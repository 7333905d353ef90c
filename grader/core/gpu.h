// A GPU as its driver describes it, and values derived from that description.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/facts/json_fields.h"
#include "common/model/devices.h"

namespace gemmlab {

struct Gpu {
  std::string name;
  int major = 0, minor = 0;  // compute capability
  int multiprocessors = 0;
  int clock_khz = 0, memory_clock_khz = 0;
  int memory_bus_bits = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t free_bytes = 0;  // when queried; 0 if the GPU could not be used
  int l2_bytes = 0;
  int threads_per_multiprocessor = 0, registers_per_multiprocessor = 0;
  int shared_bytes_per_multiprocessor = 0, shared_bytes_per_block = 0;
  bool drives_a_display = false;  // kernels are stopped after some seconds
  bool exclusive = false;         // only one process at a time may use it
  std::string bus;  // its address on this machine, "0000:1b:00": distinguishes identical GPUs

  int architecture() const { return 10 * major + minor; }  // 90: sm_90
};
GEMMLAB_JSON(Gpu, name, major, minor, multiprocessors, clock_khz, memory_clock_khz, memory_bus_bits,
             memory_bytes, free_bytes, l2_bytes, threads_per_multiprocessor,
             registers_per_multiprocessor, shared_bytes_per_multiprocessor, shared_bytes_per_block,
             drives_a_display, exclusive, bus)

// What the driver reports about this machine's GPUs.
struct GpuSurvey {
  int driver_version = 0;  // the newest CUDA that the driver supports: 13000 is 13.0; 0: no driver
  std::vector<Gpu> gpus;   // usable by this process; the first one grades
  std::string problem;     // the driver's name for the error, "CUDA_ERROR_NO_DEVICE"; or empty
};
GEMMLAB_JSON(GpuSurvey, driver_version, gpus, problem)

// fp32 operations per second if every lane does a fused multiply-add each cycle, at the clock rate
// that the driver reports; 0 if the architecture is unknown.
double peak_fp32_flops(const Gpu& gpu);

// Bytes per second between the GPU and its memory, from clock rate and bus width (two transfers per
// cycle); 0 if the driver does not report them.
inline double memory_bandwidth(const Gpu& gpu) {
  return 2.0 * gpu.memory_clock_khz * 1e3 * gpu.memory_bus_bits / 8;
}

// "13.0" from 13000, CUDA's version number.
std::string version_text(int version);
// "9.0" from 90, an architecture's number.
std::string capability_text(int architecture);

// The driver's numbers, completed from the model's tables. Empty if the tables have no similar
// architecture.
std::optional<model::Device> modelled(const Gpu& gpu);

}  // namespace gemmlab
