#include "common/simt/module.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace simt {
namespace {

// A file's bytes, read-only.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status {};
    if (file >= 0 && fstat(file, &status) == 0 && status.st_size > 0) {
      size_ = static_cast<size_t>(status.st_size);
      void* bytes = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
      bytes_ = bytes == MAP_FAILED ? nullptr : static_cast<const char*>(bytes);
    }
    if (file >= 0) {
      close(file);
    }
  }
  ~MappedFile() {
    if (bytes_ != nullptr) {
      munmap(const_cast<char*>(bytes_), size_);
    }
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  // `count` objects at `offset`, or null if the file is shorter.
  template <class T>
  const T* at(u64 offset, u64 count = 1) const {
    const bool inside = bytes_ != nullptr && offset <= size_ && count * sizeof(T) <= size_ - offset;
    return inside ? reinterpret_cast<const T*>(bytes_ + offset) : nullptr;
  }

 private:
  const char* bytes_ = nullptr;
  size_t size_ = 0;
};

std::string demangled(const char* symbol) {
  int status = 0;
  char* text = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
  std::string name = text != nullptr ? text : symbol;
  std::free(text);
  return name;
}

// Position of the "::" before the last name, or npos. Those inside (...) and <...> do not count.
size_t last_scope(const std::string& name) {
  int depth = 0;
  for (size_t i = name.size(); i-- > 1;) {
    const char c = name[i];
    depth += (c == ')' || c == '>') - (c == '(' || c == '<');
    if (depth == 0 && c == ':' && name[i - 1] == ':') {
      return i - 1;
    }
  }
  return std::string::npos;
}

std::string section_name(const MappedFile& file,
                         const ElfW(Ehdr) & header,
                         const ElfW(Shdr) & section) {
  const auto* names = file.at<ElfW(Shdr)>(header.e_shoff + u64{header.e_shstrndx} * sizeof section);
  const char* text = names == nullptr || section.sh_name >= names->sh_size
                         ? nullptr
                         : file.at<char>(names->sh_offset, names->sh_size);
  return text == nullptr ? "" : text + section.sh_name;
}

struct Segments {
  u64 base = 0;
  AddressRange code;
  std::vector<AddressRange> data, writable;
  AddressRange read_only_after_start;
  AddressRange shared;  // the calling thread's
};

int read_segments_of(dl_phdr_info* info, size_t, void* out) {
  Segments& segments = *static_cast<Segments*>(out);
  if (info->dlpi_addr != segments.base) {
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
    } else if (header.p_type == PT_LOAD && (header.p_flags & PF_X) != 0) {
      segments.code = range;
    } else if (header.p_type == PT_LOAD) {
      segments.data.push_back(range);
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

bool any_contains(const std::vector<AddressRange>& ranges, u64 address) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const AddressRange& range) { return range.contains(address); });
}

}  // namespace

Module::Module(void* handle) {
  static u64 modules = 0;
  id_ = ++modules;
  link_map* map = nullptr;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0) {
    throw std::runtime_error("simt: not a loaded module");
  }
  path_ = map->l_name;
  base_ = map->l_addr;
  touch_shared_ = reinterpret_cast<void* (*)()>(dlsym(handle, "simt_touch_shared"));
  if (touch_shared_ == nullptr) {
    throw std::runtime_error("simt: " + path_ + " was not compiled for the simulator");
  }
  const Segments segments = segments_at(base_);
  code_ = segments.code;
  data_ = segments.data;
  writable_ = segments.writable;
  read_only_after_start_ = segments.read_only_after_start;
  read_symbols();
  is_device_ = std::make_unique<std::atomic<bool>[]>(variables_.size());
  for (const Variable& variable : variables_) {
    const u8* bytes = reinterpret_cast<const u8*>(variable.offset);
    snapshot_.insert(snapshot_.end(), bytes, bytes + variable.bytes);
  }
}

void Module::read_symbols() {
  const MappedFile file(path_);
  const auto* header = file.at<ElfW(Ehdr)>(0);
  const auto* sections =
      header == nullptr ? nullptr : file.at<ElfW(Shdr)>(header->e_shoff, header->e_shnum);
  if (sections == nullptr) {
    throw std::runtime_error("simt: cannot read " + path_);
  }
  AddressRange bounds;
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    const ElfW(Shdr)& table = sections[i];
    if (section_name(file, *header, table) == "simt_bounds") {
      bounds = {base_ + table.sh_addr, base_ + table.sh_addr + table.sh_size};
    }
    if (table.sh_type != SHT_SYMTAB || table.sh_link >= header->e_shnum) {
      continue;
    }
    const u64 count = table.sh_size / sizeof(ElfW(Sym));
    const auto* symbols = file.at<ElfW(Sym)>(table.sh_offset, count);
    const ElfW(Shdr)& strings = sections[table.sh_link];
    const char* names = file.at<char>(strings.sh_offset, strings.sh_size);
    for (u64 s = 0; symbols != nullptr && names != nullptr && s < count; ++s) {
      if (symbols[s].st_name < strings.sh_size && symbols[s].st_size > 0) {
        add_symbol(names + symbols[s].st_name, symbols[s].st_info & 15, symbols[s].st_value,
                   symbols[s].st_size);
      }
    }
  }
  read_bounds(bounds);
  const auto by_offset = [](const Variable& a, const Variable& b) { return a.offset < b.offset; };
  std::sort(shared_.begin(), shared_.end(), by_offset);
  std::sort(variables_.begin(), variables_.end(), by_offset);
  for (Variable& variable : variables_) {
    variable.is_constant = constants_.count(variable.name) > 0;
  }
  for (auto* ranges : {&long_statements_, &loops_}) {
    std::sort(ranges->begin(), ranges->end(),
              [](const LineRange& a, const LineRange& b) { return a.first < b.first; });
  }
}

