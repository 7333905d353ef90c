#include "grader/core/facts/refusal.h"

namespace gemmlab {

GEMMLAB_ONE_OF_CODE(RefusalCause)

}  // namespace gemmlab
