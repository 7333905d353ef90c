// What a run leaves behind, gathered from all multiprocessors.
#pragma once

#include "common/simt/simulator.h"

namespace simt {

// Of machine().run, which is at its end.
Report make_report();

}  // namespace simt
