#include "common/simt/analysis/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "common/simt/analysis/examples.h"
#include "common/simt/engine/launch.h"
#include "common/simt/engine/machine.h"

namespace simt {
namespace {

void add(Counts* sum, const SiteRecord& site) {
  add(is_write(site.code) ? &sum->global_store : &sum->global_load, site.global);
  add(is_write(site.code) ? &sum->shared_store : &sum->shared_load, site.shared);
}

void add(MergedCounts* sum, const MergedCounts& part) {
  sum->requests += part.requests;
  sum->wavefronts += part.wavefronts;
}

Metrics gather_metrics() {
  Machine& m = machine();
  Metrics metrics;
  std::map<std::pair<std::string, int>, LineCounts> lines;
  for (Multiprocessor* processor : multiprocessors()) {
    metrics.barriers += processor->barriers();
    metrics.exact = metrics.exact && processor->exact();
    add(&metrics.merged_shared_load, processor->look().merging().loads());
    processor->analysis().sites().for_each([&](const SiteRecord& site) {
      if (is_atomic(site.code)) {
        metrics.global_atomic_bytes += site.global.bytes;
        return;
      }
      if (site.global.requests + site.shared.requests == 0) {
        return;
      }
      const Site at = m.sources.site_of(site.code);
      LineCounts& line = lines[{at.file, at.line}];
      line.at = {at.file, at.line, 0};
      add(&line.counts, site);
      add(&metrics.total, site);
      if (m.run->options.closely) {
        add_places(&line.places, site, at.column, *processor);
      }
    });
  }
  for (auto& [place, line] : lines) {
    metrics.lines.push_back(std::move(line));
  }
  return metrics;
}

// One finding for each kind and pair of source lines: compilers make several sites of one line.
std::vector<Finding> gather_findings() {
  Machine& m = machine();
  using Key = std::tuple<FindingKind, std::string, int, std::string, int>;
  std::map<Key, Finding> merged;
  const auto merge = [&](const FindingLog& log) {
    for (const RawFinding& raw : log.all()) {
      Finding finding{raw.kind, m.sources.site_of(raw.code), {}, raw.message, raw.count};
      if (raw.other != 0) {
        finding.other = m.sources.site_of(raw.other);
      }
      const Site other = finding.other.value_or(Site{});
      const Key key{raw.kind, finding.at.file, finding.at.line, other.file, other.line};
      const auto [known, is_new] = merged.try_emplace(key, finding);
      known->second.count += is_new ? 0 : raw.count;
    }
  };
  merge(m.run->host_findings);
  for (Multiprocessor* processor : multiprocessors()) {
    merge(processor->analysis().findings());
  }
  std::vector<Finding> findings;
  for (auto& [key, finding] : merged) {
    findings.push_back(std::move(finding));
  }
  return findings;
}

void explain_stop(Report* report) {
  const Run& run = *machine().run;
  if (run.stopped_kernel.empty()) {
    return;
  }
  report->out_of_time_at = machine().sources.site_of(run.stopped_at);
  const std::string near = report->out_of_time_at.line == 0
                               ? std::string()
                               : fmt::format(", near line {}", report->out_of_time_at.line);
  const std::string why = run.out_of_budget
                              ? fmt::format("after {} memory accesses", run.accesses.load())
                          : run.loops ? "while it ran on and on without touching memory"
                                      : "because time was up";
  // Blocks come and go: it is their number.
  constexpr u64 kMany = 1000;
  const bool has_many = run.stopped_after >= kMany && run.stopped_after < run.stopped_blocks;
  const std::string question = has_many ? fmt::format("{} of its {} blocks had their turn.",
                                                      run.stopped_after, run.stopped_blocks)
                                        : "does it end?";
  if (has_many) {
    report->out_of_time_cause = "the grid has far more blocks than C has elements, or tiles.";
  }
  report->out_of_time =
      fmt::format("The kernel {} was stopped {}{}: {}", run.stopped_kernel, why, near, question);
}

}  // namespace

Report make_report() {
  Machine& m = machine();
  Report report = std::move(m.run->report);
  report.findings = gather_findings();
  report.metrics = gather_metrics();
  for (Multiprocessor* processor : multiprocessors()) {
    report.accesses += processor->analysis().accesses();
  }
  explain_stop(&report);
  for (const Allocation& allocation : m.arena.allocations()) {
    const bool in_this_run = allocation.ordinal > m.run->allocations_before;
    // What a static variable of the student's still points to is no leak.
    if (allocation.live && in_this_run && !allocation.pinned &&
        !m.module->points_into({allocation.begin, allocation.end()})) {
      ++report.live_allocations;
      report.live_bytes += allocation.bytes;
    }
  }
  return report;
}

}  // namespace simt
