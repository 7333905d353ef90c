// Sizes that depend on the judged file: no program can be made for them alone. A list in a Spec is
// read by everybody; these are drawn from the file's own bytes and a secret of the course, so that
// the same file always gets the same sizes, and another file others.
#pragma once

#include <cstdint>
#include <string_view>

#include "grader/core/spec.h"

namespace gemmlab {

// The secret of who judges at home, where the sizes only need to be the same in each run.
inline constexpr std::string_view kSecretAtHome = "gemmlab.shapes/1";

// What the sizes of one file are drawn from. `secret`: the course's; empty: at home.
std::uint64_t shape_key(std::string_view file_text, std::string_view secret);

// Sizes at which values are judged, besides those of the Spec: a small one, with odd extents if
// the lab promises all; one over several large tiles; and the counted one.
std::vector<Shape> drawn_value_shapes(const Spec& spec, std::uint64_t key);

// Where a kernel cannot know that it is counted: m and n between one and five tiles of 128,
// which hardly extend beyond C, but not whole tiles in both directions; of any parity if the lab
// promises all sizes. No operand fits into constant memory.
Shape drawn_counted_shape(const Spec& spec, std::uint64_t key);

// A size where tiles of 128, 96 or a fraction of these hardly extend beyond C, of a wide range.
Shape roomy_shape(const Spec& spec, std::uint64_t key);

// Where matmul_host runs, too: A, B and C together have more than 64 KiB.
Shape drawn_host_shape(const Spec& spec, std::uint64_t key);

// The k of timed products of size x size: a multiple of `step` from seven eighths of the size up to
// it. Ratios of programs there are within 1 % of those at the whole size (docs/measurements.md).
int drawn_depth(int size, int step, std::uint64_t key);

}  // namespace gemmlab
