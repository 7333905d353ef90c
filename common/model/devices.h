// GPUs in the model: what one multiprocessor (SM) can hold and start, how many there are, and how
// fast memory is. From capabilities.table and gpus.table.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gemmlab::model {

inline constexpr int kWarp = 32;  // threads

template <typename Integer>
constexpr Integer divided_up(Integer value, Integer unit) {
  return (value + unit - 1) / unit;
}

// One multiprocessor of a compute capability; capabilities.table explains each number.
struct Limits {
  int architecture = 0;  // 90: compute capability 9.0
  int lanes = 0, fp64_lanes = 0;
  int schedulers = 0;
  double wavefronts = 0;
  bool unified = false;
  int threads = 0, blocks = 0;
  int registers = 0, register_unit = 0;
  int parts = 0;  // that allocate registers to warps; 0: registers are allocated to whole blocks
  int block_registers = 0, thread_registers = 0;
  int shared = 0, shared_unit = 0, block_shared = 0, reserved = 0;  // bytes
  int block_threads = 0;

  int warps() const { return threads / kWarp; }
};

// What tensor cores do, in operations per second, by the vendor's words; 0: no such type.
struct TensorPeaks {
  double clock_hz = 0;  // for which they are stated
  double tf32 = 0, half = 0, s8 = 0;
};

struct Device {
  std::string id;    // "h200"
  std::string name;  // "H200"
  Limits limits;
  int multiprocessors = 0;
  double clock_hz = 0;   // boost
  double bandwidth = 0;  // bytes per second; 0: unknown
  std::int64_t l2_bytes = 0;
  double stated_flops = 0, stated_clock_hz = 0;  // the vendor's peak, and the clock rate for it
  TensorPeaks tensor;
  std::string source;
};

// fp32 or fp64 operations per second if every lane starts a multiply-add each clock cycle.
inline double peak_flops(const Device& device) {
  return 2.0 * device.limits.lanes * device.multiprocessors * device.clock_hz;
}
inline double peak_fp64_flops(const Device& device) {
  return 2.0 * device.limits.fp64_lanes * device.multiprocessors * device.clock_hz;
}

// The rows of the tables.
const std::vector<Limits>& capabilities();
const std::vector<Device>& devices();

// The row of an architecture (90), or of the closest older one that is similar; null if there is
// none.
const Limits* limits_of(int architecture);

// The GPU that the user names by id or name, ignoring case, blanks and brand words: "h200", "RTX
// 4090", "NVIDIA GeForce RTX 4090". Null if none.
const Device* find_device(std::string_view word);

// The GPU with that id, which the table must have. Throws std::logic_error.
const Device& device(std::string_view id);

// Read the tables; `name` is for messages. Throw TableError with line and column.
std::vector<Limits> read_capabilities(std::string_view text, const std::string& name);
std::vector<Device> read_devices(std::string_view text, const std::string& name,
                                 const std::vector<Limits>& capabilities);

}  // namespace gemmlab::model
