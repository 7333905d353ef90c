#include "common/simt/source/names.h"

#include <fmt/format.h>

#include "common/simt/integers.h"
#include "common/simt/source/variable_shape.h"

namespace simt {
namespace {

std::string coordinates(const uint3& at, const dim3& extents) {
  if (extents.z > 1) {
    return fmt::format("({},{},{})", at.x, at.y, at.z);
  }
  if (extents.y > 1) {
    return fmt::format("({},{})", at.x, at.y);
  }
  return fmt::format("{}", at.x);
}

std::string count_of(std::int64_t n, const char* unit) {
  return n == 1 ? fmt::format("one {}", unit) : fmt::format("{} {}s", n, unit);
}

}  // namespace

std::string name_of_thread(u32 thread, const dim3& extents) {
  return "thread " + coordinates({thread % extents.x, thread / extents.x % extents.y,
                                  thread / extents.x / extents.y},
                                 extents);
}

std::string name_of_block(const uint3& block, const dim3& grid) {
  return "block " + coordinates(block, grid);
}

std::string ordinal(int n) {
  const bool teen = n / 10 % 10 == 1;
  const char* suffix = teen || n % 10 > 3 || n % 10 == 0 ? "th"
                       : n % 10 == 1                     ? "st"
                       : n % 10 == 2                     ? "nd"
                                                         : "rd";
  return fmt::format("{}{}", n, suffix);
}

std::string hexadecimal(u64 address) {
  return fmt::format("0x{:x}", address);
}

std::string name_of(const Allocation& allocation) {
  if (allocation.ordinal == 0) {
    return fmt::format("{} ({} x {})", allocation.name, allocation.rows, allocation.cols);
  }
  if (!allocation.name.empty()) {
    return fmt::format("the allocation the size of {} ({} x {})", allocation.name, allocation.rows,
                       allocation.cols);
  }
  return fmt::format("the {} cudaMalloc'ed block ({} bytes)", ordinal(allocation.ordinal),
                     allocation.bytes);
}

std::string name_of_element(const Allocation& allocation, u64 address) {
  const auto offset = static_cast<std::int64_t>(address - allocation.begin);
  const std::int64_t element = floor_divide(offset, 4);
  if (allocation.cols == 0) {
    return fmt::format("element {} (of 4 bytes) of {}", element, name_of(allocation));
  }
  const std::int64_t row = floor_divide(element, allocation.cols);
  const std::string place = fmt::format("[{}][{}]", row, element - row * allocation.cols);
  return allocation.ordinal == 0 ? allocation.name + place
                                 : fmt::format("element {} of {}", place, name_of(allocation));
}

std::string name_of_miss(const Allocation& allocation, u64 address, u32 bytes) {
  const std::string element = name_of_element(allocation, address);
  const std::string whole =
      allocation.ordinal != 0 && allocation.name.empty() ? "that block" : name_of(allocation);
  if (address >= allocation.begin && address < allocation.end()) {
    return fmt::format("{}, whose {} bytes reach past the end of {}", element, bytes, whole);
  }
  const std::int64_t index = floor_divide(static_cast<std::int64_t>(address - allocation.begin), 4);
  if (allocation.cols == 0) {
    return index < 0
               ? fmt::format("{}, before its start", element)
               : fmt::format("{}, {} past the end of {}", element,
                             count_of(index - static_cast<std::int64_t>(allocation.bytes / 4) + 1,
                                      "element"),
                             whole);
  }
  // Row and column of such an element say nothing: either index may be the wrong one.
  const std::string matrix = allocation.ordinal == 0 ? allocation.name : name_of(allocation);
  return index < 0 ? fmt::format("element {} of {}, before its start", index, matrix)
                   : fmt::format("element {} of {}, which has {} ({} x {})", index, matrix,
                                 allocation.bytes / 4, allocation.rows, allocation.cols);
}

std::string name_of_element(const Module& module, const Variable& variable, std::int64_t offset) {
  const VariableShape shape = shape_of_shared(module.path(), variable.offset);
  const bool is_inside = offset >= 0 && offset < static_cast<std::int64_t>(variable.bytes);
  const std::string place = shape.extents.empty() && !is_inside ? "" : place_in(shape, offset);
  return !place.empty() || offset == 0
             ? variable.name + place
             : fmt::format("{} {} {} bytes", variable.name, offset < 0 ? '-' : '+',
                           offset < 0 ? -offset : offset);
}

}  // namespace simt
