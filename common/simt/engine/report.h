// The results of a run, with names instead of addresses.
#pragma once

#include "common/facts/run_report.h"

namespace simt {

struct Machine;

// The results of the run that the machine has done, collected at its end.
gemmlab::RunReport report_of(Machine& machine);

}  // namespace simt
