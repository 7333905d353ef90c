// Toward cuBLAS, step 14: how to compute a product, chosen by a short model of the GPU. Times are
// in units of a depth tile's time on a busy multiprocessor.
#pragma once

#include <utility>

#include "large.cuh"
#include "tile.cuh"

constexpr double kFull = 0.9;      // so much of the GPU must large tiles fill with elements of C
constexpr int kLeastLarge = 2048;  // of m and n: then each element copied has many products
constexpr double kAlone = 0.58;    // the time of a block that has its multiprocessor alone
constexpr double kPerPart = 1.1;   // the time to begin and end a part
constexpr double kLaunch = 1;      // the time of one more kernel
constexpr double kFloatsCopied = 4e6;  // in one unit, from memory or to it
constexpr double kUnaligned = 0.06;    // copying B one by one costs this share of the time
constexpr int kMostWaves = 16;         // of parts
constexpr int kStrip =
    4;  // rows or columns behind the last whole tile that may be done on their own

struct Plan {
  int m, n;  // C's rows and columns in tiles: all, or what is left without a strip
  int parts = 1;
  bool is_large = false;   // large.cuh takes it
  bool is_padded = false;  // B is copied first, so that its rows begin at multiples of 16 bytes
  double time = 0;
};

inline int divided_up(int x, int by) {
  return (x + by - 1) / by;
}

inline int without_strip(int extent, int tile) {
  const int rest = extent % tile;
  return extent > tile && rest <= kStrip ? extent - rest : extent;
}

inline int tiles_of(int m, int n) {
  return divided_up(m, kTileRows) * divided_up(n, kTileCols);
}

// The time of tiles that are cut in so many parts.
inline double time_of(int tiles, int depth, int parts, int places) {
  const int last = tiles * parts % places;  // blocks in the last wave
  const double last_wave = last == 0 ? 0 : last <= places / kBlocksAtOnce ? kAlone : 1;
  return (tiles * parts / places + last_wave) * (double(depth) / parts + kPerPart);
}

// The number of parts that takes least time, each with at least two depth tiles: as many as fill
// some waves, or half of the last one.
inline int best_parts(int tiles, int depth, int places) {
  const int most = std::max(1, depth / 2);
  int best = 1;
  for (int halves = 1; halves <= 2 * kMostWaves && best < most; ++halves) {
    const int parts = std::min(most, halves * places / 2 / tiles);
    if (parts > 1 && time_of(tiles, depth, parts, places) < time_of(tiles, depth, best, places)) {
      best = parts;
    }
  }
  return best;
}

// Large products: their tiles fill the GPU, and copying A and B costs little.
inline Plan large_plan(int m, int n, int k, int multiprocessors) {
  Plan plan{without_strip(m, large::kTileRows), without_strip(n, large::kTileCols)};
  const double tile = double(large::kTileRows) * large::kTileCols;
  const int waves = divided_up(
      divided_up(plan.m, large::kTileRows) * divided_up(plan.n, large::kTileCols), multiprocessors);
  plan.is_padded = n % large::kTileCols != 0 || k % large::kTileDepth != 0;
  plan.is_large = n >= kLeastLarge && (m >= kLeastLarge || !plan.is_padded) && k >= kTileDepth &&
                  double(plan.m) * plan.n >= kFull * waves * multiprocessors * tile &&
                  (m + double(large::kTileRows)) * (k + 8.0) < 2147483648.0 &&
                  (n + double(large::kTileCols)) * (k + 8.0) < 2147483648.0;  // ints index both
  return plan;
}

// The plan with these rows and columns in tiles, and the rest in strips.
inline Plan tiled_plan(int m, int n, int k, int rows, int cols, int places) {
  Plan plan{rows, cols};
  const int tiles = tiles_of(rows, cols), depth = divided_up(k, kTileDepth);
  plan.parts = best_parts(tiles, depth, places);
  plan.time = time_of(tiles, depth, plan.parts, places);
  const double a = double(m) * k, b = double(k) * n;
  double prepared = (cols < n ? a : 0) + (rows < m ? b : 0);  // floats
  const bool has_strip = prepared > 0;
  if (n % 4 != 0) {
    const double padded = 2 * b / kFloatsCopied + (has_strip ? 0 : kLaunch);
    plan.is_padded = padded < kUnaligned * plan.time;
    plan.time += std::min(padded, kUnaligned * plan.time);
  }
  plan.time += prepared / kFloatsCopied + (has_strip ? kLaunch : 0);
  return plan;
}

inline Plan plan_for(int m, int n, int k, int places) {
  const Plan large = large_plan(m, n, k, places / kBlocksAtOnce);
  if (large.is_large) {
    return large;
  }
  Plan best = tiled_plan(m, n, k, m, n, places);
  if (copy_for(m, n, k) == Copy::any) {
    best.is_padded = false;
    return best;
  }
  const int rows = without_strip(m, kTileRows), cols = without_strip(n, kTileCols);
  for (const auto& [in_rows, in_cols] :
       {std::pair(rows, n), std::pair(m, cols), std::pair(rows, cols)}) {
    if (in_rows == m && in_cols == n) {
      continue;
    }
    const Plan plan = tiled_plan(m, n, k, in_rows, in_cols, places);
    if (plan.time < best.time) {
      best = plan;
    }
  }
  return best;
}
