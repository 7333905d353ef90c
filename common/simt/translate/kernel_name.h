// The expression before <<<, which names the kernel of a launch.
#pragma once

#include "common/simt/translate/tokens.h"

namespace simt {

// The first token of the postfix expression that ends at `last`: a name with its qualifiers and
// template arguments, followed by subscripts and calls, or something in parentheses. -1 if there is
// no such expression.
int kernel_name_begin(const Tokens& tokens, int last);

}  // namespace simt
