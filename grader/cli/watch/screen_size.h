// How much a terminal shows.
#pragma once

namespace gemmlab {

struct ScreenSize {
  int columns = 80, rows = 24;

  bool operator==(const ScreenSize&) const = default;
};

}  // namespace gemmlab
