// What this machine is, as far as grading cares.
#pragma once

#include <string>

namespace gemmlab {

// "AMD EPYC 7B13", or the architecture if the kernel does not say.
std::string processor_name();

// Cores that this process may use.
int usable_cores();

}  // namespace gemmlab
