#include "common/simt/source/debug_info.h"

#include <dlfcn.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <link.h>

#include <fmt/format.h>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace simt {

using gemmlab::floor_divide;
using gemmlab::Place;

namespace {

// Protects libdw and the cache, which is never destroyed: student code may call exit() anywhere.
std::mutex mutex;

// A file's debug information, open for the lifetime of the process; null if it has none.
Dwarf* debug_info_of(const std::string& path) {
  static auto& opened = *new std::map<std::string, Dwarf*>;
  const auto [entry, is_new] = opened.try_emplace(path, nullptr);
  if (is_new) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    entry->second = file < 0 ? nullptr : dwarf_begin(file, DWARF_C_READ);
  }
  return entry->second;
}

// Visits the compilation units until `visit` finds what it searches.
template <class Visit>
bool any_unit(Dwarf* dwarf, Visit visit) {
  Dwarf_Off offset = 0, next = 0;
  size_t header = 0;
  Dwarf_Die unit;
  while (dwarf != nullptr &&
         dwarf_nextcu(dwarf, offset, &next, &header, nullptr, nullptr, nullptr) == 0) {
    if (dwarf_offdie(dwarf, offset + header, &unit) != nullptr && visit(unit)) {
      return true;
    }
    offset = next;
  }
  return false;
}

std::vector<Dwarf_Die> children_of(Dwarf_Die* parent) {
  std::vector<Dwarf_Die> children;
  Dwarf_Die child;
  bool more = dwarf_child(parent, &child) == 0;
  for (; more; more = dwarf_siblingof(&child, &child) == 0) {
    children.push_back(child);
  }
  return children;
}

u64 number(Dwarf_Die* die, unsigned name, u64 otherwise = 0) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  const bool there = dwarf_formudata(dwarf_attr_integrate(die, name, &attribute), &value) == 0;
  return there ? value : otherwise;
}

// The compiler makes relative paths absolute; users know the path as they gave it.
std::string shown_path(Dwarf_Die* unit, const char* path) {
  std::string shown = path != nullptr ? path : "";
  Dwarf_Attribute attribute;
  const char* folder = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
  if (folder != nullptr && shown.starts_with(std::string(folder) + "/")) {
    shown.erase(0, std::string_view(folder).size() + 1);
  }
  return shown;
}

// The calls that the code at `address` was inlined through, innermost first.
void add_callers(Dwarf_Die* unit, Dwarf_Addr address, std::vector<Place>* chain) {
  Dwarf_Die* innermost = nullptr;
  if (dwarf_getscopes(unit, address, &innermost) <= 0) {
    return;
  }
  Dwarf_Die* scopes = nullptr;
  const int count = dwarf_getscopes_die(&innermost[0], &scopes);
  Dwarf_Files* files = nullptr;
  size_t file_count = 0;
  dwarf_getsrcfiles(unit, &files, &file_count);
  for (int i = 0; i < count; ++i) {
    if (dwarf_tag(&scopes[i]) != DW_TAG_inlined_subroutine) {
      continue;
    }
    Place call;
    call.line = static_cast<int>(number(&scopes[i], DW_AT_call_line));
    call.column = static_cast<int>(number(&scopes[i], DW_AT_call_column));
    const size_t file = number(&scopes[i], DW_AT_call_file);
    if (files != nullptr && file < file_count) {
      call.file = shown_path(unit, dwarf_filesrc(files, file, nullptr, nullptr));
    }
    chain->push_back(call);
  }
  std::free(scopes);
  std::free(innermost);
}

// `address` relative to the file.
std::vector<Place> chain_at(Dwarf* dwarf, Dwarf_Addr address) {
  std::vector<Place> chain;
  any_unit(dwarf, [&](Dwarf_Die& unit) {
    if (dwarf_haspc(&unit, address) <= 0) {
      return false;
    }
    if (Dwarf_Line* line = dwarf_getsrc_die(&unit, address)) {
      Place site;
      dwarf_lineno(line, &site.line);
      dwarf_linecol(line, &site.column);
      site.file = shown_path(&unit, dwarf_linesrc(line, nullptr, nullptr));
      chain.push_back(site);
      add_callers(&unit, address, &chain);
    }
    return true;
  });
  return chain;
}

// "_Z12tiled_kernelPf". Only templates' variables have theirs in the debug information: others are
// made of the function's symbol, which is in `prefix`.
std::string symbol_of(Dwarf_Die* die, const std::string& prefix) {
  Dwarf_Attribute attribute;
  const char* text = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute));
  if (text != nullptr && std::string_view(text).starts_with("_Z")) {
    return text;
  }
  text = dwarf_diename(die);
  const std::string_view name = text != nullptr ? text : "";
  return fmt::format("{}{}{}", prefix, name.size(), name);
}

bool type_of(Dwarf_Die* die, Dwarf_Die* type) {
  Dwarf_Attribute attribute;
  return dwarf_formref_die(dwarf_attr_integrate(die, DW_AT_type, &attribute), type) != nullptr &&
         dwarf_peel_type(type, type) == 0;
}

