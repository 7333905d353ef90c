// What a run leaves behind, gathered from all multiprocessors.
#pragma once

#include "common/facts/run_report.h"
#include "common/simt/engine/machine.h"

namespace simt {

// Of the machine's run, which is at its end.
gemmlab::RunReport make_report(Machine& machine);

}  // namespace simt
