#include "grader/report/sample_result.h"

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

Check check_named(const std::string& name, Status status, int points, int max_points) {
  Check check;
  check.name = name;
  check.status = status;
  check.points = points;
  check.max_points = max_points;
  check.verdict = status == Status::passed ? Verdict::passed : Verdict::not_graded;
  return check;
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

Check race_at(int line, const std::string& name) {
  Check check = check_named(name, Status::failed, 0, 20);
  check.verdict = Verdict::race;
  check.message =
      "a_tile[0][1] is read by one thread and written by another.\n"
      "Likely cause: no barrier between the two.";
  check.shape = {64, 128, 96, "three k tiles"};
  check.line = line;
  check.lines = {2, line};
  check.hint = "3.2";
  return check;
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
  speed.reason = "2.00x is enough; yours is 8.50x.";
  return speed;
}

LabResult passed_lab() {
  LabResult lab = lab_named("02", "naive_kernel", "One thread, one output");
  lab.verdict = Verdict::passed;
  lab.score = 80;
  lab.not_graded_points = 20;
  lab.checks = {check_named("values 33x50x17", Status::passed, 80, 80),
                check_named("speed", Status::not_graded, 0, 20)};
  lab.checks[1].message = "no GPU: nothing to time";
  lab.metrics = naive_metrics();
  lab.speed.emplace();
  lab.speed->over = "01_cpu_loop";
  lab.speed->nominal = 20;
  lab.speed->reason = "no GPU";
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
  lab.checks = {check_named("compile", Status::not_graded, 0, 100)};
  lab.checks[0].message = "no host compiler was found";
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

}  // namespace gemmlab
