// The passes of the translator, each over all tokens.
#pragma once

#include "common/simt/translate/rewrite.h"

namespace simt {

// Each may throw a TranslateError.
void refuse_what_hides_accesses(const Rewrite& rewrite);
void name_what_is_unknown(const Rewrite& rewrite);
void rewrite_launches(Rewrite& rewrite);
// `open`: the parenthesis before the launch's arguments.
void rewrite_launch_arguments(Rewrite& rewrite, int open);
void rewrite_launch_calls(Rewrite& rewrite);
void rewrite_indices(Rewrite& rewrite);
void rewrite_qualifiers(Rewrite& rewrite);
void rewrite_launch_bounds(Rewrite& rewrite);
void rewrite_shared_variables(Rewrite& rewrite);
void rewrite_barriers(Rewrite& rewrite);
void log_rounds(Rewrite& rewrite);
void rewrite_constants(Rewrite& rewrite);
void tell_long_statements(Rewrite& rewrite);

}  // namespace simt
