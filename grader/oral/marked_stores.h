// Which elements one thread stores: found by marking them.
#pragma once

#include <string>

namespace gemmlab {

// A thread: where it is in its block, and where that is in the grid.
struct OneThread {
  unsigned x = 0, y = 0, block_x = 0, block_y = 0;
};

// The file in which this thread stores a number that is wrong everywhere, in place of what it
// stores to the matrix c: then what is wrong is what it stores. Empty if no plain assignment
// stores to a parameter that is called so.
std::string with_marked_stores(const std::string& source, const OneThread& thread);

}  // namespace gemmlab
