// Races between two rounds of a loop.
#pragma once

#include <string>

#include "common/facts/finding.h"

namespace gemmlab {

// The finding, with another cause if it is a race for lack of a barrier at the end of a round:
// there is one between the write and the read, but a thread in its next round writes. If a line is
// in a helper, where that is called tells. `text`: of the lab file.
Finding with_round_told(Finding finding, const std::string& text);

}  // namespace gemmlab
