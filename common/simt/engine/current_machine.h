// For what student modules call, and for signal handlers: nobody gives these the machine.
#pragma once

#include "common/simt/engine/machine.h"

namespace simt {

Machine& current_machine();

}  // namespace simt
