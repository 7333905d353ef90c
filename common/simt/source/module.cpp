#include "common/simt/source/module.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <cstring>
#include <stdexcept>

#include "common/simt/source/debug_info.h"
#include "common/simt/state/integers.h"

namespace simt {

using gemmlab::Place;

namespace {

int read_segments_of(dl_phdr_info* info, size_t, void* out) {
  Segments& segments = *static_cast<Segments*>(out);
  // The executable, which has no name, and a module may both be where they were linked: at base 0.
  if (info->dlpi_addr != segments.base || *info->dlpi_name == '\0') {
    return 0;
  }
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    const u64 begin = info->dlpi_addr + header.p_vaddr;
    const AddressRange range{begin, begin + header.p_memsz};
    if (header.p_type == PT_TLS) {
      const u64 shared = reinterpret_cast<u64>(info->dlpi_tls_data);
      segments.shared = {shared, shared + header.p_memsz};
    } else if (header.p_type == PT_GNU_RELRO) {
      segments.read_only_after_start = range;
    } else if (header.p_type == PT_LOAD) {
      segments.data.push_back(range);  // code, too: some linkers put constants next to it
      if ((header.p_flags & PF_X) != 0) {
        segments.code = range;
      }
      if ((header.p_flags & PF_W) != 0) {
        segments.writable.push_back(range);
      }
    }
  }
  return 1;
}

Segments segments_at(u64 base) {
  Segments segments;
  segments.base = base;
  dl_iterate_phdr(read_segments_of, &segments);
  return segments;
}

// ---- the source places of the code, and their order of execution ----

constexpr size_t kLevels = 5;
constexpr u32 kMaxColumn = 239;

bool is_student_file(const std::string& path) {
  return path.find("common/simt/shim/") == std::string::npos && !path.starts_with("/usr/");
}

std::vector<Place>::const_iterator innermost_of_student(const std::vector<Place>& chain) {
  return std::ranges::find_if(chain, [](const Place& site) { return is_student_file(site.file); });
}

// Of the last range that begins at or before the line; the line itself if there is none.
int last_line(const std::vector<LineRange>& ranges, int line) {
  const auto after = std::ranges::upper_bound(ranges, line, {}, &LineRange::first);
  return after == ranges.begin() ? line : std::max(line, std::prev(after)->last);
}

// 24 bits: a line, whether it comes after everything else in that line, and a column.
u32 place_of(int line, bool last, u32 column) {
  return std::min<u32>(static_cast<u32>(line), 0x7fff) << 9 | (last ? 1 << 8 : 0) | column;
}

// Another iteration begins at the end of the loop, and inner loops end before outer ones.
u32 place_of_round(const Place& site, const std::vector<LineRange>& loops) {
  const int last = last_line(loops, site.line);
  const int outwards = std::min(last - site.line, 15);
  return place_of(last, true, kMaxColumn + 1 + static_cast<u32>(outwards));
}

}  // namespace

Module::Module(void* handle) {
  link_map* map = nullptr;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0) {
    throw std::runtime_error("simt: not a loaded module");
  }
  path_ = map->l_name;
  segments_ = segments_at(map->l_addr);
  touch_shared_ = reinterpret_cast<void* (*)()>(dlsym(handle, "simt_touch_shared"));
  if (touch_shared_ == nullptr) {
    throw std::runtime_error("simt: " + path_ + " was not compiled for the simulator");
  }
  read_symbols();
  is_device_.resize(variables_.size());
  for (const Variable& variable : variables_) {
    const u8* bytes = reinterpret_cast<const u8*>(variable.offset);
    snapshot_.insert(snapshot_.end(), bytes, bytes + variable.bytes);
  }
}

int Module::bound_of(u64 address) const {
  const auto found = bounds_.find(address);
  return found == bounds_.end() ? 0 : found->second;
}

