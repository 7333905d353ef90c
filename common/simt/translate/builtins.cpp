#include "common/simt/translate/builtins.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace simt {
namespace {

constexpr std::string_view kPrefix = "__builtin_";

// Exactly these.
constexpr auto kNames = std::to_array<std::string_view>({
    "COLUMN",
    "FILE",
    "FUNCTION",
    "LINE",
    "addressof",
    "alloca",
    "assume",
    "assume_aligned",
    "bit_cast",
    "bswap16",
    "bswap32",
    "bswap64",
    "constant_p",
    "expect",
    "expect_with_probability",
    "is_constant_evaluated",
    "isfinite",
    "isgreater",
    "isgreaterequal",
    "isinf",
    "isinf_sign",
    "isless",
    "islessequal",
    "islessgreater",
    "isnan",
    "isnormal",
    "isunordered",
    "launder",
    "offsetof",
    "signbit",
    "source_location",
    "trap",
    "types_compatible_p",
    "unreachable",
});

// These, and the same with the suffix of a type.
constexpr auto kOfFloats = std::to_array<std::string_view>({
    "ceil",
    "copysign",
    "fabs",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "huge_val",
    "inf",
    "nan",
    "nans",
    "rint",
    "round",
    "sqrt",
    "trunc",
});
constexpr auto kOfIntegers = std::to_array<std::string_view>({
    "abs",
    "clrsb",
    "clz",
    "ctz",
    "ffs",
    "parity",
    "popcount",
});

template <class Stems, class Suffixes>
bool is_any(std::string_view name, const Stems& stems, const Suffixes& suffixes) {
  return std::ranges::any_of(stems, [&](std::string_view stem) {
    return name.starts_with(stem) &&
           std::ranges::find(suffixes, name.substr(stem.size())) != std::end(suffixes);
  });
}

constexpr std::array<std::string_view, 3> kFloatSuffixes = {"", "f", "l"};
constexpr std::array<std::string_view, 3> kIntegerSuffixes = {"", "l", "ll"};

}  // namespace

bool is_builtin(std::string_view word) {
  return word.starts_with(kPrefix) || word.starts_with("__sync_") || word.starts_with("__atomic_");
}

bool accesses_no_memory(std::string_view builtin) {
  if (!builtin.starts_with(kPrefix)) {
    return false;
  }
  const std::string_view name = builtin.substr(kPrefix.size());
  return std::ranges::find(kNames, name) != kNames.end() ||
         is_any(name, kOfFloats, kFloatSuffixes) || is_any(name, kOfIntegers, kIntegerSuffixes) ||
         name == "labs" || name == "llabs";
}

bool needs_literal(std::string_view builtin) {
  return builtin.starts_with(kPrefix) &&
         is_any(builtin.substr(kPrefix.size()), std::array<std::string_view, 2>{"nan", "nans"},
                kFloatSuffixes);
}

}  // namespace simt
