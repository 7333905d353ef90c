// The names of an enum's values, written once: beside the enum, in its order.
#pragma once

#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

namespace gemmlab {

// Specialised beside each enum that has names: `static constexpr std::string_view all[]`.
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

// The value of that name, or nothing.
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

}  // namespace gemmlab
