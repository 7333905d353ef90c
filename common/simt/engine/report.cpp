#include "common/simt/engine/report.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "common/facts/counts.h"
#include "common/facts/finding.h"
#include "common/facts/place.h"
#include "common/facts/run_report.h"
#include "common/simt/analysis/close_look.h"
#include "common/simt/analysis/findings.h"
#include "common/simt/analysis/site_table.h"
#include "common/simt/analysis/store_map.h"
#include "common/simt/engine/machine.h"
#include "common/simt/engine/multiprocessor.h"
#include "common/simt/memory/arena.h"
#include "common/simt/source/debug_info.h"
#include "common/simt/source/module.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/integers.h"

namespace simt {
namespace {

// Names what is at the address, a variable or an allocation. Returns its start.
u64 name_home(u64 address, const BlockView& view, WarpExample* example) {
  if (const Allocation* allocation = view.arena.near(address)) {
    if (allocation->ordinal == 0) {
      example->variable = allocation->matrix;
    } else {
      example->buffer = *allocation;
    }
    example->extents = {static_cast<std::int64_t>(allocation->bytes / 4)};
    if (allocation->cols != 0) {
      example->extents = {allocation->rows, allocation->cols};
    }
    return allocation->begin;
  }
  if (!view.shared.contains(address)) {
    const Variable* variable = view.module->variable_at(address);
    example->variable = variable != nullptr ? variable->name : "";
    return variable != nullptr ? variable->offset : address;
  }
  const Variable* variable = view.shared_at(address - view.shared.begin, 1);
  if (variable == nullptr) {
    return view.dynamic.begin;
  }
  const VariableShape shape =
      shape_of_shared(view.module->path(), variable->symbol, variable->bytes);
  example->variable = variable->name;
  if (shape.extents.size() <= 8) {
    example->extents = {shape.extents.begin(), shape.extents.end()};
  }
  example->element_bytes = static_cast<unsigned>(shape.element_bytes);
  return view.shared.begin + variable->offset;
}

WarpExample example_of(const CostlyRequest& request, const BlockView& view) {
  WarpExample example;
  example.block = {request.block.x, request.block.y, request.block.z};
  example.first_thread = request.first_thread;
  const u64 begin = name_home(request.lanes.address[0], view, &example);
  for (unsigned i = 0; i < request.lanes.count; ++i) {
    example.lanes.push_back(request.lanes.lane[i]);
    example.offsets.push_back(static_cast<std::int64_t>(request.lanes.address[i] - begin));
  }
  example.units = request.cost.units;
  example.ideal_units = request.cost.ideal;
  return example;
}

CostRank rank_of(const WarpExample& example) {
  return cost_rank(example.units, example.ideal_units, example.lanes.size(), example.block,
                   example.first_thread);
}

AccessPlace* find_or_add(std::vector<AccessPlace>* places, AccessPlace wanted) {
  const auto key = [](const AccessPlace& place) {
    const WarpExample& example = place.example;
    return std::tuple(place.column, place.space, place.is_store, place.bytes, example.variable,
                      example.buffer ? example.buffer->ordinal : 0);
  };
  auto at = std::ranges::find_if(*places,
                                 [&](const AccessPlace& each) { return key(each) >= key(wanted); });
  if (at == places->end() || key(*at) != key(wanted)) {
    at = places->insert(at, std::move(wanted));
  }
  return &*at;
}

// Adds the site's counts and example to the places of its line, which stay in the order of columns.
// A compiler makes several sites from one place: the costliest example is kept. A function that is
// inlined for several variables is a place for each.
void add_places(std::vector<AccessPlace>* places, const SiteRecord& site, int column,
                const Multiprocessor& processor) {
  for (const Space space : {Space::global, Space::shared}) {
    const CostlyRequest* costliest = processor.look().costliest(site.code, space);
    if (costliest == nullptr) {
      continue;
    }
    WarpExample example = example_of(*costliest, processor.analysis().view());
    AccessPlace* place = find_or_add(
        places, {column, space, is_write(site.code), access_bytes(site.code), {}, example});
    place->counts += space == Space::shared ? site.shared : site.global;
    // Sites have no order: of equal ones the first in memory is taken, so that each run shows the
    // same.
    if (std::tuple(rank_of(example), example.offsets) <
        std::tuple(rank_of(place->example), place->example.offsets)) {
      place->example = std::move(example);
    }
  }
}

RunCounts gather_counts(Machine& machine, Launches launches) {
  RunCounts counts;
  counts.launches = std::move(launches);
  std::map<std::pair<std::string, int>, LineMetrics> lines;
  std::map<int, u64> waits;  // at barriers, by line
  Multiprocessor& processor = multiprocessor();
  for (const auto& [code, times] : processor.barriers()) {
    counts.barriers += times;
    waits[machine.module->site_of(code).line] += times;
  }
  counts.shuffles = processor.shuffles();
  counts.tensor_products = processor.tensor_products();
  counts.copied_bytes = processor.copied_bytes();
  counts.overlapped_bytes = processor.overlapped_bytes();
  counts.constant_bytes = processor.analysis().constant_bytes();
  counts.exact = processor.exact();
  counts.merged_shared_load = processor.look().merging().loads();
  processor.analysis().sites().for_each([&](const SiteRecord& site) {
    const bool loads_and_stores = is_atomic(site.code) || exchanges.contains(site.code);
    counts.global_atomic_bytes += is_atomic(site.code) ? site.global.bytes : 0;
    if (site.global.requests + site.shared.requests == 0) {
      return;
    }
    const Place at = machine.module->site_of(site.code);
    LineMetrics& line = lines[{at.file, at.line}];
    line.file = at.file;
    line.line = at.line;
    const bool is_store = is_write(site.code) || is_atomic(site.code);
    if (loads_and_stores) {
      counts_of(line, Space::shared, false) += site.shared;
      counts_of(counts, Space::shared, false) += site.shared;
    }
    for (const auto& [space, part] :
         {std::pair(Space::global, is_atomic(site.code) ? AccessCounts() : site.global),
          std::pair(Space::shared, site.shared)}) {
      counts_of(line, space, is_store) += part;
      counts_of(counts, space, is_store) += part;
    }
    if (machine.run->options.look == Look::closely) {
      add_places(&line.places, site, at.column, processor);
    }
  });
  for (const auto& [line, times] : waits) {
    if (times > 0 && !counts.barrier_lines.is_full()) {
      counts.barrier_lines.push_back(line);
    }
  }
  if (!waits.empty()) {
    counts.busiest_barrier =
        std::ranges::max_element(waits, {}, &std::pair<const int, u64>::second)->first;
  }
  std::size_t places = 0;
  for (auto& [place, line] : lines) {
    if (!counts.lines.is_full()) {
      line.places.resize(std::min(line.places.size(), kMostPlaces - places));
      places += line.places.size();
      counts.lines.push_back(std::move(line));
    }
  }
  return counts;
}

Place place_of(const Module& module, AccessCode code, FindingKind kind) {
  Place at = module.site_of(code);
  const bool is_barrier = kind == FindingKind::barrier_divergence ||
                          kind == FindingKind::deadlock || kind == FindingKind::early_exit;
  at.what = is_barrier ? "barrier" : name(access_of(code));
  return at;
}

// One finding for each kind and pair of source lines: compilers make several sites from one line.
decltype(RunReport::findings) gather_findings(Machine& machine) {
  using Key = std::tuple<FindingKind, std::string, int, std::string, int>;
  std::map<Key, Finding> merged;
  const auto merge = [&](const FindingLog& log) {
    for (const RawFinding& raw : log.all()) {
      Finding finding{
          raw.kind, place_of(*machine.module, raw.code, raw.kind), {}, raw.fact, raw.count};
      if (raw.other != 0) {
        finding.other = place_of(*machine.module, raw.other, raw.kind);
      }
      const Place other = finding.other.value_or(Place{});
      const Key key{raw.kind, finding.at.file, finding.at.line, other.file, other.line};
      const auto [known, is_new] = merged.try_emplace(key, finding);
      known->second.count += is_new ? 0 : raw.count;
    }
  };
  merge(machine.run->host_findings);
  merge(multiprocessor().analysis().findings());
  decltype(RunReport::findings) findings;
  for (auto& [key, finding] : merged) {
    if (!findings.is_full()) {
      findings.push_back(std::move(finding));
    }
  }
  return findings;
}

}  // namespace

// Only a run with all checks knows who wrote what.
static std::optional<StoreMap> stores_of(const Machine& machine) {
  const Run& run = *machine.run;
  const auto& all = machine.arena.allocations();
  const auto c = std::ranges::find_if(all, [](const Allocation& each) {
    return each.live && each.ordinal == 0 && gemmlab::is_result(each.matrix);
  });
  return c == all.end() || !run.last_launch || !run.sees_all_blocks()
             ? std::nullopt
             : map_of_stores(machine.arena, *c, *run.last_launch);
}

RunReport report_of(Machine& machine) {
  Run& run = *machine.run;
  RunReport report = std::move(run.report);
  report.streams_in_no_order = machine.streams.had_choice;
  report.findings = gather_findings(machine);
  report.counts = gather_counts(machine, std::move(report.counts.launches));
  report.counts.stores = stores_of(machine);
  report.accesses = run.sees_all_blocks() ? multiprocessor().analysis().accesses() : run.accesses;
  if (report.out_of_time) {
    report.out_of_time->at = machine.module->site_of(run.stopped_at);
    report.out_of_time->accesses = run.accesses;
  }
  for (const Allocation& allocation : machine.arena.allocations()) {
    const bool in_this_run = allocation.ordinal > run.allocations_before;
    // An allocation that a static variable of the student still points to is not a leak.
    if (allocation.live && in_this_run && !machine.ordered_memory.is_freed(allocation.begin) &&
        !machine.module->points_into({allocation.begin, allocation.end()})) {
      ++report.live_allocations;
      report.live_bytes += allocation.bytes;
    }
  }
  return report;
}

}  // namespace simt
