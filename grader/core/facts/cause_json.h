// Causes and advice as JSON. For the few .cpp files that write or read them.
#pragma once

#include "common/facts/json.h"
#include "grader/core/facts/advice.h"
#include "grader/core/facts/cause.h"

namespace gemmlab {

GEMMLAB_JSON(Stripes, kind, first, end, period)
GEMMLAB_JSON(Region, kind, rows, cols)

GEMMLAB_JSON(InMatrix, matrix)
GEMMLAB_JSON(InTiles, matrix, tile)
GEMMLAB_JSON(OfTile, tile)
GEMMLAB_JSON(OfK, k)
GEMMLAB_JSON(UpTo, end, k)
GEMMLAB_JSON(OfOutputs, outputs)
GEMMLAB_JSON(OfBits, bits)
GEMMLAB_JSON(OfRegion, region)
GEMMLAB_JSON(GridEnd, axis, blocks, done, extent)
GEMMLAB_JSON(OfGrid, region, ends)

GEMMLAB_JSON(PartNotWritten, region, between_blocks)
GEMMLAB_JSON(PartialTilesNotStored, region)
GEMMLAB_JSON(GridSwapped, region, in_kernel)
GEMMLAB_JSON(OutputsNotStored, region, outputs, apart, axis)
GEMMLAB_JSON(LastTileWrong, region, rows, cols)
GEMMLAB_JSON(PartWrong, region, extent, value)
GEMMLAB_JSON(RightOnlyForSquares, equal, is_launched_flat)
GEMMLAB_JSON(RightOnlyForMultiples, extents, tile)
GEMMLAB_JSON(RightOnlyInOneBlock, region, largest)

GEMMLAB_JSON(Transposed, is_whole)
GEMMLAB_JSON(WrongRowLength, matrix, taken, length, right)
GEMMLAB_JSON(ShiftedByOne, matrix, by, axis, is_along_k)
GEMMLAB_JSON(SameTileEverywhere, unwritten, axis, blocks)
GEMMLAB_JSON(ThreadsSwapped, matrix, tile, is_along_k, outputs)
GEMMLAB_JSON(ThreadIndexMissing, matrix, tile, is_along_k, axis, unwritten)
GEMMLAB_JSON(StaleTiles, matrix, which)
GEMMLAB_JSON(WrongStep, matrix, tile, count, rows)
GEMMLAB_JSON(OutputsSpread, place, tile, origin)
GEMMLAB_JSON(OutputsCounted, axis, stored, summed, tile)
GEMMLAB_JSON(MovedLine, at, origin)
GEMMLAB_JSON(LinesMoved, axis, examples)
GEMMLAB_JSON(OutputsMixedUp, how)
GEMMLAB_JSON(OutputsAlike, outputs, axis, is_adjacent, is_first)

GEMMLAB_JSON(StoredConstant, value)
GEMMLAB_JSON(SumMultiplied, factor)
GEMMLAB_JSON(KTakenForOtherExtent, end, k, extent, value)
GEMMLAB_JSON(LastPhaseOnly, first)
GEMMLAB_JSON(PartOfEachPhase, tile, part, is_missing)
GEMMLAB_JSON(EveryOtherProduct, stride, first)
GEMMLAB_JSON(ClampedPastK, k, times)

GEMMLAB_JSON(PadTile, variable, extents, passes_left)
GEMMLAB_JSON(SwapIndices, is_along_x, or_pad)
GEMMLAB_JSON(Repeated, times)

}  // namespace gemmlab
