#include "grader/core/labs.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <sstream>
#include <stdexcept>

#include "common/facts/text_table.h"

namespace gemmlab {

namespace {

// The step of that file, or the lab itself.
const Lab& step_of_file(const Lab& lab, const fs::path& file) {
  const auto step = std::ranges::find(lab.steps, file.filename().string(), &Lab::file);
  return step == lab.steps.end() ? lab : *step;
}

// The lab whose folder contains the path, or whose name its file has: docs/03_tiled_kernel.md. A
// path to a solution or a mutant means that file, not the lab.
const Lab* lab_of_path(const std::vector<Lab>& labs, const fs::path& path) {
  fs::path room;
  for (const auto& part : path) {
    for (const Lab& lab : labs) {
      if (part == lab.slug() || part.stem() == lab.slug()) {
        return room == "solutions" || room == "mutants" ? nullptr : &step_of_file(lab, path);
      }
    }
    room = part;
  }
  return nullptr;
}

bool is_meant(const Lab& lab, std::string_view word) {
  const std::string_view number = word.starts_with("lab") ? word.substr(3) : word;
  const bool has_short_id = lab.id[0] == '0' && (lab.id.size() == 2 || lab.is_step());
  return number == lab.id || word == lab.name || word == lab.slug() ||
         (has_short_id && number == lab.id.substr(1));
}

}  // namespace

std::vector<Lab> read_labs(const fs::path& table) {
  std::ifstream in(table);
  if (!in) {
    throw std::runtime_error(fmt::format("cannot read the table of labs, {}", table.string()));
  }
  std::ostringstream text;
  text << in.rdbuf();
  std::vector<Lab> labs;
  std::string block;
  for (const TableRow& row :
       read_table(text.str(), table.string(), {"id", "name", "file", "title"})) {
    Lab lab{row.text("id"), row.text("name"), row.text("file"), row.text("title")};
    if (lab.id == "-") {
      block = lab.title;
      continue;
    }
    lab.block = block;
    if (const auto dot = lab.id.find('.'); dot != lab.id.npos) {
      if (labs.empty() || labs.back().id != lab.id.substr(0, dot) || !labs.back().file.empty()) {
        throw std::runtime_error(
            fmt::format("{}: {} must be below its lab, whose file is -", table.string(), lab.id));
      }
      lab.staircase = labs.back().slug();
      labs.back().steps.push_back(std::move(lab));
    } else {
      lab.file = lab.file == "-" ? "" : lab.file;
      labs.push_back(std::move(lab));
    }
  }
  return labs;
}

int labs_of_course(const std::vector<Lab>& labs) {
  return int(std::ranges::count_if(labs, &Lab::is_of_course));
}

const Lab& last_of_course(const std::vector<Lab>& labs) {
  const auto last = std::find_if(labs.rbegin(), labs.rend(), std::mem_fn(&Lab::is_of_course));
  return last == labs.rend() ? labs.back() : *last;
}

std::vector<const Lab*> exercises(const std::vector<Lab>& labs) {
  std::vector<const Lab*> all;
  for (const Lab& lab : labs) {
    if (!lab.is_staircase()) {
      all.push_back(&lab);
    }
    for (const Lab& step : lab.steps) {
      all.push_back(&step);
    }
  }
  return all;
}

const Lab* find_lab(const std::vector<Lab>& labs, std::string_view word) {
  for (const Lab& lab : labs) {
    if (is_meant(lab, word)) {
      return &lab;
    }
    for (const Lab& step : lab.steps) {
      if (is_meant(step, word)) {
        return &step;
      }
    }
  }
  return word.find('/') == word.npos ? nullptr : lab_of_path(labs, word);
}

}  // namespace gemmlab
