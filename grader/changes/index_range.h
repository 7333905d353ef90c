// Questions about numbers in a row, for tokens by their index. Not by std::views::iota, which clang
// 14, by which the parsers are fuzzed, does not compile.
#pragma once

namespace gemmlab {

// Of the numbers from `first` up to `until`, which is not one of them.
template <typename Holds>
bool any_index(int first, int until, const Holds& holds) {
  for (int i = first; i < until; ++i) {
    if (holds(i)) {
      return true;
    }
  }
  return false;
}

template <typename Holds>
bool every_index(int first, int until, const Holds& holds) {
  return !any_index(first, until, [&](int i) { return !holds(i); });
}

}  // namespace gemmlab
