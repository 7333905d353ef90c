// What one enclosed program may use up, itself and its children together where the system counts
// so.
#pragma once

#include <cstdint>

namespace gemmlab {

struct SandboxLimits {
  std::uint64_t address_space = 0;  // bytes of each process; 0: no limit
  std::uint64_t data_bytes = 0;     // of private memory of each process; 0: no limit
  std::uint64_t file_bytes = 0;     // of any file it writes
  std::uint64_t tmp_bytes = 0;      // of its /tmp
  std::uint64_t processes = 0;      // and threads, of its user
  std::uint64_t open_files = 0;     // of each process
  std::uint64_t cpu_seconds = 0;    // of each process
  std::uint64_t memory_bytes = 0;   // of all its processes together: who takes more is ended
  std::uint64_t files = 0;          // in its /tmp and /dev/shm: who makes more is ended
  bool files_in_memory = false;     // whether it may make them: memfd_create
};

inline constexpr std::uint64_t kMiB = 1 << 20;

// nvcc puts hundreds of MB into /tmp.
inline constexpr SandboxLimits kCompilerLimits{.address_space = 2048 * kMiB,
                                               .file_bytes = 256 * kMiB,
                                               .tmp_bytes = 512 * kMiB,
                                               .processes = 256,
                                               .open_files = 256,
                                               .cpu_seconds = 120};
// On the CPU. The simulator takes far more addresses than memory, so that these are not limited.
inline constexpr SandboxLimits kProgramLimits{.data_bytes = 1024 * kMiB,
                                              .file_bytes = 64 * kMiB,
                                              .tmp_bytes = 32 * kMiB,
                                              .processes = 256,
                                              .open_files = 256,
                                              .cpu_seconds = 600,
                                              .memory_bytes = 2048 * kMiB,
                                              .files = 16'384};
// On a GPU, whose driver maps what it likes.
inline constexpr SandboxLimits kGpuProgramLimits{.file_bytes = 64 * kMiB,
                                                 .tmp_bytes = 32 * kMiB,
                                                 .processes = 256,
                                                 .open_files = 1024,
                                                 .cpu_seconds = 600,
                                                 .memory_bytes = 8192 * kMiB,
                                                 .files = 16'384,
                                                 .files_in_memory = true};

}  // namespace gemmlab
