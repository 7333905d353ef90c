// Reads the module's symbol table and its section of launch bounds.
#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

#include <algorithm>
#include <boost/core/demangle.hpp>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/simt/source/module.h"
#include "common/simt/state/integers.h"

namespace simt {
namespace {

// A variable called f is no mangled float.
std::string demangled(const std::string& symbol) {
  return symbol.starts_with("_Z") ? boost::core::demangle(symbol.c_str()) : symbol;
}

// Position of the "::" before the last name, or npos. Ignores those inside (...) and <...>.
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

}  // namespace

void Module::read_symbols() {
  elf_version(EV_CURRENT);
  const int file = open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  const std::unique_ptr<Elf, int (*)(Elf*)> elf(elf_begin(file, ELF_C_READ_MMAP, nullptr), elf_end);
  size_t names = 0;
  if (elf_getshdrstrndx(elf.get(), &names) != 0) {
    throw std::runtime_error("simt: cannot read " + path_);
  }
  AddressRange bounds;
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf.get(), section)) != nullptr;) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr) {
      continue;
    }
    const char* title = elf_strptr(elf.get(), names, header.sh_name);
    if (title != nullptr && std::string_view(title) == "simt_bounds") {
      bounds = {base() + header.sh_addr, base() + header.sh_addr + header.sh_size};
    }
    Elf_Data* data = header.sh_type == SHT_SYMTAB ? elf_getdata(section, nullptr) : nullptr;
    GElf_Sym symbol;
    for (int s = 0; gelf_getsym(data, s, &symbol) != nullptr; ++s) {
      const char* name = elf_strptr(elf.get(), header.sh_link, symbol.st_name);
      if (name != nullptr && symbol.st_size > 0) {
        add_symbol(name, GELF_ST_TYPE(symbol.st_info), symbol.st_value, symbol.st_size);
      }
    }
  }
  close(file);
  read_bounds(bounds);
  std::ranges::sort(shared_, {}, &Variable::offset);
  std::ranges::sort(variables_, {}, &Variable::offset);
  for (Variable& variable : variables_) {
    const auto told = spaces_.find(variable.name.substr(0, variable.name.find('<')));
    variable.space = told != spaces_.end() ? told->second : variable.space;
  }
  for (auto* ranges : {&long_statements_, &loops_}) {
    std::ranges::sort(*ranges, {}, &LineRange::first);
  }
}

// Reads data from the translator.
bool Module::take_told(const std::string& name, u64 address, u64 bytes) {
  for (const auto& [prefix, space] : {std::pair("simt_device_", VariableSpace::device),
                                      std::pair("simt_constant_", VariableSpace::constant),
                                      std::pair("simt_managed_", VariableSpace::managed)}) {
    if (name.starts_with(prefix)) {
      VariableSpace& told = spaces_[name.substr(std::string_view(prefix).size())];
      told = std::max(told, space);
      return true;
    }
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

// Rows left by simt::keep_bound: the distance from the row to the kernel, and the bound.
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
  const u64 address = base() + value;
  if (take_told(name, address, bytes)) {
    return;
  }
  if (type == STT_FUNC) {
    functions_.push_back({address, address + bytes});
  }
  if (name.starts_with("_ZTV")) {
    virtual_tables_.push_back({address, address + bytes});
  }
  const bool is_compilers = name.find('.') != std::string::npos;  // completed.0
  const bool is_variable = type == STT_OBJECT && !is_compilers && is_writable(address);
  if (type != STT_TLS && !is_variable) {
    return;
  }
  std::string whole = demangled(name);
  const size_t scope = last_scope(whole);
  Variable variable;
  variable.name = scope == std::string::npos ? whole : whole.substr(scope + 2);
  variable.symbol = name;
  variable.offset = type == STT_TLS ? value : address;
  variable.bytes = bytes;
  if (name.starts_with("_ZZ")) {
    variable.space = VariableSpace::unknown;
  }
  (type == STT_TLS ? shared_ : variables_).push_back(variable);
}

}  // namespace simt
