#include "common/simt/memory/variable_shadow.h"

#include <cstdlib>
#include <new>

namespace simt {
namespace {

// Zeros that cost no memory until they are touched. A large host array is a variable too.
template <class Cell>
Cell* zeros(u64 count) {
  void* cells = std::calloc(count, sizeof(Cell));
  if (cells == nullptr) {
    throw std::bad_alloc();
  }
  return static_cast<Cell*>(cells);
}

}  // namespace

VariableShadow::~VariableShadow() {
  release();
}

void VariableShadow::release() {
  std::free(cells_.written);
  std::free(cells_.read);
  std::free(cells_.value);
  std::free(cells_.writer);
  std::free(cells_.reader);
  cells_ = {};
}

void VariableShadow::cover(AddressRange range) {
  release();
  range_ = {range.begin & ~u64{3}, range.end};
  const u64 cells = (range_.end - range_.begin) / 4 + 2;
  cells_.written = zeros<u64>(cells);
  cells_.read = zeros<u64>(cells);
  cells_.value = zeros<u32>(cells);
  cells_.writer = zeros<u16>(cells);
  cells_.reader = zeros<u16>(cells);
}

}  // namespace simt
