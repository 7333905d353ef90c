// Converts facts to JSON and back, and to fields that fill sentences. For .cpp files.
#pragma once

#include "common/facts/json.h"
#include "common/facts/run_report_json.h"
#include "grader/core/facts/advice.h"
#include "grader/core/facts/cause.h"
#include "grader/core/facts/check.h"
#include "grader/core/facts/refusal.h"

namespace gemmlab {

inline void to_json(Json& json, const ForeignText& text) {
  json.set(text.text());
}
inline void from_json(const Json& json, ForeignText& text) {
  text = ForeignText(json.as_string());
}

GEMMLAB_JSON(Diagnostic, file, line, severity, text, source)
GEMMLAB_JSON(NoSource, why)
GEMMLAB_JSON(CompilerErrors, diagnostics)
GEMMLAB_JSON(Untranslatable, kind, error)
GEMMLAB_JSON(ToolStopped, tool, why, said)
GEMMLAB_JSON(HeaderNotAllowed, header)
GEMMLAB_JSON(OfFunction, function)
GEMMLAB_JSON(HidesAccesses, hook)
GEMMLAB_JSON(Refusal, file, line, cause)

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

GEMMLAB_NAMES(ProgramEnded::How, exited, crashed, timed_out, not_loaded)
GEMMLAB_NAMES(EndedWhileTimed::How, exited, crashed)
GEMMLAB_NAMES(ComputedElsewhere::Missing, launch, stores, loads, on_host)

// [m, n, k]; the shape's reason is not kept.
inline void to_json(Json& json, const Shape& shape) {
  json = std::array{shape.m, shape.n, shape.k};
}
inline void from_json(const Json& json, Shape& shape) {
  shape = {json.at(0).get<int>(), json.at(1).get<int>(), json.at(2).get<int>(), ""};
}

// Measured fields are null if nothing was measured.
template <typename AnySpeed, typename Visit>
void visit_fields(AnySpeed& speed, Visit visit) {
  const bool is_measured = speed.ratio > 0;
  visit("over", speed.over, true);
  visit("baseline", speed.baseline, true);
  visit("shape", speed.shape, true);
  visit("ratio", speed.ratio, is_measured);
  visit("interval", speed.interval, is_measured);
  visit("required", speed.required, is_measured);
  visit("nominal", speed.nominal, true);
  visit("reference_ratio", speed.reference_ratio, is_measured);
  visit("gflops", speed.gflops, is_measured);
  visit("blocks", speed.blocks, is_measured);
  visit("clock_mhz", speed.clock_mhz, speed.clock_mhz[1] > 0);
  visit("on_gpu", speed.on_gpu, true);
  visit("read_by_program", speed.read_by_program, true);
  visit("outcome", speed.outcome, true);
}
inline void to_json(Json& json, const Speed& speed) {
  visit_fields(speed, [&](const char* key, const auto& value, bool is_known) {
    json[key] = is_known ? Json(value) : Json();
  });
}
inline void from_json(const Json& json, Speed& speed) {
  visit_fields(speed, [&](const char* key, auto& value, bool) {
    if (const Json* const found = json.find(key); found != nullptr && !found->is_null()) {
      found->get_to(value);
    }
  });
}

GEMMLAB_JSON(CompilerWarning, line, text, is_proof)

GEMMLAB_JSON(SkeletonUnchanged, first_step)
GEMMLAB_JSON(NoFile, text)
GEMMLAB_JSON(WrongValues, input, wrong, elements)
GEMMLAB_JSON(NeverWritten, never_launched, open_steps)
GEMMLAB_JSON(ProgramEnded, how, detail)
GEMMLAB_JSON(RunsTookTooLong, seconds, limit)
GEMMLAB_JSON(ComputedElsewhere, missing, bytes, needed)
GEMMLAB_JSON(CompilerProof, line, text)
GEMMLAB_JSON(HostEntryFault, kind, error, allocations, bytes, detail)
GEMMLAB_JSON(LimitMissed, kind, value, limit, threads, counted_at, elsewhere)
GEMMLAB_JSON(TooSlow, speed, usual_cause)
GEMMLAB_JSON(MachineProblem, problem)
GEMMLAB_JSON(TooLittleMemory, for_what)
GEMMLAB_JSON(MatricesTooLarge, megabytes, allowed)
GEMMLAB_JSON(OthersTimed, minutes)
GEMMLAB_JSON(DoesNotCompileHere, refusal)
GEMMLAB_JSON(EndedWhileTimed, how, detail)
GEMMLAB_JSON(TookTooLong, seconds)
GEMMLAB_JSON(FoundWhileTimed, finding)
GEMMLAB_JSON(FoundWrong, what)
GEMMLAB_JSON(WrongWhileTimed, row, col, size)
GEMMLAB_JSON(RoundedWhileTimed, size, error)
GEMMLAB_JSON(FasterThanArithmetic, calls, seconds, on_gpu)
GEMMLAB_JSON(ClockJumped, slowest_mhz, fastest_mhz)
GEMMLAB_JSON(OfReference, kept)
GEMMLAB_JSON(Untimed, verdict, cause, is_ours)
GEMMLAB_JSON(SpeedNotJudged, why)

}  // namespace gemmlab
