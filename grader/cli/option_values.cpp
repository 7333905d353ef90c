#include "grader/cli/option_values.h"

#include <fmt/format.h>

#include <charconv>
#include <vector>

#include "grader/cli/context.h"

namespace gemmlab {
namespace {

// "33,50,17": its numbers, each at least 1; none if their count is wrong.
std::vector<int> numbers_in(const std::string& text, char separator, std::size_t count) {
  std::vector<int> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (numbers.size() < count) {
    int number = 0;
    const auto [next, error] = std::from_chars(at, end, number);
    const bool is_last = numbers.size() + 1 == count;
    if (error != std::errc() || number < 1 || (next == end) != is_last ||
        (!is_last && *next != separator)) {
      return {};
    }
    numbers.push_back(number);
    at = next + 1;
  }
  return numbers;
}

}  // namespace

std::uint64_t parse_seed(const std::string& text) {
  std::uint64_t seed = 0;
  const char* const end = text.data() + text.size();
  const auto [next, error] = std::from_chars(text.data(), end, seed);
  if (error != std::errc() || next != end) {
    throw UsageError(fmt::format("--seed needs a whole number of at least 0, not '{}'.", text));
  }
  return seed;
}

Shape parse_shape(const std::string& text) {
  const std::vector<int> extents = numbers_in(text, ',', 3);
  if (extents.empty()) {
    throw UsageError(fmt::format(
        "--shape needs three sizes of at least 1, such as 33,50,17 for M,N,K; not '{}'.", text));
  }
  return {extents[0], extents[1], extents[2], ""};
}

std::pair<int, int> parse_shard(const std::string& text) {
  const std::vector<int> numbers = numbers_in(text, '/', 2);
  if (numbers.empty() || numbers[0] > numbers[1]) {
    throw UsageError(
        fmt::format("--shard needs I/N with I from 1 to N, such as 2/5 for the second of five "
                    "parts; not '{}'.",
                    text));
  }
  return {numbers[0], numbers[1]};
}

bool is_size_to_time(const std::string& text) {
  const std::vector<int> size = numbers_in(text, ',', 1);
  return !size.empty() && size[0] >= 64 && size[0] <= 4096 && size[0] % 32 == 0;
}

}  // namespace gemmlab
