#include "common/simt/source/source_position.h"

#include <dlfcn.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <link.h>
#include <unistd.h>

#include <cstdlib>
#include <map>
#include <string>
#include <unordered_map>

namespace simt {

using gemmlab::Place;

namespace {

// One file's debug information.
class LineTable {
 public:
  explicit LineTable(const std::string& path) : file_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (file_ >= 0) {
      dwarf_ = dwarf_begin(file_, DWARF_C_READ);
    }
  }
  ~LineTable() {
    if (dwarf_ != nullptr) {
      dwarf_end(dwarf_);
    }
    if (file_ >= 0) {
      close(file_);
    }
  }
  LineTable(const LineTable&) = delete;
  LineTable& operator=(const LineTable&) = delete;

  // `address` as the file counts it.
  std::vector<Place> at(Dwarf_Addr address) const {
    std::vector<Place> chain;
    Dwarf_Die unit;
    if (dwarf_ == nullptr || !find_unit(address, &unit)) {
      return chain;
    }
    Dwarf_Line* line = dwarf_getsrc_die(&unit, address);
    if (line == nullptr) {
      return chain;
    }
    Place site;
    dwarf_lineno(line, &site.line);
    dwarf_linecol(line, &site.column);
    site.file = shown_path(&unit, dwarf_linesrc(line, nullptr, nullptr));
    chain.push_back(site);
    add_callers(&unit, address, &chain);
    return chain;
  }

 private:
  bool find_unit(Dwarf_Addr address, Dwarf_Die* unit) const {
    Dwarf_Off offset = 0, next = 0;
    size_t header = 0;
    while (dwarf_nextcu(dwarf_, offset, &next, &header, nullptr, nullptr, nullptr) == 0) {
      if (dwarf_offdie(dwarf_, offset + header, unit) != nullptr &&
          dwarf_haspc(unit, address) > 0) {
        return true;
      }
      offset = next;
    }
    return false;
  }

  // The compiler makes relative paths absolute; people know the path as they gave it.
  static std::string shown_path(Dwarf_Die* unit, const char* path) {
    if (path == nullptr) {
      return {};
    }
    Dwarf_Attribute attribute;
    const char* folder = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
    const std::string whole(path);
    if (folder != nullptr && whole.starts_with(std::string(folder) + "/")) {
      return whole.substr(std::string(folder).size() + 1);
    }
    return whole;
  }

  // The calls that the code at `address` was inlined through, innermost first.
  static void add_callers(Dwarf_Die* unit, Dwarf_Addr address, std::vector<Place>* chain) {
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

  static Dwarf_Word number(Dwarf_Die* die, unsigned name) {
    Dwarf_Attribute attribute;
    Dwarf_Word value = 0;
    dwarf_formudata(dwarf_attr(die, name, &attribute), &value);
    return value;
  }

  int file_;
  Dwarf* dwarf_ = nullptr;
};

}  // namespace

struct SourcePositions::State {
  std::map<std::string, LineTable> tables;
  std::unordered_map<std::uintptr_t, std::vector<Place>> known;
};

SourcePositions::SourcePositions() : state_(std::make_unique<State>()) {}
SourcePositions::~SourcePositions() = default;

const std::vector<Place>& SourcePositions::at(std::uintptr_t address) {
  const auto [entry, is_new] = state_->known.try_emplace(address);
  if (!is_new) {
    return entry->second;
  }
  Dl_info info;
  link_map* module = nullptr;
  if (dladdr1(reinterpret_cast<void*>(address), &info, reinterpret_cast<void**>(&module),
              RTLD_DL_LINKMAP) != 0 &&
      module != nullptr) {
    const std::string path = *module->l_name != '\0' ? module->l_name : "/proc/self/exe";
    const LineTable& table = state_->tables.try_emplace(path, path).first->second;
    entry->second = table.at(address - module->l_addr);
  }
  return entry->second;
}

}  // namespace simt
