// What the module's symbol table tells, and its section of bounds.
#include <cxxabi.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include "common/simt/source/module.h"

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

}  // namespace

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
  const bool is_variable = type == STT_OBJECT && !is_compilers && is_writable(address);
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

}  // namespace simt
