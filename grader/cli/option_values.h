// Parses the values of options. All functions throw UsageError that says what is accepted.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "grader/core/spec.h"

namespace gemmlab {

std::uint64_t parse_seed(const std::string& text);

// "M,N,K", each at least 1.
Shape parse_shape(const std::string& text);

// "2/5": the second of five.
std::pair<int, int> parse_shard(const std::string& text);

// Whether it is a multiple of 32 at which speed can be measured.
bool is_size_to_time(const std::string& text);

}  // namespace gemmlab
