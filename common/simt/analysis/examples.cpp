#include "common/simt/analysis/examples.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "common/simt/engine/machine.h"
#include "common/simt/source/names.h"
#include "common/simt/source/variable_shape.h"

namespace simt {
namespace {

// A variable or an allocation.
struct Home {
  std::string name;
  std::vector<std::int64_t> extents;
  unsigned element_bytes = 4;
  u64 begin = 0;
};

Home home_of_allocation(const Allocation& allocation) {
  Home home{
      allocation.ordinal == 0 ? allocation.name : name_of(allocation), {}, 4, allocation.begin};
  if (allocation.cols != 0) {
    home.extents = {allocation.rows, allocation.cols};
  } else {
    home.extents = {static_cast<std::int64_t>(allocation.bytes / 4)};
  }
  return home;
}

Home home_of_shared(u64 address, const Analysis& analysis) {
  const Module& module = *machine().module;
  const u64 begin = analysis.shared().begin;
  if (const Variable* variable = analysis.shared_at(address - begin, 1)) {
    const VariableShape shape = shape_of_shared(module.path(), variable->offset);
    Home home{
        variable->name, {shape.extents.begin(), shape.extents.end()}, 4, begin + variable->offset};
    home.element_bytes = static_cast<unsigned>(shape.element_bytes);
    return home;
  }
  return {"dynamic shared memory", {}, 4, begin + module.dynamic_shared_offset()};
}

Home home_of(u64 address, const Analysis& analysis) {
  const Machine& m = machine();
  if (analysis.shared().contains(address)) {
    return home_of_shared(address, analysis);
  }
  if (const Allocation* allocation = m.arena.near(address)) {
    return home_of_allocation(*allocation);
  }
  const Variable* variable = m.module->variable_at(address);
  return variable != nullptr ? Home{variable->name, {}, 4, variable->offset}
                             : Home{hexadecimal(address), {}, 4, address};
}

Example example_of(const CostlyRequest& request, const Analysis& analysis) {
  Home home = home_of(request.lanes.address[0], analysis);
  Example example;
  example.block = {request.block.x, request.block.y, request.block.z};
  example.first_thread = request.first_thread;
  example.variable = std::move(home.name);
  example.extents = std::move(home.extents);
  example.element_bytes = home.element_bytes;
  for (unsigned i = 0; i < request.lanes.count; ++i) {
    example.lanes.push_back(request.lanes.lane[i]);
    example.offsets.push_back(static_cast<std::int64_t>(request.lanes.address[i] - home.begin));
  }
  example.units = request.units;
  example.ideal_units = request.ideal;
  return example;
}

CostRank rank_of(const Example& example) {
  const auto [x, y, z] = example.block;
  return cost_rank(std::int64_t(example.units) - std::int64_t(example.ideal_units),
                   std::int64_t(example.lanes.size()), {x, y, z}, example.first_thread);
}

Place* find_or_add(std::vector<Place>* places, const Place& wanted) {
  const auto key = [](const Place& place) {
    return std::tuple(place.column, place.shared, place.store, place.bytes, place.example.variable);
  };
  auto at = std::find_if(places->begin(), places->end(),
                         [&](const Place& each) { return key(each) >= key(wanted); });
  if (at == places->end() || key(*at) != key(wanted)) {
    at = places->insert(at, wanted);
  }
  return &*at;
}

void add_place(std::vector<Place>* places,
               const SiteRecord& site,
               int column,
               const CostlyRequest* costliest,
               const Multiprocessor& processor) {
  if (costliest == nullptr) {
    return;
  }
  const bool shared = processor.analysis().shared().contains(costliest->lanes.address[0]);
  Example example = example_of(*costliest, processor.analysis());
  Place place;
  place.column = column;
  place.shared = shared;
  place.store = is_write(site.code);
  place.bytes = access_bytes(site.code);
  place.example.variable = example.variable;
  Place* known = find_or_add(places, place);
  if (shared) {
    add(&known->shared_counts, site.shared);
  } else {
    add(&known->global, site.global);
  }
  if (known->example.lanes.empty() || rank_of(example) < rank_of(known->example)) {
    known->example = std::move(example);
  }
}

}  // namespace

void add(GlobalCounts* sum, const GlobalCounts& part) {
  sum->requests += part.requests;
  sum->sectors += part.sectors;
  sum->bytes += part.bytes;
  sum->ideal_sectors += part.ideal_sectors;
}

void add(SharedCounts* sum, const SharedCounts& part) {
  sum->requests += part.requests;
  sum->wavefronts += part.wavefronts;
  sum->ideal_wavefronts += part.ideal_wavefronts;
  sum->bytes += part.bytes;
}

void add_places(std::vector<Place>* places,
                const SiteRecord& site,
                int column,
                const Multiprocessor& processor) {
  add_place(places, site, column, processor.look().global_at(site.code), processor);
  add_place(places, site, column, processor.look().shared_at(site.code), processor);
}

}  // namespace simt
