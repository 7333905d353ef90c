#include "grader/core/drawn_shapes.h"

#include <algorithm>

#include "grader/core/inputs.h"
#include "grader/core/read_file.h"

namespace gemmlab {
namespace {

// Independent choices, one after the other.
class Choices {
 public:
  explicit Choices(std::uint64_t key) : key_(key) {}

  // `most`: at least `least`.
  int between(int least, int most) {
    return least + int(draw(key_, next_++) % std::uint64_t(most - least + 1));
  }
  // A multiple of `unit`; the first from `least` on is possible even if it is beyond `most`.
  int multiple_between(int unit, int least, int most) {
    return unit * between((least + unit - 1) / unit, std::max(most, least + unit) / unit);
  }
  int odd_between(int least, int most) { return 1 + 2 * between(least / 2, (most - 1) / 2); }

 private:
  std::uint64_t key_, next_ = 0;
};

// Each use has choices of its own.
constexpr std::uint64_t kForValues = 0x76616c7565, kForCounts = 0x636f756e74, kForRoom = 0x726f6f6d,
                        kForTime = 0x74696d65, kForHost = 0x686f7374;

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
  const auto extent = [&](int least, int most) {
    return choices.multiple_between(spec.multiple_of, least, most);
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

Shape drawn_counted_shape(const Spec& spec, std::uint64_t key) {
  constexpr double kLeastProducts = 3e6, kMostProducts = 1.1e7;
  constexpr int kConstantFloats = 16'384;  // fit into constant memory
  const int unit = spec.multiple_of;
  Choices choices(key ^ kForCounts);
  const auto extent = [&] {
    if (unit != 1) {
      return unit * choices.between(3, 512 / unit);
    }
    const int tiles = choices.between(1, 5);  // of 128, which hardly extend beyond C
    return 128 * tiles - choices.between(0, std::min(31, 12 * tiles));
  };
  while (true) {
    const int m = extent(), n = extent();
    const int k = choices.multiple_between(unit, 137, 600);
    const double products = 1.0 * m * n * k;
    const bool fits_wide_tiles = m % (2 * unit) == 0 && n % (2 * unit) == 0;
    if (products >= kLeastProducts && products <= kMostProducts && !fits_wide_tiles &&
        std::min(m, n) * k > kConstantFloats) {
      return {m, n, k, "drawn for this file: counted, too", true, true};
    }
  }
}

std::vector<Shape> drawn_value_shapes(const Spec& spec, std::uint64_t key) {
  Choices choices(key ^ kForValues);
  const Shape small = small_shape(spec, choices);
  return {small, shape_over_tiles(spec, choices), drawn_counted_shape(spec, key)};
}

Shape roomy_shape(const Spec& spec, std::uint64_t key) {
  Choices choices(key ^ kForRoom);
  // In one direction; the limit allows for tiles of 128, so that these must hardly need it.
  const auto extends_by_at_most = [](int extent, int tile, double most) {
    return (extent + tile - 1) / tile * tile <= most * extent;
  };
  const auto extent = [&] {
    while (true) {
      const int drawn = choices.multiple_between(spec.multiple_of, 480, 1000);
      if (extends_by_at_most(drawn, 128, 1.035) && extends_by_at_most(drawn, 96, 1.13)) {
        return drawn;
      }
    }
  };
  const int m = extent(), n = extent();
  const int below = spec.multiple_of == 1 ? choices.between(0, 2) : 0;
  constexpr int kProducts = 60'000'000, kDepth = 32;  // this takes the simulator seconds
  const int tiles = choices.between(3, std::max(3, kProducts / (m * n) / kDepth));
  return {m, n, kDepth * tiles - below, "roomy"};
}

Shape drawn_host_shape(const Spec& spec, std::uint64_t key) {
  Choices choices(key ^ kForHost);
  const auto extent = [&](int least, int most) {
    return choices.multiple_between(spec.multiple_of, least, most);
  };
  const int m = extent(129, 250), n = extent(129, 250);
  return {m, n, extent(33, std::max(96, 5'000'000 / (m * n))), "drawn for this file"};
}

int drawn_depth(int size, int step, std::uint64_t key) {
  Choices choices(key ^ kForTime);
  return step * choices.between((size - size / 8 + step - 1) / step, size / step);
}

}  // namespace gemmlab
