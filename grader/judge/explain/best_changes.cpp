#include "grader/judge/explain/best_changes.h"

#include <algorithm>
#include <boost/algorithm/string.hpp>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <tuple>

#include "grader/core/source/source_text.h"

namespace gemmlab {
namespace {

void mark_dear(std::vector<Helpful>& all) {
  constexpr double kTimes = 2, kAccesses = 1.25;
  std::uint64_t wasted = ~std::uint64_t(0), accesses = wasted;
  for (const Helpful& each : all) {
    if (!each.is_unlikely()) {
      wasted = std::min(wasted, each.wasted);
      accesses = std::min(accesses, each.accesses);
    }
  }
  for (Helpful& each : all) {
    each.is_dear = double(each.wasted) > kTimes * double(wasted) ||
                   double(each.accesses) > kAccesses * double(accesses);
  }
}

// x = e as x += e
bool adds(const Helpful& each) {
  return each.change.kind == ChangeKind::replaced &&
         each.change.was.find("+=") == std::string::npos &&
         each.change.now.find("+=") != std::string::npos;
}

}  // namespace

std::uint64_t wasted_units(const RunCounts& counts) {
  std::uint64_t wasted = 0;
  for (const AccessCounts& each :
       {counts.global_load, counts.global_store, counts.shared_load, counts.shared_store}) {
    wasted += each.units - std::min(each.units, each.ideal_units);
  }
  return wasted;
}

std::set<int> lines_of_both(const std::string& text, const std::string& skeleton) {
  const auto trimmed = [](std::string_view line) {
    std::string code(code_of(line));
    boost::trim(code);
    return code;
  };
  std::set<std::string> given;
  for (const std::string_view line : lines_of(skeleton)) {
    given.insert(trimmed(line));
  }
  std::set<int> both;
  int number = 0;
  for (const std::string_view line : lines_of(text)) {
    ++number;
    if (given.contains(trimmed(line))) {
      both.insert(number);
    }
  }
  return both;
}

std::set<int> other_lines(const std::string& text, const std::set<int>& lines) {
  std::set<int> others;
  const int count = int(std::ranges::count(text, '\n')) + 1;
  for (int line = 1; line <= count; ++line) {
    if (!lines.contains(line)) {
      others.insert(others.end(), line);
    }
  }
  return others;
}

std::array<std::vector<std::size_t>, 4> in_order_of_trial(const std::vector<Change>& changes,
                                                          std::size_t begin, std::size_t end,
                                                          const std::set<int>& lines) {
  enum Group : std::uint8_t { reasoned, likely, named, others };
  std::array<std::vector<std::size_t>, 4> groups;
  for (std::size_t i = begin; i < end; ++i) {
    const Change& change = changes[i];
    const Group group = has_reason(change.kind)            ? reasoned
                        : change.likeness < Likeness::none ? likely
                        : lines.contains(change.line)      ? named
                                                           : others;
    groups[group].push_back(i);
  }
  return groups;
}

std::vector<Change> best_of(std::vector<Helpful> helpful,
                            const std::function<bool(const Helpful& each)>& is_right) {
  constexpr std::size_t kMostTold = 2;
  // To keep what a loop's own sum holds makes up for a total that it replaces.
  if (std::ranges::any_of(helpful, adds)) {
    std::erase_if(helpful,
                  [](const Helpful& each) { return each.change.kind == ChangeKind::kept; });
  }
  mark_dear(helpful);
  std::ranges::stable_sort(helpful, {}, [](const Helpful& each) {
    return std::tuple(each.is_unlikely(), each.is_given, each.is_dear,
                      !has_reason(each.change.kind), each.change.likeness, each.moved());
  });
  std::vector<Helpful> best;
  for (const Helpful& each : helpful) {
    const bool is_new = std::ranges::none_of(
        best, [&](const Helpful& other) { return other.change.line == each.change.line; });
    const bool is_worse = !best.empty() && ((best.front().is_sure() && !each.is_sure()) ||
                                            each.is_dear > best.front().is_dear ||
                                            each.is_given > best.front().is_given ||
                                            (each.change.likeness >= Likeness::unlike &&
                                             best.front().change.likeness < Likeness::unlike));
    if (is_new && !is_worse && best.size() < kMostTold && is_right(each)) {
      best.push_back(each);
    }
  }
  std::vector<Change> changes;
  std::ranges::transform(best, std::back_inserter(changes), &Helpful::change);
  return changes;
}

}  // namespace gemmlab
