// Small changes to a lab file, such as another variable at one place. If one of them makes C right
// at every shape, its line is where to look, whatever the mistake is called.
#pragma once

#include <set>
#include <string>

#include "grader/changes/changeable_text.h"

namespace gemmlab {

// `unchanged`: lines that stay as they are.
ChangeableText changeable(const std::string& source, const std::set<int>& unchanged = {});

}  // namespace gemmlab
