// The fast path must give the same results as the general path for every request it accepts.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <functional>
#include <memory>
#include <vector>

#include "common/simt/analysis/fast_path.h"
#include "common/simt/analysis/fast_request.h"
#include "common/simt/analysis/fast_tables.h"
#include "common/simt/analysis/race_check.h"
#include "common/simt/analysis/request.h"
#include "common/simt/analysis/site_table.h"
#include "common/simt/memory/arena.h"
#include "common/simt/memory/shadow.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/device_limits.h"
#include "common/simt/state/integers.h"
#include "common/simt/state/lane_log.h"
#include "common/simt/state/launch_state.h"

namespace simt {
namespace {

constexpr u64 kCells = 4096;

// A range of shared or global memory, with its shadow, for one block.
struct World {
  explicit World(bool is_shared) : shared_range(is_shared) {
    shadow.resize(kCells);
    tables.arena_begin = u64{1} << 40;
    tables.arena_bytes = u64{1} << 32;
    tables.slot_shift = 32;
    extent = {tables.arena_begin + 4096, tables.arena_begin + 4 * kCells};
    tables.extents = &extent;
    tables.first_serial = 100;
    tables.serial = block.serial = 103;
    tables.clock = &block.clock;
    tables.shared_begin = u64{1} << 41;
    tables.shared = {shadow.written.data(), shadow.read.data(), shadow.value.data(),
                     shadow.writer.data(), shadow.reader.data()};
    written.assign(kCells, 1);
    read.assign(kCells, 0);
    value.assign(kCells, 0);
    writer.assign(kCells, 0);
    reader.assign(kCells, 0);
    settled.assign(kCells, 0);
    tables.global = {written.data(), read.data(),   value.data(),
                     writer.data(),  reader.data(), settled.data()};
    std::fill(shadow.written.begin(), shadow.written.end(), touch_of(3, block.clock));
    block.clock.pass_barrier();
    site.home_begin = tables.shared_begin;
    site.home_end = tables.shared_begin + 4 * kCells;
    site.id = 9;
  }

  u64 base() const { return shared_range ? tables.shared_begin : tables.arena_begin + 4096; }

  bool shared_range;
  SharedShadow shadow;
  RareCells<Touch> rare_shared;
  RareCells<GlobalTouch> rare_global;
  std::vector<u64> written, read;
  std::vector<u32> value, settled;
  std::vector<u16> writer, reader;
  AddressRange extent;
  BlockState block;
  FastTables tables;
  SiteRecord site;
};

// Logs of a warp's lanes, with one request of those that are `active`.
struct Logs {
  template <class AddressOf>
  Logs(u32 kind_, AddressOf address_of, u32 active_ = ~0u)
      : kind(kind_), active(active_), lanes(kWarpSize) {
    for (u32 t = 0; t < kWarpSize; ++t) {
      lanes[t].address[0] = address_of(t);
      lanes[t].value[0] = t * 3;
    }
  }

  bool request(const FastPath& fast, World* world, u32 first_thread) const {
    auto requests = std::make_unique<Requests>();
    requests->logs = lanes.data();
    requests->count = 1;
    requests->code[0] = kind;
    requests->lanes[0] = active;
    fast.compare_neighbours(requests.get());
    return fast.request(world->tables, world->site, {*requests, 0, first_thread});
  }

  u32 kind, active;
  std::vector<LaneLog> lanes;
};

struct Pattern {
  const char* name;
  std::function<u64(u32 lane)> offset;  // in accesses
};

const Pattern kPatterns[] = {
    {"contiguous", [](u32 t) { return t; }},
    {"broadcast", [](u32) { return 5; }},
    {"two rows", [](u32 t) { return t / 16 * 65; }},
    {"the same row twice", [](u32 t) { return t % 16; }},
    {"four runs", [](u32 t) { return t / 8 * 40 + t % 8; }},
    {"pairs", [](u32 t) { return t / 2; }},
    {"overlapping runs", [](u32 t) { return t / 16 * 8 + t % 16; }},
    {"column", [](u32 t) { return t * 32; }},
    {"backwards", [](u32 t) { return 31 - t; }},
    {"four broadcasts", [](u32 t) { return t / 8 * 3; }},
    {"four broadcasts in one bank", [](u32 t) { return t / 8 * 32; }},
    {"uneven broadcasts", [](u32 t) { return t < 7 ? 0 : 3; }},
    {"a small row four times", [](u32 t) { return t % 8; }},
    {"broadcasts in turn", [](u32 t) { return t / 8 % 2 * 3; }},
    {"row and broadcast", [](u32 t) { return t < 16 ? t : 33; }},
};

// The same request by the rules of race_check.h; returns whether there was no error.
template <class Cells>
bool touch_generally(Cells cells, const LaneAddresses& lanes, bool write, const Logs& logs) {
  bool fine = true;
  for (u32 i = 0; i < lanes.count; ++i) {
    const u64 first = cells.index(lanes.address[i]);
    for (u64 c = first; c < first + lanes.bytes / 4; ++c) {
      const u32 lane = lanes.lane[i];
      const Conflict conflict = write
                                    ? check_write(cells, c, 64 + lane, 9, logs.lanes[lane].value[0])
                                    : check_read(cells, c, 64 + lane, 9);
      fine = fine && conflict.kind == Conflict::Kind::none;
    }
  }
  return fine;
}

const u32 kActive[] = {~0u,        1,          1u << 31,   0xffff,     0xffff0000, 0x00ff00ff,
                       0x7fffffff, 0xfffffffe, 0x0f0f0f0f, 0x80000001, 0x00fff000, 0x55555555};

class FastRequests : public ::testing::Test {
 protected:
  // Makes the request on both paths, and compares all effects. Returns whether the fast one took
  // it.
  static bool compare(const FastPath& fast, const Pattern& pattern, bool is_shared, u32 kind,
                      u32 active) {
    SCOPED_TRACE(fmt::format("{}, {}, kind {}, lanes {:x}", pattern.name,
                             is_shared ? "shared" : "global", kind, active));
    World quick(is_shared);
    const auto address_of = [&](u32 t) {
      return quick.base() + pattern.offset(t) * access_bytes(kind);
    };
    LaneAddresses lanes;
    lanes.bytes = access_bytes(kind);
    for (u32 t = 0; t < 32; ++t) {
      if ((active >> t & 1) != 0) {
        lanes.lane[lanes.count] = static_cast<u8>(t);
        lanes.address[lanes.count++] = address_of(t);
      }
    }
    const Logs logs(kind, address_of, active);
    if (!logs.request(fast, &quick, 64)) {
      EXPECT_EQ(quick.site.global.requests + quick.site.shared.requests, 0u);
      return false;
    }
    expect_same_counts(quick, lanes);
    World general(is_shared);
    if (is_shared) {
      EXPECT_TRUE(touch_generally(SharedCells{{general.shadow, general.rare_shared,
                                               general.tables.shared_begin, general.block}},
                                  lanes, is_write(kind), logs));
      EXPECT_EQ(quick.shadow.written, general.shadow.written);
      EXPECT_EQ(quick.shadow.read, general.shadow.read);
      EXPECT_EQ(quick.shadow.value, general.shadow.value);
    } else {
      EXPECT_TRUE(touch_generally(GlobalCells{{general.tables.global, general.rare_global,
                                               general.tables.arena_begin, general.block},
                                              100},
                                  lanes, is_write(kind), logs));
      EXPECT_EQ(quick.written, general.written);
      EXPECT_EQ(quick.read, general.read);
      EXPECT_EQ(quick.value, general.value);
    }
    return true;
  }

