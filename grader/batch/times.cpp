#include "grader/batch/times.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "grader/batch/csv.h"
#include "grader/batch/intake.h"
#include "grader/batch/utc.h"
#include "grader/core/read_file.h"

namespace gemmlab {
namespace {

constexpr std::size_t kNone = SIZE_MAX;

struct Columns {
  std::size_t student = kNone, time = kNone, lab = kNone;
};

Columns columns_of(const CsvTable& table) {
  Columns columns;
  for (std::size_t i = 0; !table.rows.empty() && i < table.rows[0].size(); ++i) {
    const std::string& name = table.rows[0][i].text;
    for (const auto& [word, place] :
         {std::pair{"student", &columns.student}, std::pair{"time", &columns.time},
          std::pair{"lab", &columns.lab}}) {
      if (name == word) {
        *place = i;
      }
    }
  }
  if (columns.student == kNone || columns.time == kNone) {
    throw std::runtime_error("1: the first line must be student,time or student,time,lab");
  }
  return columns;
}

std::string cell(const std::vector<CsvCell>& row, std::size_t column) {
  return column < row.size() ? row[column].text : "";
}

void add_row(const std::vector<CsvCell>& row,
             const Columns& columns,
             const std::vector<Lab>& labs,
             SubmissionList& list) {
  const auto time = parse_utc(cell(row, columns.time));
  if (!time) {
    throw std::runtime_error(fmt::format("'{}' is no time; write 2026-01-31T23:59:00Z",
                                         shown_path(cell(row, columns.time))));
  }
  const std::string word = cell(row, columns.lab);
  const Lab* lab = find_lab(labs, word);
  if (!word.empty() && lab == nullptr) {
    throw std::runtime_error(fmt::format("there is no lab '{}'", shown_path(word)));
  }
  const std::string student = cell(row, columns.student);
  bool found = false;
  for (SubmissionSource& source : list.sources) {
    if (source.student == student) {
      source.times[lab == nullptr ? "" : lab->id] = iso8601(*time);
      found = true;
    }
  }
  if (!found) {
    list.notes.push_back(
        fmt::format("times.csv names {}, of whom there is no submission", shown_path(student)));
  }
}

}  // namespace

void add_times(const std::filesystem::path& file,
               const std::vector<Lab>& labs,
               SubmissionList& list) {
  if (!std::filesystem::exists(file)) {
    return;
  }
  int line = 0;
  try {
    const CsvTable table = read_csv(read_file(file));
    const Columns columns = columns_of(table);
    for (std::size_t i = 1; i < table.rows.size(); ++i) {
      line = table.lines[i];
      add_row(table.rows[i], columns, labs, list);
    }
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(line == 0
                                 ? fmt::format("{}: {}", file.string(), error.what())
                                 : fmt::format("{}:{}: {}", file.string(), line, error.what()));
  }
}

}  // namespace gemmlab
