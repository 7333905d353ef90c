#include "common/simt/source/variable_shape.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <string_view>

namespace simt {
namespace {

u64 number(Dwarf_Die* die, unsigned name, u64 otherwise) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  const bool there = dwarf_formudata(dwarf_attr_integrate(die, name, &attribute), &value) == 0;
  return there ? value : otherwise;
}

// Whether the variable's location is `offset` in thread-local storage.
bool is_thread_local_at(Dwarf_Die* die, u64 offset) {
  Dwarf_Attribute attribute;
  Dwarf_Op* operations = nullptr;
  size_t count = 0;
  return dwarf_attr(die, DW_AT_location, &attribute) != nullptr &&
         dwarf_getlocation(&attribute, &operations, &count) == 0 && count == 2 &&
         operations[0].number == offset &&
         (operations[1].atom == DW_OP_GNU_push_tls_address ||
          operations[1].atom == DW_OP_form_tls_address);
}

bool type_of(Dwarf_Die* die, Dwarf_Die* type) {
  Dwarf_Attribute attribute;
  return dwarf_formref_die(dwarf_attr_integrate(die, DW_AT_type, &attribute), type) != nullptr &&
         dwarf_peel_type(type, type) == 0;
}

bool is_struct(Dwarf_Die* type) {
  return dwarf_tag(type) == DW_TAG_structure_type || dwarf_tag(type) == DW_TAG_class_type;
}

VariableShape shape_of(Dwarf_Die* variable);

// x, y, z and w are one value: float4, uint2.
std::vector<VariableMember> members_of(Dwarf_Die* type) {
  std::vector<VariableMember> members;
  Dwarf_Die child;
  bool more = dwarf_child(type, &child) == 0;
  for (; more; more = dwarf_siblingof(&child, &child) == 0) {
    const char* name = dwarf_diename(&child);
    if (dwarf_tag(&child) != DW_TAG_member || name == nullptr) {
      continue;
    }
    if (members.empty() && std::string_view(name) == "x") {
      return {};
    }
    members.push_back({name, number(&child, DW_AT_data_member_location, 0), shape_of(&child)});
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
    Dwarf_Die child;
    bool more = dwarf_child(&type, &child) == 0;
    for (; more; more = dwarf_siblingof(&child, &child) == 0) {
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
  shape.element_bytes = number(&type, DW_AT_byte_size, 0);
  if (is_struct(&type)) {
    shape.members = members_of(&type);
  }
  return shape;
}

u64 bytes_of(const VariableShape& shape) {
  u64 bytes = shape.element_bytes;
  for (const u64 extent : shape.extents) {
    bytes *= extent;
  }
  return bytes;
}

// Looks through `die`'s children, and theirs.
bool find_shape(Dwarf_Die* parent, u64 offset, VariableShape* shape) {
  Dwarf_Die die;
  bool more = dwarf_child(parent, &die) == 0;
  for (; more; more = dwarf_siblingof(&die, &die) == 0) {
    if (dwarf_tag(&die) == DW_TAG_variable && is_thread_local_at(&die, offset)) {
      *shape = shape_of(&die);
      return true;
    }
    if (dwarf_haschildren(&die) > 0 && find_shape(&die, offset, shape)) {
      return true;
    }
  }
  return false;
}

}  // namespace

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

VariableShape shape_of_shared(const std::string& module_path, u64 offset) {
  VariableShape shape;
  const int file = open(module_path.c_str(), O_RDONLY | O_CLOEXEC);
  Dwarf* dwarf = file < 0 ? nullptr : dwarf_begin(file, DWARF_C_READ);
  if (dwarf != nullptr) {
    Dwarf_Off unit_offset = 0, next = 0;
    size_t header = 0;
    Dwarf_Die unit;
    while (dwarf_nextcu(dwarf, unit_offset, &next, &header, nullptr, nullptr, nullptr) == 0) {
      if (dwarf_offdie(dwarf, unit_offset + header, &unit) != nullptr &&
          find_shape(&unit, offset, &shape)) {
        break;
      }
      unit_offset = next;
    }
    dwarf_end(dwarf);
  }
  if (file >= 0) {
    close(file);
  }
  return shape;
}

}  // namespace simt
