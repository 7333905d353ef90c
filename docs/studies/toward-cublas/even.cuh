// Toward cuBLAS, steps 13 and 14: how the depth tiles of all tiles of C are cut into even pieces.
#pragma once

#include "tile.cuh"

constexpr int kLeast = 8;       // depth tiles of a piece: fewer are not worth joining it
constexpr double kFull = 0.95;  // a last wave so full is not cut

// How the work is cut: `whole` tiles in turns, then even runs of the other tiles' depth tiles.
struct Cut {
  int cols, depth;    // tiles of C in a row, and depth tiles of each
  int blocks, whole;  // whole: a multiple of blocks, or all tiles
  int share, extra;   // a run: share depth tiles, and the first `extra` runs one more
  int least;          // depth tiles of a piece
};

// A tile of C and the block's depth tiles of it, from begin to end - 1; none: end is 0.
struct Item {
  int row0, col0, begin, end;
  int first, count, mine;  // the tile's pieces: the first one's place, how many, and which is ours
};

// Where the run of a block begins, among the depth tiles that are cut: not too close to a tile's
// end.
__device__ int run_begin(const Cut& cut, int block) {
  const int begin = block * cut.share + min(block, cut.extra);
  const int past = begin % cut.depth;
  return past < cut.least               ? begin - past
         : cut.depth - past < cut.least ? begin + cut.depth - past
                                        : begin;
}

// What the block does in a turn.
__device__ Item item_of(const Cut& cut, int block, int turn) {
  const int waves = (cut.whole + cut.blocks - 1) / cut.blocks;
  if (turn < waves) {
    const int tile = turn * cut.blocks + block;
    if (tile >= cut.whole) {
      return {};
    }
    return {tile / cut.cols * kTileRows, tile % cut.cols * kTileCols, 0, cut.depth, 0, 1, 0};
  }
  const int from = run_begin(cut, block), to = run_begin(cut, block + 1);
  const int index = from / cut.depth + turn - waves;  // of the tile, among those that are cut
  const int tile_begin = index * cut.depth, tile_end = tile_begin + cut.depth;
  if (max(from, tile_begin) >= to) {
    return {};
  }
  int first = block, last = block;
  while (run_begin(cut, first) > tile_begin) {
    --first;
  }
  while (run_begin(cut, last + 1) < tile_end) {
    ++last;
  }
  const int tile = cut.whole + index;
  return {tile / cut.cols * kTileRows,
          tile % cut.cols * kTileCols,
          max(from, tile_begin) - tile_begin,
          min(to, tile_end) - tile_begin,
          first + index,
          last - first + 1,
          block - first};
}

// Cuts a product for a GPU with so many places.
inline Cut cut_of(int m, int n, int k, int places) {
  Cut cut{};
  cut.cols = (n + kTileCols - 1) / kTileCols;
  cut.depth = (k + kTileDepth - 1) / kTileDepth;
  const int tiles = (m + kTileRows - 1) / kTileRows * cut.cols;
  const int waves = tiles / places;  // full ones
  cut.blocks = places;
  if (tiles % places == 0 || tiles % places >= kFull * places) {
    cut.whole = tiles;
    return cut;
  }
  cut.whole = std::max(0, waves - 1) * places;
  const int depth_tiles = (tiles - cut.whole) * cut.depth;
  if (cut.whole == 0) {  // few tiles: each block gets at least two depth tiles
    cut.blocks = std::clamp(depth_tiles / 2, 1, places);
  }
  cut.share = depth_tiles / cut.blocks;
  cut.extra = depth_tiles % cut.blocks;
  cut.least = std::clamp(cut.share / 2, 1, kLeast);
  return cut;
}