u64 Module::function_at(u64 address) const {
  const auto found = std::ranges::find_if(
      functions_, [=](const AddressRange& function) { return function.contains(address); });
  return found == functions_.end() ? 0 : found->begin;
}

const Variable* Module::variable_before(u64 address) const {
  if (!is_writable(address)) {
    return nullptr;
  }
  auto next = std::ranges::upper_bound(variables_, address, {}, &Variable::offset);
  return next == variables_.begin() ? nullptr : &*--next;
}

const Variable* Module::variable_at(u64 address) const {
  const Variable* variable = variable_before(address);
  return variable != nullptr && address - variable->offset < variable->bytes ? variable : nullptr;
}

const Variable* Module::shadow_variable_at(u64 address) const {
  const Variable* variable = variable_at(address);
  const bool is_devices = variable != nullptr && (variable->space == VariableSpace::device ||
                                                  variable->space == VariableSpace::constant);
  return is_devices && given_.count(variable->offset) == 0 ? variable : nullptr;
}

AddressRange Module::variables() const {
  return variables_.empty() ? AddressRange{}
                            : AddressRange{variables_.front().offset,
                                           variables_.back().offset + variables_.back().bytes};
}

u64 Module::constant_bytes() const {
  u64 bytes = 0;
  for (const Variable& each : variables_) {
    bytes += each.space == VariableSpace::constant ? each.bytes : 0;
  }
  return bytes;
}

AddressRange Module::shared_block() const {
  touch_shared_();
  return segments_at(base()).shared;
}

u64 Module::address_of(AccessCode code) const {
  const u64 mask = (u64{1} << kAddressBits) - 1;
  return segments_.code.begin + (((code >> 4) - segments_.code.begin) & mask);
}

void Module::mark_device_variable(u64 address) {
  if (const Variable* variable = variable_at(address)) {
    is_device_[static_cast<size_t>(variable - variables_.data())] = true;
  }
}

void Module::restore_device_variables() const {
  const u8* from = snapshot_.data();
  for (size_t i = 0; i < variables_.size(); ++i) {
    if (is_device_[i]) {
      std::memcpy(reinterpret_cast<void*>(variables_[i].offset), from, variables_[i].bytes);
    }
    from += variables_[i].bytes;
  }
}

bool Module::points_into(AddressRange range) const {
  for (const Variable& variable : variables_) {
    for (u64 at = (variable.offset + 7) & ~u64{7}; at + 8 <= variable.offset + variable.bytes;
         at += 8) {
      if (range.contains(*reinterpret_cast<const u64*>(at))) {
        return true;
      }
    }
  }
  return false;
}

SourceOrder Module::order_of(AccessCode code) const {
  const std::vector<Place>& chain = source_chain(address_of(code) - 1);
  // An inline function of the simulator logs iterations.
  const auto innermost = has_kind(code, kRound) ? innermost_of_student(chain) : chain.begin();
  if (innermost == chain.end()) {
    return SourceOrder{1} << 127 | code;
  }
  SourceOrder order = 0;
  auto site = chain.end();
  for (size_t level = 0; level < kLevels; ++level) {
    u32 place = 0;
    if (site != innermost) {
      --site;
      // A store happens at the end of its statement.
      const bool is_store = site == innermost && is_write(code);
      const int line = is_store ? last_line(long_statements_, site->line) : site->line;
      place = site == innermost && has_kind(code, kRound)
                  ? place_of_round(*site, loops_)
                  : place_of(line, is_store, std::min<u32>(u32(site->column), kMaxColumn));
    }
    order = order << 24 | place;
  }
  return order << 4 | (code & 15);
}

Place Module::site_of(AccessCode code) const {
  if (code == 0) {
    return {};
  }
  const std::vector<Place>& chain = source_chain(address_of(code) - 1);
  const auto own = innermost_of_student(chain);
  return own != chain.end() ? *own : chain.empty() ? Place{} : chain.front();
}

}  // namespace simt
