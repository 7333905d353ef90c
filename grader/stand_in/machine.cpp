#include "grader/stand_in/machine.h"

#include <fstream>

namespace gemmlab::stand_in {

Machine::Machine(const std::string& file)
    : values_{
          {"name", "Stand-in GPU"},
          {"driver", "13000"},  // the newest CUDA version that it supports
          {"devices", "1"},
          {"crashes", "0"},        // 1: in cuInit
          {"init_error", "0"},     // of cuInit
          {"context_error", "0"},  // of cuDevicePrimaryCtxRetain
          {"architecture", "90"},
          {"multiprocessors", "10"},  // 3.84 TFLOP/s with the clock below
          {"clock_khz", "1500000"},
          {"compute_mode", "0"},
          {"total_mib", "1024"},
          {"free_mib", "224"},          // before anything is allocated here
          {"failing_allocation", "0"},  // the n-th allocation of a process fails; 0: none does
          {"shares", "1"},              // processes can share its memory
          {"takes_over", "1"},          // and do so without an error
          {"gflops", "1000"},           // for its kernels
          {"toolkit", ""},              // of the nvcc next to it, which reads them there
          {"architectures", ""},
          {"host_compiler", ""},
      } {
  std::ifstream in(file);
  for (std::string key, value; in >> key && std::getline(in >> std::ws, value);) {
    values_.at(key) = value;  // an unknown key ends the test that wrote it
  }
}

}  // namespace gemmlab::stand_in
