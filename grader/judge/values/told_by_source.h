// What a finding leaves open, and the file's text tells.
#pragma once

#include <string>

#include "common/facts/finding.h"

namespace gemmlab {

// The finding, with more of its cause:
// - a race in shared memory that has two names;
// - which extents of a matrix nothing asks for, where an access is outside of it;
// - that host code computes what a kernel should.
// `text`: of the lab file.
Finding with_source_told(Finding finding, const std::string& text);

}  // namespace gemmlab
