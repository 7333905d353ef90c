#include "grader/diagnosis/explanation.h"

#include <algorithm>

namespace gemmlab {

const Explanation* find(const std::vector<Explanation>& all, const Explanation& wanted) {
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const Explanation& each) { return is_same(each, wanted); });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace gemmlab
