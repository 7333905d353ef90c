#include "common/simt/analysis/fast_tables.h"

namespace simt {

FastRequest fast_request() {
#ifdef SIMT_HAS_AVX2
  if (__builtin_cpu_supports("avx2")) {
    return fast_request_avx2;
  }
#endif
  return fast_request_portable;
}

}  // namespace simt
