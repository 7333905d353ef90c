#include "common/simt/analysis/fast_path.h"

namespace simt {

const FastPath& fast_path() {
#ifdef SIMT_HAS_AVX2
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) {
    return fast_path_avx2;
  }
#endif
  return fast_path_portable;
}

}  // namespace simt
