#include "common/simt/engine/report.h"

#include <map>
#include <tuple>
#include <utility>

#include "common/simt/engine/access_places.h"
#include "common/simt/engine/launch.h"

namespace simt {
namespace {

RunCounts gather_counts(Machine& machine, std::vector<LaunchShape> launches) {
  RunCounts counts;
  counts.launches = std::move(launches);
  std::map<std::pair<std::string, int>, LineMetrics> lines;
  for (Multiprocessor* processor : multiprocessors()) {
    counts.barriers += processor->barriers();
    counts.exact = counts.exact && processor->exact();
    const MergedCounts& merged = processor->look().merging().loads();
    counts.merged_shared_load.requests += merged.requests;
    counts.merged_shared_load.units += merged.units;
    processor->analysis().sites().for_each([&](const SiteRecord& site) {
      if (is_atomic(site.code)) {
        counts.global_atomic_bytes += site.global.bytes;
        return;
      }
      if (site.global.requests + site.shared.requests == 0) {
        return;
      }
      const Place at = machine.sources.site_of(site.code);
      LineMetrics& line = lines[{at.file, at.line}];
      line.file = at.file;
      line.line = at.line;
      const bool is_store = is_write(site.code);
      for (const auto& [space, part] :
           {std::pair(Space::global, site.global), std::pair(Space::shared, site.shared)}) {
        counts_of(line, space, is_store) += part;
        counts_of(counts, space, is_store) += part;
      }
      if (machine.run->options.closely) {
        add_places(&line.places, site, at.column, *processor);
      }
    });
  }
  for (auto& [place, line] : lines) {
    counts.lines.push_back(std::move(line));
  }
  return counts;
}

Place place_of(SourceMap& sources, AccessCode code, FindingKind kind) {
  Place at = sources.site_of(code);
  const bool is_barrier = kind == FindingKind::barrier_divergence ||
                          kind == FindingKind::deadlock || kind == FindingKind::early_exit;
  at.what = is_barrier ? "barrier" : name(access_of(code));
  return at;
}

// One finding for each kind and pair of source lines: compilers make several sites of one line.
std::vector<Finding> gather_findings(Machine& machine) {
  using Key = std::tuple<FindingKind, std::string, int, std::string, int>;
  std::map<Key, Finding> merged;
  const auto merge = [&](const FindingLog& log) {
    for (const RawFinding& raw : log.all()) {
      Finding finding{
          raw.kind, place_of(machine.sources, raw.code, raw.kind), {}, raw.fact, raw.count};
      if (raw.other != 0) {
        finding.other = place_of(machine.sources, raw.other, raw.kind);
      }
      const Place other = finding.other.value_or(Place{});
      const Key key{raw.kind, finding.at.file, finding.at.line, other.file, other.line};
      const auto [known, is_new] = merged.try_emplace(key, finding);
      known->second.count += is_new ? 0 : raw.count;
    }
  };
  merge(machine.run->host_findings);
  for (Multiprocessor* processor : multiprocessors()) {
    merge(processor->analysis().findings());
  }
  std::vector<Finding> findings;
  for (auto& [key, finding] : merged) {
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace

RunReport make_report(Machine& machine) {
  Run& run = *machine.run;
  RunReport report = std::move(run.report);
  report.findings = gather_findings(machine);
  report.counts = gather_counts(machine, std::move(report.counts.launches));
  for (Multiprocessor* processor : multiprocessors()) {
    report.accesses += processor->analysis().accesses();
  }
  if (report.out_of_time) {
    report.out_of_time->at = machine.sources.site_of(run.stopped_at);
    report.out_of_time->accesses = run.accesses.load();
  }
  for (const Allocation& allocation : machine.arena.allocations()) {
    const bool in_this_run = allocation.ordinal > run.allocations_before;
    // What a static variable of the student's still points to is no leak.
    if (allocation.live && in_this_run && !allocation.pinned &&
        !machine.module->points_into({allocation.begin, allocation.end()})) {
      ++report.live_allocations;
      report.live_bytes += allocation.bytes;
    }
  }
  return report;
}

}  // namespace simt
