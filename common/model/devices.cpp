#include "common/model/devices.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <concepts>
#include <cstddef>
#include <stdexcept>
#include <utility>

#include "common/facts/json_fields.h"
#include "common/facts/text_table.h"
#include "common/model/tables.h"

namespace gemmlab::model {
namespace {

// "9.0" -> 90, "12.0" -> 120
int architecture_in(const TableRow& row, std::string_view column) {
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

void read_cell(const TableRow& row, std::string_view column, double& value) {
  value = row.number(column);
}
void read_cell(const TableRow& row, std::string_view column, std::integral auto& value) {
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

}  // namespace

std::vector<Limits> read_capabilities(std::string_view text, const std::string& name) {
  std::vector<Limits> all;
  for (const TableRow& row :
       read_table(text, name, {"capability", GEMMLAB_LIMITS(GEMMLAB_COLUMN)})) {
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
  for (const TableRow& row :
       read_table(text, name,
                  {"id", "name", "capability", "sms", "boost_mhz", "tflops", "at_mhz", "gb_s",
                   "l2_kib", "tensor_mhz", "tf32", "half", "s8", "source"})) {
    const int architecture = architecture_in(row, "capability");
    const auto limits = std::ranges::find(capabilities, architecture, &Limits::architecture);
    if (limits == capabilities.end()) {
      row.fail("capability", "capabilities.table has no row for it");
    }
    Device device;
    device.id = row.text("id");
    device.name = row.text("name");
    device.limits = *limits;
    device.multiprocessors = row.whole("sms");
    device.clock_hz = 1e6 * row.number("boost_mhz");
    device.bandwidth = 1e9 * row.number("gb_s");
    device.l2_bytes = std::int64_t{1024} * row.whole("l2_kib");
    device.stated_flops = 1e12 * row.number("tflops");
    device.stated_clock_hz = 1e6 * row.number("at_mhz");
    device.tensor = {1e6 * row.number("tensor_mhz"), 1e12 * row.number("tf32"),
                     1e12 * row.number("half"), 1e12 * row.number("s8")};
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

}  // namespace gemmlab::model
