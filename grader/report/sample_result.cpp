#include "grader/report/sample_result.h"

#include "common/facts/counts.h"
#include "common/facts/finding.h"
#include "common/facts/place.h"
#include "common/facts/run_report.h"
#include "grader/core/facts/cause.h"
#include "grader/core/facts/check.h"
#include "grader/core/facts/fact.h"
#include "grader/core/facts/refusal.h"
#include "grader/core/foreign_text.h"
#include "grader/core/metrics.h"
#include "grader/core/spec.h"

namespace gemmlab {
namespace {

LabResult lab_named(const std::string& id, const std::string& name, const std::string& title) {
  LabResult lab;
  lab.id = id;
  lab.slug = id + "_" + name;
  lab.title = title;
  lab.source = "labs/" + lab.slug + "/kernel.cu";
  lab.source_sha256 = "ab" + id;
  return lab;
}

Metrics naive_metrics() {
  const AccessCounts loads{131072, 262144, 262144, 16777216};
  Metrics metrics;
  metrics.shape = {128, 128, 128, ""};
  metrics.launches = {{{8, 8, 1}, {16, 16, 1}, 0}};
  metrics.global_load = loads;
  metrics.global_store = {512, 2048, 2048, 65536};
  metrics.bytes_per_flop = 4.015625;
  const WarpExample example{{1, 0, 0}, 32, "a", {128, 128}, 4, {0, 1}, {0, 0}, 1, 1};
  metrics.lines = {{"kernel.cu",
                    12,
                    loads,
                    {},
                    {},
                    {},
                    {{17, Space::global, false, 4, loads, example}},
                    "sum += a[p];"}};
  return metrics;
}

}  // namespace

Check planned_check(const std::string& name, int max_points) {
  Check check;
  check.name = name;
  check.kind = name == "file"    ? CheckKind::file
               : name == "speed" ? CheckKind::speed
                                 : CheckKind::values;
  check.max_points = max_points;
  return check;
}

Finding race_finding() {
  return {FindingKind::race,
          {"kernel.cu", 7},
          Place{"helper.cuh", 9},
          Race{RaceCause::missing_barrier,
               {{1, 0}, {0, 0}},
               Access::write,
               VariablePlace{"a_tile", 1024, "a_tile[0][1]"},
               {{0, 0}}}};
}

Check race_at(int line, const std::string& name) {
  Check check = failed(planned_check(name, 20), Verdict::race, race_finding(),
                       {{"", line, 0, "read"}, {"", 2, 0, "write"}});
  check.shape = {64, 128, 96, "three k tiles"};
  check.hint = "3.2";
  return check;
}

Cause sample_cause() {
  return KTailMissing{{.end = 96, .k = 99}};
}

Speed measured_speed() {
  Speed speed;
  speed.over = "01_cpu_loop";
  speed.baseline = "the i-j-k loop";
  speed.shape = {384, 384, 384, ""};
  speed.ratio = 8.5;
  speed.interval = {8.25, 8.75};
  speed.required = 2;
  speed.nominal = 2;
  speed.reference_ratio = 9;
  speed.gflops = 12;
  speed.blocks = 9;
  speed.clock_mhz = {1965, 1980};
  speed.outcome = SpeedOutcome::fast_enough;
  return speed;
}

std::vector<Fact> every_fact() {
  const Refusal refusal{ForeignText("kernel.cu"), 3,
                        CompilerErrors{{{"kernel.cu", 3, Severity::error,
                                         ForeignText("expected ';'"), ForeignText("x = 1")}}}};
  ApiError refused_launch;
  refused_launch.error = "cudaErrorInvalidConfiguration";
  refused_launch.text = "invalid configuration argument";
  refused_launch.launch = LaunchShape{{1, 1, 1}, {2048, 1, 1}, 0, "tiled"};
  refused_launch.cause = BeyondLimit{LaunchLimit::block_threads, 2048, 1024};
  refused_launch.at = {"kernel.cu", 12};
  return {
      SkeletonUnchanged{"3.1"},
      refusal,
      NoMatmul{},
      NoStep{},

      NoFile{"there is no labs/03_tiled_kernel/kernel.cu"},
      WrongValues{InputKind::exact, 3, 8192},
      NeverWritten{true, {"3.2", "3.3"}},
      WrongArray{"n = 1000", false, 3, 1000},
      ArrayNeverWritten{{false, {"0.3"}}},
      StepFault{"Elements were stored more than once."},

      InputChanged{"b"},
      ProgramEnded{ProgramEnded::How::exited, ForeignText("exit status 0")},
      RunsTookTooLong{61.5, 60},
      ComputedElsewhere{ComputedElsewhere::Missing::loads, 12, 65536},
      CompilerProof{7, "iteration 64 invokes undefined behavior"},
      NothingRunsOnGpu{"the GPU has no memory left"},
      HostEntryFault{HostEntryFault::Kind::leaks, 700, 2, 4096, "signal 11"},
      LimitMissed{
          Evidence::Kind::sectors_over_ideal_at_most, 8.25, 2, 512, {960, 960, 192, ""}, true},
      TooSlow{measured_speed(), "the loads of a warp are not coalesced."},
      SpeedNotJudged{{Verdict::not_graded, ReferenceSlowed{0.5}}},
      race_finding(),
      refused_launch,
      OutOfTime{StopReason::budget, "tiled", 1000000, 64, 3, {"kernel.cu", 14}},
  };
}

LabResult passed_lab() {
  LabResult lab = lab_named("02", "naive_kernel", "One thread, one output");
  lab.verdict = Verdict::passed;
  lab.score = 80;
  lab.not_graded_points = 20;
  lab.checks = {passed(planned_check("values 33x50x17", 80)),
                not_graded(planned_check("speed", 20), Reason::no_gpu)};
  lab.metrics = naive_metrics();
  lab.speed.emplace();
  lab.speed->over = "01_cpu_loop";
  lab.speed->nominal = 20;
  lab.seconds = 1.25;
  return lab;
}

LabResult failed_lab() {
  LabResult lab = lab_named("03", "tiled_kernel", "Share a tile");
  lab.verdict = Verdict::race;
  lab.score = 20;
  lab.checks = {race_at(4, "values 64x128x96"), race_at(4, "values 64x64x64")};
  lab.printed = "tile \x1b[31m0\xFF\n";
  return lab;
}

LabResult ungradable_lab() {
  LabResult lab = lab_named("04", "boundary_handling", "Any size");
  lab.not_graded_points = 100;
  lab.infrastructure = true;
  lab.checks = {
      not_graded(planned_check("file", 100), Reason::machine, "no host compiler was found")};
  return lab;
}

Result sample_result() {
  Result result;
  result.tool_version = "0.1.0";
  result.backend = BackendsUsed::sim;
  result.seed = 7;
  result.started_at = "2026-01-02T03:04:05Z";
  result.device = "no GPU";
  result.labs = {passed_lab(), failed_lab(), ungradable_lab()};
  return result;
}

Result result_with(const LabResult& lab) {
  Result result = sample_result();
  result.labs = {lab};
  return result;
}

}  // namespace gemmlab
