// The memory that a warp touches, cell by cell.
#pragma once

#include <string>

#include "grader/report/html/element.h"
#include "grader/report/html/memory_picture.h"

namespace gemmlab::html {

inline constexpr double kCell = 20;  // pixels each way
inline constexpr double kHead = 16;  // above the first row of cells

// The class of a lane's colour.
std::string lane_class(unsigned lane);

// `label` says what is to be seen to those who do not see it.
void add_memory(Node parent,
                const AccessPlace& place,
                const MemoryPicture& picture,
                const std::string& label);

}  // namespace gemmlab::html
