// Facts of checks as JSON, both ways. For the .cpp files that read or write it.
#pragma once

#include "common/facts/run_report_json.h"
#include "grader/core/facts/cause_json.h"
#include "grader/core/facts/check.h"
#include "grader/core/facts/refusal_json.h"

namespace gemmlab {

template <>
struct EnumNames<ProgramEnded::How> {
  static constexpr std::string_view all[] = {"exited", "crashed", "timed_out", "not_loaded"};
};
template <>
struct EnumNames<EndedWhileTimed::How> {
  static constexpr std::string_view all[] = {"exited", "crashed", "answered"};
};
template <>
struct EnumNames<ComputedElsewhere::Missing> {
  static constexpr std::string_view all[] = {"launch", "stores", "loads"};
};
template <>
struct EnumNames<HostEntryFault::Kind> {
  static constexpr std::string_view all[] = {
      "missing",         "not_copied_back", "returned_error", "leaks", "leaks_after_refusal",
      "ignores_refusal", "dies_of_refusal",
  };
};
template <>
struct EnumNames<Evidence::Kind> {
  static constexpr std::string_view all[] = {
      "threads_per_output_at_least", "uses_shared_memory",           "reuse_at_least",
      "sectors_over_ideal_at_most",  "shared_loads_per_fma_at_most", "bank_conflicts_at_most",
  };
};

// [m, n, k]; what the shape is for is not kept.
template <typename Json>
void to_json(Json& json, const Shape& shape) {
  json = {shape.m, shape.n, shape.k};
}
template <typename Json>
void from_json(const Json& json, Shape& shape) {
  shape = {json.at(0).template get<int>(), json.at(1).template get<int>(),
           json.at(2).template get<int>(), ""};
}

// What is measured is null where nothing was.
template <typename Json>
void to_json(Json& json, const Speed& speed) {
  const auto measured = [&](auto value) { return speed.ratio > 0 ? Json(value) : Json(); };
  json = {
      {"over", speed.over},
      {"baseline", speed.baseline},
      {"shape", speed.shape},
      {"ratio", measured(speed.ratio)},
      {"interval", measured(speed.interval)},
      {"required", measured(speed.required)},
      {"nominal", speed.nominal},
      {"reference_ratio", measured(speed.reference_ratio)},
      {"gflops", measured(speed.gflops)},
      {"blocks", measured(speed.blocks)},
      {"clock_mhz", speed.clock_mhz[1] > 0 ? Json(speed.clock_mhz) : Json()},
      {"on_gpu", speed.on_gpu},
      {"outcome", speed.outcome},
  };
}
template <typename Json>
void from_json(const Json& json, Speed& speed) {
  const auto read = [&](const char* key, auto& value) {
    if (const auto found = json.find(key); found != json.end() && !found->is_null()) {
      found->get_to(value);
    }
  };
  read("over", speed.over);
  read("baseline", speed.baseline);
  read("shape", speed.shape);
  read("ratio", speed.ratio);
  read("interval", speed.interval);
  read("required", speed.required);
  read("nominal", speed.nominal);
  read("reference_ratio", speed.reference_ratio);
  read("gflops", speed.gflops);
  read("blocks", speed.blocks);
  read("clock_mhz", speed.clock_mhz);
  read("on_gpu", speed.on_gpu);
  read("outcome", speed.outcome);
}

GEMMLAB_JSON(CompilerWarning, line, text, is_proof)

GEMMLAB_JSON(SkeletonUnchanged, first_step)
GEMMLAB_JSON(NoFile, text)
GEMMLAB_JSON(WrongValues, input, wrong, elements)
GEMMLAB_JSON(NeverWritten, never_launched, open_steps)
GEMMLAB_JSON(InputChanged, matrix)
GEMMLAB_JSON(ProgramEnded, how, detail)
GEMMLAB_JSON(RunsTookTooLong, seconds, limit)
GEMMLAB_JSON(ComputedElsewhere, missing, bytes, needed)
GEMMLAB_JSON(CompilerProof, line, text)
GEMMLAB_JSON(NothingRunsOnGpu, problem)
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
GEMMLAB_JSON(ReferenceSlowed, kept)
GEMMLAB_JSON(KeptBusy, kept)
GEMMLAB_JSON(Untimed, verdict, cause, is_ours)
GEMMLAB_JSON(SpeedNotJudged, why)

}  // namespace gemmlab
