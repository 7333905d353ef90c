// Times as people and files write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gemmlab {

// Seconds since 1970-01-01 UTC. Accepts "2026-01-31T23:59:00Z", "2026-01-31 23:59+01:00" and
// "2026-01-31"; without an offset it is UTC, without a time the first second of the day. Nothing
// for any other text or an invalid date.
std::optional<std::int64_t> parse_utc(std::string_view text);

// "2026-01-31T23:59:00Z". A year outside 0..9999 becomes the closest one that can be written.
std::string iso8601(std::int64_t seconds);

}  // namespace gemmlab
