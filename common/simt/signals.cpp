#include "common/simt/signals.h"

namespace simt {

FaultHandler::FaultHandler() = default;
FaultHandler::~FaultHandler() = default;
void use_alternate_signal_stack() {}

}  // namespace simt
