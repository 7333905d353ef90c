#include "grader/core/facts/fact.h"

namespace gemmlab {

GEMMLAB_ONE_OF_CODE(Fact)
GEMMLAB_ONE_OF_CODE(RefusalCause)
GEMMLAB_ONE_OF_CODE(UntimedCause)

}  // namespace gemmlab
