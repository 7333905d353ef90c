// What was seen of a place in the code, with names instead of addresses.
#pragma once

#include <vector>

#include "common/facts/counts.h"
#include "common/simt/engine/multiprocessor.h"

namespace simt {

// Adds the site's counts and example to the places of its line, which stay in the order of columns.
// A compiler makes several sites of one place: the costliest example stays. A function that is
// inlined for several variables is a place for each.
void add_places(std::vector<gemmlab::AccessPlace>* places,
                const SiteRecord& site,
                int column,
                const Multiprocessor& processor);

}  // namespace simt
