// CUDA's own words inside kernels and before variables: each is rewritten in place. And data about
// loops and statements that the simulator needs and debug information does not contain.
#pragma once

#include "common/simt/translate/rewrite.h"

namespace simt {

void rewrite_indices(Rewrite& rewrite);
void rewrite_qualifiers(Rewrite& rewrite);
void rewrite_barriers(Rewrite& rewrite);
void log_rounds(Rewrite& rewrite);
void rewrite_memory_spaces(Rewrite& rewrite);
void tell_long_statements(Rewrite& rewrite);

}  // namespace simt
