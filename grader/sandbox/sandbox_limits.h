// What one enclosed program may use up, itself and its children together where the system counts
// so.
#pragma once

#include <cstdint>

namespace gemmlab {

struct SandboxLimits {
  std::uint64_t address_space = 0;  // bytes of each process; 0: no limit
  std::uint64_t file_bytes = 0;     // of any file it writes
  std::uint64_t tmp_bytes = 0;      // of its /tmp
  std::uint64_t processes = 0;      // and threads, of its user
  std::uint64_t open_files = 0;     // of each process
  std::uint64_t cpu_seconds = 0;    // of each process
};

// Compilers: nvcc puts hundreds of MB into /tmp.
inline constexpr SandboxLimits kCompilerLimits{
    std::uint64_t{2} << 30, std::uint64_t{256} << 20, std::uint64_t{512} << 20, 256, 256, 120};
// Programs on the CPU, the simulator's too, whose arena takes addresses rather than memory.
inline constexpr SandboxLimits kProgramLimits{
    std::uint64_t{4} << 30, std::uint64_t{64} << 20, std::uint64_t{32} << 20, 256, 256, 600};
// Programs on a GPU: its driver maps far more addresses than there is memory.
inline constexpr SandboxLimits kGpuProgramLimits{
    0, std::uint64_t{64} << 20, std::uint64_t{32} << 20, 256, 1024, 600};

}  // namespace gemmlab
