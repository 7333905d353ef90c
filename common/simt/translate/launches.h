// Launches, with <<<...>>> or a call, and the __launch_bounds__ of kernels.
#pragma once

#include "common/simt/translate/rewrite.h"

namespace simt {

void rewrite_launches(Rewrite& rewrite);
void rewrite_launch_calls(Rewrite& rewrite);
void rewrite_launch_bounds(Rewrite& rewrite);

}  // namespace simt
