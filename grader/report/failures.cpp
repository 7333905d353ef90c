#include "grader/report/failures.h"

#include <fmt/format.h>

#include <algorithm>

namespace gemmlab {

std::vector<Failures> grouped_failures(const LabResult& lab) {
  std::vector<Failures> groups;
  for (const Check& check : lab.checks) {
    if (check.status() != Status::failed) {
      continue;
    }
    const auto group = std::ranges::find_if(groups, [&](const Failures& failures) {
      const Check& first = *failures.front();
      const bool same_place = first.line() == check.line() && first.file() == check.file();
      return first.verdict == check.verdict && (same_place || !check.line());
    });
    if (group == groups.end()) {
      groups.push_back({&check});
    } else {
      group->push_back(&check);
    }
  }
  std::ranges::stable_sort(groups, is_graver,
                           [](const Failures& group) { return group.front()->verdict; });
  return groups;
}

std::string path_of(const LabResult& lab, const Check& check) {
  return check.file().empty() ? lab.source : check.file();
}

std::string extents(const Shape& shape) {
  return fmt::format("{}x{}x{}", shape.m, shape.n, shape.k);
}

}  // namespace gemmlab
