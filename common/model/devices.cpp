#include "common/model/model.h"

#include <fmt/format.h>

#include <cctype>
#include <concepts>

#include "common/facts/json.h"
#include "common/model/table.h"
#include "common/model/tables.h"

namespace gemmlab::model {
namespace {

// "9.0" -> 90, "12.0" -> 120
int architecture_in(const Row& row, std::string_view column) {
  const std::string& text = row.text(column);
  const std::size_t dot = text.find('.');
  const bool is_fine =
      dot != std::string::npos && dot > 0 && dot + 2 == text.size() &&
      std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) || c == '.'; });
  if (!is_fine) {
    row.fail(column, fmt::format("'{}' is not a compute capability such as 9.0", text));
  }
  return 10 * std::stoi(text.substr(0, dot)) + (text[dot + 1] - '0');
}

void read_cell(const Row& row, std::string_view column, double& value) {
  value = row.number(column);
}
void read_cell(const Row& row, std::string_view column, std::integral auto& value) {
  value = row.whole(column);
}

// The columns of capabilities.table after the first: fields of Limits.
#define GEMMLAB_LIMITS(Do)                                                                         \
  GEMMLAB_EACH(Do, lanes, fp64_lanes, schedulers, wavefronts, unified, threads, blocks, registers, \
               register_unit, parts, block_registers, thread_registers, shared, shared_unit,       \
               block_shared, reserved, block_threads)
#define GEMMLAB_COLUMN(field) #field,
#define GEMMLAB_CELL(field) read_cell(row, #field, limits.field);

// Only lower-case letters and digits, without the brand's words.
std::string plain(std::string_view word) {
  std::string letters;
  for (const unsigned char c : word) {
    if (std::isalnum(c)) {
      letters += static_cast<char>(std::tolower(c));
    }
  }
  for (const std::string_view brand : {"nvidia", "geforce", "tesla", "quadro"}) {
    if (letters.starts_with(brand)) {
      letters.erase(0, brand.size());
    }
  }
  return letters;
}

int rounded_up(int value, int unit) {
  return divided_up(value, unit) * unit;
}

// The total resources of a block with this many warps.
int registers_of_block(const Limits& limits, const BlockNeeds& block, int warps) {
  if (limits.parts == 0) {  // warps come in pairs, and the block gets its registers at once
    return rounded_up(rounded_up(warps, 2) * kWarp * block.registers, limits.register_unit);
  }
  return rounded_up(kWarp * block.registers, limits.register_unit) * warps;
}

int blocks_by_registers(const Limits& limits, const BlockNeeds& block, int warps) {
  if (block.registers == 0) {
    return kUnlimited;
  }
  const int of_block = registers_of_block(limits, block, warps);
  if (limits.parts == 0) {
    return limits.registers / of_block;
  }
  const int warps_in_a_part = limits.registers / limits.parts / (of_block / warps);
  return warps_in_a_part * limits.parts / warps;
}

bool is_too_large(const Limits& limits, const BlockNeeds& block, int warps) {
  return block.threads > limits.block_threads || block.shared_bytes > limits.block_shared ||
         block.registers > limits.thread_registers ||
         // Each part of the SM must have room for as many warps.
         registers_of_block(limits, block, rounded_up(warps, std::max(1, limits.parts))) >
             limits.block_registers;
}

}  // namespace

std::vector<Limits> read_capabilities(std::string_view text, const std::string& name) {
  std::vector<Limits> all;
  for (const Row& row : read_table(text, name, {"capability", GEMMLAB_LIMITS(GEMMLAB_COLUMN)})) {
    Limits limits;
    limits.architecture = architecture_in(row, "capability");
    GEMMLAB_LIMITS(GEMMLAB_CELL)
    if (!all.empty() && all.back().architecture >= limits.architecture) {
      row.fail("capability", "the rows must go from older to newer, each only once");
    }
    all.push_back(limits);
  }
  return all;
}

