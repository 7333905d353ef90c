#include "common/facts/run_report.h"

#include "common/facts/one_of.h"

namespace gemmlab {

GEMMLAB_ONE_OF_CODE(ApiCause)
GEMMLAB_ONE_OF_CODE(FindingFact)

}  // namespace gemmlab
