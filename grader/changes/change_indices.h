// What an index may lack, such as a factor or a term, and what bounds it.
#pragma once

#include "grader/changes/change_writer.h"

namespace gemmlab {

// A pass over all tokens.
void change_indices(ChangeWriter& writer);

// The only index of an array, such as of a thread's sums, as each loop's variable.
void index_by_loops(ChangeWriter& writer);

}  // namespace gemmlab