VariableShape shape_of(Dwarf_Die* variable);

// x, y, z and w are one value: float4, uint2.
std::vector<VariableMember> members_of(Dwarf_Die* type) {
  std::vector<VariableMember> members;
  for (Dwarf_Die& child : children_of(type)) {
    const char* name = dwarf_diename(&child);
    if (dwarf_tag(&child) != DW_TAG_member || name == nullptr) {
      continue;
    }
    if (members.empty() && std::string_view(name) == "x") {
      return {};
    }
    members.push_back({name, number(&child, DW_AT_data_member_location), shape_of(&child)});
  }
  return members;
}

VariableShape shape_of(Dwarf_Die* variable) {
  VariableShape shape;
  Dwarf_Die type;
  if (!type_of(variable, &type)) {
    return shape;
  }
  while (dwarf_tag(&type) == DW_TAG_array_type) {
    for (Dwarf_Die& child : children_of(&type)) {
      if (dwarf_tag(&child) == DW_TAG_subrange_type) {
        shape.extents.push_back(number(&child, DW_AT_upper_bound, u64(-1)) + 1);
      }
    }
    Dwarf_Die element;
    if (!type_of(&type, &element)) {
      return shape;
    }
    type = element;
  }
  shape.element_bytes = number(&type, DW_AT_byte_size);
  const int tag = dwarf_tag(&type);
  if (tag == DW_TAG_structure_type || tag == DW_TAG_class_type) {
    shape.members = members_of(&type);
  }
  return shape;
}

u64 bytes_of(const VariableShape& shape) {
  return std::accumulate(shape.extents.begin(), shape.extents.end(), shape.element_bytes,
                         std::multiplies<u64>());
}

// Variables are found by their symbols, since g++ states no locations in thread-local storage on
// Arm. Of those with one name in one function, which differ in what follows it, by their size, too.
struct Wanted {
  const std::string& symbol;
  u64 bytes;

  bool is(Dwarf_Die* variable, const std::string& prefix) const {
    return symbol.starts_with(symbol_of(variable, prefix)) && bytes_of(shape_of(variable)) == bytes;
  }
};

// Searches the parent's children recursively.
std::optional<VariableShape> find_shape(Dwarf_Die* parent, const std::string& prefix,
                                        const Wanted& wanted) {
  for (Dwarf_Die& die : children_of(parent)) {
    const int tag = dwarf_tag(&die);
    if (tag == DW_TAG_variable && wanted.is(&die, prefix)) {
      return shape_of(&die);
    }
    const bool is_function = tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
    const std::string own = is_function ? "_Z" + symbol_of(&die, "_Z").substr(1) + "E" : prefix;
    if (auto found = find_shape(&die, own, wanted)) {
      return found;
    }
  }
  return std::nullopt;
}

}  // namespace

const std::vector<Place>& source_chain(std::uintptr_t address) {
  static auto& known = *new std::unordered_map<std::uintptr_t, std::vector<Place>>;
  const std::lock_guard lock(mutex);
  const auto [entry, is_new] = known.try_emplace(address);
  Dl_info info;
  link_map* module = nullptr;
  if (is_new &&
      dladdr1(reinterpret_cast<void*>(address), &info, reinterpret_cast<void**>(&module),
              RTLD_DL_LINKMAP) != 0 &&
      module != nullptr) {
    const std::string path = *module->l_name != '\0' ? module->l_name : "/proc/self/exe";
    entry->second = chain_at(debug_info_of(path), address - module->l_addr);
  }
  return entry->second;
}

std::string place_in(const VariableShape& shape, std::int64_t offset) {
  if (shape.element_bytes == 0) {
    return "";
  }
  const auto bytes = static_cast<std::int64_t>(shape.element_bytes);
  std::int64_t element = floor_divide(offset, bytes);
  const auto rest = static_cast<u64>(offset - element * bytes);
  std::string place;
  for (size_t d = shape.extents.size(); d-- > 0;) {
    const auto extent = static_cast<std::int64_t>(shape.extents[d]);
    const std::int64_t outer = d == 0 || extent == 0 ? 0 : floor_divide(element, extent);
    place = fmt::format("[{}]{}", element - outer * extent, place);
    element = outer;
  }
  for (const VariableMember& member : shape.members) {
    if (rest - member.offset < bytes_of(member.shape)) {
      place += "." + member.name +
               place_in(member.shape, static_cast<std::int64_t>(rest - member.offset));
    }
  }
  return place;
}

VariableShape shape_of_shared(const std::string& module_path, const std::string& symbol,
                              u64 bytes) {
  const std::lock_guard lock(mutex);
  std::optional<VariableShape> shape;
  any_unit(debug_info_of(module_path), [&](Dwarf_Die& unit) {
    shape = find_shape(&unit, "_Z", {symbol, bytes});
    return shape.has_value();
  });
  return shape.value_or(VariableShape());
}

}  // namespace simt
