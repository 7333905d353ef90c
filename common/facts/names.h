// The names of enum values, written once: next to the enum, in its order.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

namespace gemmlab {

// Specialised next to each enum that has names: `static constexpr std::string_view all[]`.
template <typename Enum>
struct EnumNames;

template <typename Enum>
concept Named = requires {
  EnumNames<Enum>::all;
};

template <Named Enum>
constexpr std::string_view name(Enum value) {
  return EnumNames<Enum>::all[static_cast<std::size_t>(value)];
}

// The value with that name, or nothing.
template <Named Enum>
constexpr std::optional<Enum> named(std::string_view text) {
  for (std::size_t i = 0; i < std::size(EnumNames<Enum>::all); ++i) {
    if (EnumNames<Enum>::all[i] == text) {
      return static_cast<Enum>(i);
    }
  }
  return std::nullopt;
}

template <Named Enum>
std::vector<Enum> all_values() {
  std::vector<Enum> values;
  for (std::size_t i = 0; i < std::size(EnumNames<Enum>::all); ++i) {
    values.push_back(static_cast<Enum>(i));
  }
  return values;
}

// The names in "one, two".
template <std::size_t kCount>
constexpr std::array<std::string_view, kCount> split_names(std::string_view list) {
  std::array<std::string_view, kCount> names;
  for (std::string_view& each : names) {
    const std::size_t end = std::min(list.find(','), list.size());
    each = list.substr(0, end);
    list.remove_prefix(std::min(end + 2, list.size()));
  }
  return names;
}

}  // namespace gemmlab

// An enum whose values have the same names in text as in code:
//   GEMMLAB_ENUM(Access, read, write, update)
#define GEMMLAB_ENUM(Enum, ...)    \
  enum class Enum { __VA_ARGS__ }; \
  GEMMLAB_NAMES(Enum, __VA_ARGS__)

// The names of an enum declared elsewhere, for example inside a struct:
//   GEMMLAB_NAMES(NoSource::Why, unreadable, too_large, not_text)
#define GEMMLAB_NAMES(Enum, ...)                                                       \
  template <>                                                                          \
  struct EnumNames<Enum> {                                                             \
    static constexpr std::string_view list = #__VA_ARGS__;                             \
    static constexpr auto all =                                                        \
        split_names<std::size_t(std::count(list.begin(), list.end(), ',')) + 1>(list); \
  };
