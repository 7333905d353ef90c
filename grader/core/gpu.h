// A GPU as its driver describes it, and what follows from that description.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/model/devices.h"

namespace gemmlab {

struct Gpu {
  std::string name;
  int major = 0, minor = 0;  // compute capability
  int multiprocessors = 0;
  int clock_khz = 0;
  int memory_clock_khz = 0;
  int memory_bus_bits = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t free_bytes = 0;  // when it was looked at; 0 if it could not be used
  int l2_bytes = 0;
  int threads_per_multiprocessor = 0;
  int registers_per_multiprocessor = 0;
  int shared_bytes_per_multiprocessor = 0;
  int shared_bytes_per_block = 0;
  bool drives_a_display = false;  // kernels of more than some seconds are stopped
  bool exclusive = false;         // one process at a time may use it
  std::string bus;  // where it sits on this machine, "0000:1b:00": tells two alike apart

  int architecture() const { return 10 * major + minor; }  // 90: sm_90
};

// What a machine's driver says about its GPUs.
struct GpuSurvey {
  int driver_version = 0;  // the newest CUDA that the driver runs: 13000 is 13.0; 0: no driver
  std::vector<Gpu> gpus;   // that this process may use; the first is the one that grades
  std::string problem;     // the driver's name of what is wrong, "CUDA_ERROR_NO_DEVICE"; or empty
};

// fp32 operations a second if every lane does a fused multiply-add each cycle, at the clock that
// the driver states; 0 if the architecture is not known.
double peak_fp32_flops(const Gpu& gpu);

// Bytes a second between the GPU and its memory, by clock and width of the bus (two transfers a
// cycle); 0 if the driver does not state them.
double memory_bandwidth(const Gpu& gpu);

// "13.0" from 13000: how CUDA counts its versions.
std::string version_text(int version);

// The driver's own numbers, and what it does not state from the model's tables. Empty if the tables
// know nothing like this architecture.
std::optional<model::Device> modelled(const Gpu& gpu);

}  // namespace gemmlab
