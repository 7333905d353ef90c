#include "grader/core/drawn_shapes.h"

#include <fmt/format.h>
#include <algorithm>

#include "grader/core/inputs.h"
#include "grader/core/read_file.h"

namespace gemmlab {
namespace {

// Independent choices, one after the other.
class Choices {
 public:
  explicit Choices(std::uint64_t key) : key_(key) {}

  int between(int least, int most) {
    return least + int(draw(key_, next_++) % std::uint64_t(most - least + 1));
  }
  int odd_between(int least, int most) { return 1 + 2 * between(least / 2, (most - 1) / 2); }

 private:
  std::uint64_t key_, next_ = 0;
};

// Each use has choices of its own.
constexpr std::uint64_t kForValues = 0x76616c7565, kForCounts = 0x636f756e74, kForRoom = 0x726f6f6d,
                        kForTime = 0x74696d65;

Shape small_shape(const Spec& spec, Choices& choices) {
  const bool any_size = spec.multiple_of == 1;
  const auto extent = [&] {
    return any_size ? choices.odd_between(3, 63) : spec.multiple_of * choices.between(1, 5);
  };
  Shape shape{extent(), extent(), extent(),
              any_size ? "drawn for this file: small and odd" : "drawn for this file: small"};
  while (shape.n == shape.m) {
    shape.n = extent();
  }
  while (shape.k == shape.m || shape.k == shape.n) {
    shape.k = extent();
  }
  return shape;
}

// One of m and n may be long; the product of all three is limited, because this takes the simulator
// the longest.
Shape shape_over_tiles(const Spec& spec, Choices& choices) {
  constexpr int kProducts = 4'000'000, kLeast = 130, kMost = 700, kLeastDepth = 17,
                kMostDepth = 260;
  const int unit = spec.multiple_of;
  const auto extent = [&](int least, int most) {  // in units
    return unit * choices.between((least + unit - 1) / unit, std::max(most, least + unit) / unit);
  };
  const int one = extent(kLeast, kMost);
  const int other = extent(kLeast, std::min(kMost, kProducts / kLeastDepth / one));
  const int depth = extent(kLeastDepth, std::min(kMostDepth, kProducts / one / other));
  const bool is_wide = choices.between(0, 1) == 1;
  return {is_wide ? other : one, is_wide ? one : other, depth,
          "drawn for this file: several large tiles", true};
}

}  // namespace

std::uint64_t shape_key(std::string_view file_text, std::string_view secret) {
  const std::string_view own = secret.empty() ? kSecretAtHome : secret;
  return std::stoull(sha256(sha256(own) + std::string(file_text)).substr(0, 16), nullptr, 16);
}

std::vector<Shape> drawn_value_shapes(const Spec& spec, std::uint64_t key) {
  Choices choices(key ^ kForValues);
  const Shape small = small_shape(spec, choices);
  return {small, shape_over_tiles(spec, choices)};
}

Shape drawn_counted_shape(const Spec& spec, std::uint64_t key) {
  Choices choices(key ^ kForCounts);
  if (spec.multiple_of == 1) {
    // Tiles of 128 hardly extend beyond any; of three, one extent is long.
    const auto below = [&](int whole, int most) { return whole - choices.odd_between(1, most); };
    switch (choices.between(0, 3)) {
      case 0:
        return {below(512, 31), below(128, 7), below(160, 7), "drawn"};
      case 1:
        return {below(128, 7), below(512, 31), below(160, 7), "drawn"};
      case 2:
        return {below(128, 15), below(128, 15), below(512, 31), "drawn"};
      default:
        return {below(256, 31), below(256, 31), below(128, 15), "drawn"};
    }
  }
  const int unit = spec.multiple_of;  // odd multiples, which wider tiles do not divide
  const int m = unit * choices.odd_between(5, 9), n = unit * choices.odd_between(5, 9);
  return {m, n, unit * choices.odd_between(5, 7), "drawn"};
}

Shape roomy_shape(const Spec& spec, std::uint64_t key) {
  Choices choices(key ^ kForRoom);
  const auto below = [&](int whole) {
    return whole - spec.multiple_of * choices.odd_between(1, spec.multiple_of == 1 ? 7 : 3);
  };
  const int m = below(960), n = below(960);
  return {m, n, below(192), "drawn"};
}

int drawn_depth(int size, int step, std::uint64_t key) {
  Choices choices(key ^ kForTime);
  return step * choices.between((size - size / 8 + step - 1) / step, size / step);
}

}  // namespace gemmlab
