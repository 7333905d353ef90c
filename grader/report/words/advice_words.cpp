#include "grader/report/words/advice_words.h"

#include <fmt/ranges.h>

#include "grader/report/words/sentences.h"

namespace gemmlab {
namespace {

using fmt::arg;

std::string declaration(const PadTile& pad) {
  return fmt::format("{}[{}]", pad.variable, fmt::join(pad.extents, "]["));
}

std::string passes(const PadTile& pad) {
  return pad.passes_left > 0 ? fmt::format(": {} passes", pad.passes_left) : "";
}

std::string words(const PadTile& pad) {
  return filled(pad.kName, "-", arg("tile", declaration(pad)), arg("passes", passes(pad)));
}
std::string words(const SwapIndices& swap) {
  const PadTile pad = swap.or_pad.value_or(PadTile());
  return filled(swap.kName, swap.or_pad ? "pad" : "-",
                arg("index", swap.is_along_x ? "threadIdx.x" : "neighbouring threads"),
                arg("tile", declaration(pad)), arg("passes", passes(pad)));
}
std::string words(std::string_view name, const Nothing&) {
  return text_of(name);
}
std::string words(std::string_view name, const Repeated& repeated) {
  const bool is_whole = repeated.times == double(std::uint64_t(repeated.times));
  return filled(
      name, "-",
      arg("times", repeated.times == 2
                       ? "twice"
                       : fmt::format("{}{:.0f} times", is_whole ? "" : "about ", repeated.times)));
}
template <Text kText, typename Data>
std::string words(const NamedFact<kText, Data>& fact) {
  return words(fact.kName, fact);
}

}  // namespace

std::string sentence(const Remark& remark) {
  return std::visit([](const auto& each) { return words(each); }, remark);
}

}  // namespace gemmlab
