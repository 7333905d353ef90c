#include "common/simt/engine/access_places.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "common/simt/source/variable_shape.h"

namespace simt {
namespace {

// Names what lies at the address, a variable or an allocation. Returns where that begins.
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
  const VariableShape shape = shape_of_shared(view.module->path(), variable->offset);
  example->variable = variable->name;
  example->extents = {shape.extents.begin(), shape.extents.end()};
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
  const auto [x, y, z] = example.block;
  return {std::int64_t(example.ideal_units) - std::int64_t(example.units),
          -std::int64_t(example.lanes.size()),
          z,
          y,
          x,
          example.first_thread};
}

AccessPlace* find_or_add(std::vector<AccessPlace>* places, AccessPlace wanted) {
  const auto key = [](const AccessPlace& place) {
    const WarpExample& example = place.example;
    return std::tuple(place.column, place.space, place.is_store, place.bytes, example.variable,
                      example.buffer ? example.buffer->ordinal : 0);
  };
  auto at = std::find_if(places->begin(), places->end(),
                         [&](const AccessPlace& each) { return key(each) >= key(wanted); });
  if (at == places->end() || key(*at) != key(wanted)) {
    at = places->insert(at, std::move(wanted));
  }
  return &*at;
}

}  // namespace

void add_places(std::vector<AccessPlace>* places,
                const SiteRecord& site,
                int column,
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
    if (rank_of(example) < rank_of(place->example)) {
      place->example = std::move(example);
    }
  }
}

}  // namespace simt
