// times.csv: submission times from the course's own system.
#include <fmt/format.h>

#include "grader/batch/csv.h"
#include "grader/batch/submission.h"

namespace gemmlab {
namespace {

using Lines = std::map<std::pair<std::string, std::string>, int>;  // by student and lab
using Columns = std::map<std::string, std::size_t>;  // by title; the lab's may be missing

Columns columns_of(const CsvTable& table) {
  Columns columns{{"lab", SIZE_MAX}};
  for (std::size_t i = 0; !table.rows.empty() && i < table.rows[0].size(); ++i) {
    columns[table.rows[0][i].text] = i;
  }
  if (!columns.contains("student") || !columns.contains("time")) {
    throw std::runtime_error("the first line must be student,time or student,time,lab");
  }
  return columns;
}

// For those that the word means.
void set_time(const std::string& word, const Roster& roster, const std::string& lab,
              std::int64_t time, int line, Lines& lines, SubmissionList& list) {
  std::set<std::string> meant{word};
  for (const Person* person : roster.meant_by({word})) {
    meant.insert(person->key);
  }
  bool is_found = false;
  for (SubmissionSource& source : list.sources) {
    if (!meant.contains(source.student)) {
      continue;
    }
    is_found = true;
    source.times[lab] = iso8601(time);
    if (const auto [before, is_new] = lines.try_emplace({source.student, lab}, line); !is_new) {
      throw std::runtime_error(fmt::format("line {} has a time for {} and this lab too; remove one",
                                           before->second, quoted_path(word)));
    }
  }
  if (!is_found) {
    list.notes.push_back(
        fmt::format("times.csv names {}, who has no submission", quoted_path(word)));
  }
}

}  // namespace

void add_times(const fs::path& file, const std::vector<Lab>& labs, const Roster& roster,
               SubmissionList& list) {
  int line = 1;
  Lines lines;
  try {
    const CsvTable table = read_csv(read_file(file));
    const Columns columns = columns_of(table);
    for (std::size_t i = 1; i < table.rows.size(); ++i) {
      line = table.lines[i];
      const auto cell = [&](const char* title) {
        return plain_name(text_at(table.rows[i], columns.at(title)));
      };
      const auto time = parse_utc(cell("time"));
      const Lab* lab = find_lab(labs, cell("lab"));
      if (!time || (lab == nullptr && !cell("lab").empty())) {
        throw std::runtime_error(time ? fmt::format("there is no lab {}", quoted_path(cell("lab")))
                                      : fmt::format("{} is not a time; write 2026-01-31T23:59:00Z",
                                                    quoted_path(cell("time"))));
      }
      set_time(cell("student"), roster, lab == nullptr ? "" : lab->id, *time, line, lines, list);
    }
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format("{}:{}: {}", file.string(), line, error.what()));
  }
}

}  // namespace gemmlab