std::vector<Device> read_devices(std::string_view text, const std::string& name,
                                 const std::vector<Limits>& capabilities) {
  std::vector<Device> all;
  for (const Row& row : read_table(text, name,
                                   {"id", "name", "capability", "sms", "boost_mhz", "tflops",
                                    "at_mhz", "gb_s", "l2_kib", "source"})) {
    const int architecture = architecture_in(row, "capability");
    const auto limits = std::ranges::find(capabilities, architecture, &Limits::architecture);
    if (limits == capabilities.end()) {
      row.fail("capability", "capabilities.table has no row for it");
    }
    Device device;
    device.id = row.text("id");
    device.name = row.text("name");
    std::replace(device.name.begin(), device.name.end(), '_', ' ');
    device.limits = *limits;
    device.multiprocessors = row.whole("sms");
    device.clock_hz = 1e6 * row.number("boost_mhz");
    device.bandwidth = 1e9 * row.number("gb_s");
    device.l2_bytes = std::int64_t{1024} * row.whole("l2_kib");
    device.stated_flops = 1e12 * row.number("tflops");
    device.stated_clock_hz = 1e6 * row.number("at_mhz");
    device.source = row.text("source");
    if (std::ranges::count(all, device.id, &Device::id) > 0) {
      row.fail("id", "another row already has it");
    }
    all.push_back(std::move(device));
  }
  return all;
}

const std::vector<Limits>& capabilities() {
  static const std::vector<Limits> all =
      read_capabilities(kCapabilitiesTable, "common/model/capabilities.table");
  return all;
}

const std::vector<Device>& devices() {
  static const std::vector<Device> all =
      read_devices(kGpusTable, "common/model/gpus.table", capabilities());
  return all;
}

const Limits* limits_of(int architecture) {
  constexpr int kLanesInParts = 50;  // since then most SMs are similar to their predecessor
  const Limits* nearest = nullptr;
  for (const Limits& limits : capabilities()) {
    const bool is_alike = limits.architecture / 10 == architecture / 10 ||
                          (limits.architecture >= kLanesInParts && architecture > kLanesInParts);
    if (limits.architecture <= architecture && is_alike) {
      nearest = &limits;
    }
  }
  return nearest;
}

const Device* find_device(std::string_view word) {
  const std::string wanted = plain(word);
  const auto found = std::ranges::find_if(devices(), [&](const Device& device) {
    return wanted == plain(device.id) || wanted == plain(device.name);
  });
  return found != devices().end() ? &*found : nullptr;
}

const Device& device(std::string_view id) {
  const Device* const found = find_device(id);
  if (found == nullptr) {
    throw std::logic_error(fmt::format("gpus.table has no {}", id));
  }
  return *found;
}

Occupancy occupancy(const Limits& limits, const BlockNeeds& block) {
  const int warps = std::max(1, divided_up(block.threads, kWarp));
  const int shared = rounded_up(block.shared_bytes + limits.reserved, limits.shared_unit);
  Occupancy result;
  result.by_threads = limits.warps() / warps;
  result.by_blocks = limits.blocks;
  result.by_shared = block.shared_bytes == 0 ? kUnlimited : limits.shared / shared;
  result.by_registers = blocks_by_registers(limits, block, warps);
  if (is_too_large(limits, block, warps)) {
    result.limit = Limit::block_too_large;
    return result;
  }
  result.blocks = kUnlimited;
  for (const auto& [limit, allowed] : {std::pair{Limit::threads, result.by_threads},
                                       std::pair{Limit::registers, result.by_registers},
                                       std::pair{Limit::shared_memory, result.by_shared},
                                       std::pair{Limit::blocks, result.by_blocks}}) {
    if (allowed < result.blocks) {
      result.blocks = allowed;
      result.limit = limit;
    }
  }
  result.warps = result.blocks * warps;
  result.share = double(result.warps) / limits.warps();
  return result;
}

}  // namespace gemmlab::model
