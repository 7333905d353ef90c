// The names of enum values, written once: next to the enum, in its order.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>

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

// The name of a struct as the compiler writes it, without its namespaces: "BadAccess".
template <typename Struct>
constexpr std::string_view name_in_code() {
  std::string_view text = __PRETTY_FUNCTION__;  // "... [with Struct = gemmlab::BadAccess; ...]"
  text.remove_prefix(text.find("Struct = ") + 9);
  text = text.substr(0, text.find_first_of(";]"));
  return text.substr(text.rfind(':') + 1);
}

// The same in lower case: "bad_access". Ends in zeros.
template <typename Struct>
inline constexpr auto lower_case_name = [] {
  constexpr std::string_view in_code = name_in_code<Struct>();
  std::array<char, 2 * in_code.size()> letters{};
  std::size_t size = 0;
  for (const char letter : in_code) {
    const bool is_capital = letter >= 'A' && letter <= 'Z';
    if (is_capital && size > 0) {
      letters[size++] = '_';
    }
    letters[size++] = is_capital ? char(letter - 'A' + 'a') : letter;
  }
  return letters;
}();

// The name of a fact in JSON and in the tables of sentences: "bad_access" for BadAccess, or its
// kName if it has one.
template <typename Fact>
constexpr std::string_view fact_name() {
  if constexpr (requires { Fact::kName; }) {
    return Fact::kName;
  } else {
    return lower_case_name<Fact>.data();
  }
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

// The same with a first value `none`, whose name is empty.
#define GEMMLAB_ENUM_OR_NONE(Enum, ...)  \
  enum class Enum { none, __VA_ARGS__ }; \
  GEMMLAB_NAMES(Enum, , __VA_ARGS__)

// The names of an enum declared elsewhere, for example inside a struct:
//   GEMMLAB_NAMES(NoSource::Why, unreadable, too_large, not_text)
#define GEMMLAB_NAMES(Enum, ...) GEMMLAB_NAMES_IN(Enum, #__VA_ARGS__)

// Names that differ from those in code: GEMMLAB_NAMES_IN(BackendsUsed, "sim, cuda, sim+cuda")
#define GEMMLAB_NAMES_IN(Enum, names)                                                  \
  template <>                                                                          \
  struct EnumNames<Enum> {                                                             \
    static constexpr std::string_view list = names;                                    \
    static constexpr auto all =                                                        \
        split_names<std::size_t(std::count(list.begin(), list.end(), ',')) + 1>(list); \
  };
