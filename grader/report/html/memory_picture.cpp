#include "grader/report/html/memory_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "grader/diagnosis/access_pattern.h"
#include "grader/report/words/count.h"

namespace gemmlab::html {
namespace {

constexpr std::int64_t kBanks = 32, kWordBytes = 4;

// The visible part of many rows or columns: the first ones and the last.
struct Limit {
  std::size_t most, first, last;
};
constexpr Limit kRows{12, 8, 2}, kColumns{40, 24, 8};

void touch_cells(const AccessPlace& place, MemoryPicture& picture) {
  const WarpExample& example = place.example;
  for (std::size_t i = 0; i < example.lanes.size(); ++i) {
    const std::int64_t begin = example.offsets[i], last = begin + place.bytes - 1;
    const std::int64_t last_cell = floor_divide(last, picture.cell_bytes);
    for (auto cell = floor_divide(begin, picture.cell_bytes); cell <= last_cell; ++cell) {
      picture.lanes[cell].push_back(example.lanes[i]);
    }
    if (place.space == Space::global) {
      picture.sectors.insert({floor_divide(begin, kSectorBytes), floor_divide(last, kSectorBytes)});
    }
  }
}

// Lanes are served together up to 128 bytes: all 32 with 4 bytes each, 8 with 16 bytes.
void find_conflicts(const AccessPlace& place, MemoryPicture& picture) {
  const WarpExample& example = place.example;
  if (example.units <= example.ideal_units) {
    return;
  }
  const unsigned together = std::max(1u, 32 / std::max(1u, place.bytes / 4));
  std::map<std::pair<unsigned, int>, std::set<std::int64_t>> words;  // per cycle and bank
  for (std::size_t i = 0; i < example.lanes.size(); ++i) {
    for (std::int64_t byte = 0; byte < place.bytes; byte += kWordBytes) {
      const std::int64_t word = floor_divide(example.offsets[i] + byte, kWordBytes);
      const int bank = int(word - kBanks * floor_divide(word, kBanks));
      words[{example.lanes[i] / together, bank}].insert(word);
    }
  }
  for (const auto& [turn_and_bank, different] : words) {
    if (different.size() > 1) {
      unsigned& most = picture.conflicts[turn_and_bank.second];
      most = std::max(most, unsigned(different.size()));
    }
  }
}

// The numbers in order, with gaps for missing ones, and at most as many as the limit allows.
std::vector<Band> bands(const std::set<std::int64_t>& numbers, const Limit& limit) {
  std::vector<std::int64_t> shown(numbers.begin(), numbers.end());
  if (shown.size() > limit.most) {
    shown.erase(shown.begin() + limit.first, shown.end() - limit.last);
  }
  std::vector<Band> result;
  for (const std::int64_t number : shown) {
    if (!result.empty() && number > result.back().at + 1) {
      result.push_back({result.back().at + 1, number - result.back().at - 1});
    }
    result.push_back({number, 0});
  }
  return result;
}

void choose_window(MemoryPicture& picture) {
  std::set<std::int64_t> rows, columns;
  for (const auto& [cell, lanes] : picture.lanes) {
    rows.insert(floor_divide(cell, picture.width));
  }
  for (std::int64_t bank = 0; picture.space == Space::shared && bank < kBanks; ++bank) {
    columns.insert(bank);
  }
  // Whole sectors, as far as they are in a touched row.
  const std::int64_t sector_cells = kSectorBytes / picture.cell_bytes;
  for (const std::int64_t sector : picture.sectors) {
    for (std::int64_t cell = sector * sector_cells; cell < (sector + 1) * sector_cells; ++cell) {
      if (const std::int64_t row = floor_divide(cell, picture.width); rows.contains(row)) {
        columns.insert(cell - row * picture.width);
      }
    }
  }
  picture.rows = bands(rows, kRows);
  picture.columns = bands(columns, kColumns);
}

}  // namespace

MemoryPicture picture_of(const AccessPlace& place) {
  MemoryPicture picture;
  const WarpExample& example = place.example;
  const bool is_cell = example.element_bytes > 0 && kSectorBytes % example.element_bytes == 0;
  if (pattern_of(place).kind == LanePattern::Kind::unknown || !is_cell || place.bytes > 64) {
    return picture;  // it cannot be drawn
  }
  picture.space = place.space;
  picture.cell_bytes = place.space == Space::shared ? unsigned(kWordBytes) : example.element_bytes;
  const bool is_inside = bytes_of_variable(example) > 0 &&
                         std::ranges::none_of(example.offsets, [&](std::int64_t byte) {
                           return is_outside(example, byte);
                         });
  picture.has_rows = place.space == Space::global && is_inside && example.extents.size() >= 2;
  picture.width = place.space == Space::shared ? kBanks
                  : picture.has_rows           ? example.extents.back()
                                               : kSectorBytes / picture.cell_bytes;
  touch_cells(place, picture);
  if (place.space == Space::shared) {
    find_conflicts(place, picture);
  }
  choose_window(picture);
  return picture;
}

bool is_outside(const WarpExample& example, std::int64_t byte) {
  const std::int64_t size = bytes_of_variable(example);
  return size > 0 && (byte < 0 || byte >= size);
}

std::string cell_name(const WarpExample& example, std::int64_t byte) {
  const std::string name = example.variable.empty() ? "memory" : example.variable;
  if (bytes_of_variable(example) == 0 || is_outside(example, byte)) {
    return byte < 0 ? fmt::format("{} - {}", name, counted(-byte, "byte"))
                    : fmt::format("{} + {}", name, counted(byte, "byte"));
  }
  std::string indices;
  std::int64_t element = byte / example.element_bytes;
  for (std::size_t i = example.extents.size(); i > 0; --i) {
    indices = fmt::format("[{}]{}", element % example.extents[i - 1], indices);
    element /= example.extents[i - 1];
  }
  return name + indices;
}

}  // namespace gemmlab::html