// What the translator has told.
bool Module::take_told(const std::string& name, u64 address, u64 bytes) {
  constexpr std::string_view kConstant = "simt_constant_";
  if (name.starts_with(kConstant)) {
    constants_.insert(name.substr(kConstant.size()));
    return true;
  }
  std::vector<LineRange>* ranges = name == "simt_long_statements" ? &long_statements_
                                   : name == "simt_loops"         ? &loops_
                                                                  : nullptr;
  if (ranges == nullptr || !is_data(address) || !is_data(address + bytes - 1)) {
    return false;
  }
  const auto* lines = reinterpret_cast<const int*>(address);
  for (u64 i = 0; i + 1 < bytes / sizeof(int); i += 2) {
    ranges->push_back({lines[i], lines[i + 1]});
  }
  return true;
}

// Rows that simt::keep_bound has left: how far it is from there to the kernel, and the bound.
void Module::read_bounds(AddressRange rows) {
  if (rows.begin == rows.end || !is_data(rows.begin) || !is_data(rows.end - 1)) {
    return;
  }
  struct Row {
    std::int32_t distance, bound;
  };
  for (u64 at = rows.begin; at + sizeof(Row) <= rows.end; at += sizeof(Row)) {
    const Row& row = *reinterpret_cast<const Row*>(at);
    const u64 inside = at + static_cast<u64>(static_cast<std::int64_t>(row.distance));
    for (const AddressRange& function : functions_) {
      if (function.contains(inside)) {
        bounds_[function.begin] = row.bound;
      }
    }
  }
}

int Module::bound_of(u64 address) const {
  const auto found = bounds_.find(address);
  return found == bounds_.end() ? 0 : found->second;
}

void Module::add_symbol(const std::string& name, unsigned type, u64 value, u64 bytes) {
  if (type == STT_TLS && name == "simt_dyn") {
    dynamic_offset_ = value;
    return;
  }
  const u64 address = base_ + value;
  if (take_told(name, address, bytes)) {
    return;
  }
  if (type == STT_FUNC) {
    functions_.push_back({address, address + bytes});
  }
  const bool is_compilers = name.find('.') != std::string::npos;  // completed.0
  const bool is_variable = type == STT_OBJECT && !is_compilers &&
                           any_contains(writable_, address) &&
                           !read_only_after_start_.contains(address);
  if (type != STT_TLS && !is_variable) {
    return;
  }
  std::string whole = demangled(name.c_str());
  const size_t scope = last_scope(whole);
  Variable variable;
  variable.name = scope == std::string::npos ? whole : whole.substr(scope + 2);
  variable.function = scope == std::string::npos ? "" : whole.substr(0, scope);
  variable.offset = type == STT_TLS ? value : address;
  variable.bytes = bytes;
  (type == STT_TLS ? shared_ : variables_).push_back(variable);
}

const Variable* Module::variable_before(u64 address) const {
  if (!any_contains(writable_, address) || read_only_after_start_.contains(address)) {
    return nullptr;
  }
  auto next = std::upper_bound(variables_.begin(), variables_.end(), address,
                               [](u64 a, const Variable& v) { return a < v.offset; });
  if (next == variables_.begin()) {
    return nullptr;
  }
  return &*--next;
}

const Variable* Module::variable_at(u64 address) const {
  const Variable* variable = variable_before(address);
  return variable != nullptr && address - variable->offset < variable->bytes ? variable : nullptr;
}

AddressRange Module::variables() const {
  return variables_.empty() ? AddressRange{}
                            : AddressRange{variables_.front().offset,
                                           variables_.back().offset + variables_.back().bytes};
}

bool Module::is_data(u64 address) const {
  return any_contains(data_, address);
}

AddressRange Module::shared_block() const {
  touch_shared_();
  return segments_at(base_).shared;
}

u64 Module::address_of(AccessCode code) const {
  const u64 mask = (u64{1} << kAddressBits) - 1;
  return code_.begin + (((code >> 4) - code_.begin) & mask);
}

void Module::mark_device_variable(u64 address) {
  if (const Variable* variable = variable_at(address)) {
    is_device_[static_cast<size_t>(variable - variables_.data())].store(true,
                                                                        std::memory_order_relaxed);
  }
}

void Module::restore_device_variables() const {
  const u8* from = snapshot_.data();
  for (size_t i = 0; i < variables_.size(); ++i) {
    if (is_device_[i].load(std::memory_order_relaxed)) {
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

}  // namespace simt