  static void expect_same_counts(const World& quick, const LaneAddresses& lanes) {
    if (quick.shared_range) {
      const Cost wavefronts = count_wavefronts(lanes);
      EXPECT_EQ(quick.site.shared.requests, 1u);
      EXPECT_EQ(quick.site.shared.units, wavefronts.units);
      EXPECT_EQ(quick.site.shared.ideal_units, wavefronts.ideal);
      EXPECT_EQ(quick.site.shared.bytes, u64{lanes.count} * lanes.bytes);
    } else {
      const Cost sectors = count_sectors(lanes);
      EXPECT_EQ(quick.site.global.requests, 1u);
      EXPECT_EQ(quick.site.global.units, sectors.units);
      EXPECT_EQ(quick.site.global.ideal_units, sectors.ideal);
      EXPECT_EQ(quick.site.global.bytes, u64{lanes.count} * lanes.bytes);
    }
  }

  static void compare_all(const FastPath& fast) {
    int taken = 0, taken_of_some_lanes = 0;
    for (const u32 kind : {2u, 3u, 4u, 2u | kWriteBit, 3u | kWriteBit, 4u | kWriteBit}) {
      for (const Pattern& pattern : kPatterns) {
        for (const u32 active : kActive) {
          for (const bool is_shared : {true, false}) {
            const bool is_taken = compare(fast, pattern, is_shared, kind, active);
            taken += is_taken;
            taken_of_some_lanes += is_taken && active != ~0u;
          }
        }
      }
    }
    EXPECT_GT(taken - taken_of_some_lanes, 60);
    EXPECT_GT(taken_of_some_lanes, 600);
  }
};

TEST_F(FastRequests, PortableOnesEqualTheGeneralOnes) {
  compare_all(fast_path_portable);
}

TEST_F(FastRequests, ChosenOnesEqualTheGeneralOnes) {
  compare_all(fast_path());
}

TEST_F(FastRequests, TakeTheUsualPatterns) {
  for (const Pattern& pattern : {kPatterns[0], kPatterns[1], kPatterns[2], kPatterns[3]}) {
    for (const bool is_shared : {false, true}) {
      World world(is_shared);
      const Logs logs(2, [&](u32 t) { return world.base() + pattern.offset(t) * 4; });
      EXPECT_TRUE(logs.request(fast_path(), &world, 0)) << pattern.name;
    }
  }
}

TEST_F(FastRequests, OfCellsThatSeveralBlocksReadFindALaterWrite) {
  World world(false);
  const auto address_of = [&](u32 t) { return world.base() + 4 * t; };
  const Logs read(2, address_of);
  for (const u64 serial : {101, 102, 103, 104}) {
    world.tables.serial = serial;
    EXPECT_TRUE(read.request(fast_path(), &world, 0));
  }
  GlobalCells cells{{world.tables.global, world.rare_global, world.tables.arena_begin, world.block},
                    100};
  const u64 cell = cells.index(world.base() + 4 * 20);
  EXPECT_EQ(world.settled[cell / GlobalShadow::kGroup], 100u);
  EXPECT_EQ(check_write(cells, cell, 3, 9, 0).kind, Conflict::Kind::race);
  EXPECT_FALSE(read.request(fast_path(), &world, 0));
}

TEST_F(FastRequests, LeaveConflictsToTheGeneralWay) {
  World world(true);
  const auto address_of = [&](u32 t) { return world.base() + 4 * t; };
  const Logs write(2 | kWriteBit, address_of), read(2, address_of);
  EXPECT_TRUE(write.request(fast_path(), &world, 0));
  EXPECT_FALSE(read.request(fast_path(), &world, 32)) << "written by another warp";
  world.block.clock.pass_barrier();
  EXPECT_TRUE(read.request(fast_path(), &world, 32));
  EXPECT_FALSE(write.request(fast_path(), &world, 0)) << "read by another warp";
}

}  // namespace
}  // namespace simt
