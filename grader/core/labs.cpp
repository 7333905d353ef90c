#include "grader/core/labs.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "common/facts/text_table.h"

namespace gemmlab {

// The lab whose folder contains the path, or whose name its file has: docs/03_tiled_kernel.md. A
// path to a solution or a mutant means that file, not the lab.
static const Lab* lab_of_path(const std::vector<Lab>& labs, const fs::path& path) {
  fs::path room;
  for (const auto& part : path) {
    for (const Lab& lab : labs) {
      if (part == lab.slug() || part.stem() == lab.slug()) {
        return room == "solutions" || room == "mutants" ? nullptr : &lab;
      }
    }
    room = part;
  }
  return nullptr;
}

std::vector<Lab> read_labs(const fs::path& table) {
  std::ifstream in(table);
  if (!in) {
    throw std::runtime_error(fmt::format("cannot read the table of labs, {}", table.string()));
  }
  std::ostringstream text;
  text << in.rdbuf();
  std::vector<Lab> labs;
  for (const TableRow& row :
       read_table(text.str(), table.string(), {"id", "name", "file", "title"})) {
    labs.push_back({row.text("id"), row.text("name"), row.text("file"), row.text("title")});
  }
  return labs;
}

const Lab* find_lab(const std::vector<Lab>& labs, std::string_view word) {
  const std::string_view number = word.starts_with("lab") ? word.substr(3) : word;
  for (const Lab& lab : labs) {
    const bool short_id = lab.id.size() == 2 && lab.id[0] == '0' && number == lab.id.substr(1);
    if (number == lab.id || word == lab.name || word == lab.slug() || short_id) {
      return &lab;
    }
  }
  return word.find('/') == word.npos ? nullptr : lab_of_path(labs, word);
}

}  // namespace gemmlab
