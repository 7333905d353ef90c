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
    columns[table.rows[0][i]] = i;
  }
  if (!columns.contains("student") || !columns.contains("time")) {
    throw std::runtime_error("the first line must be student,time or student,time,lab");
  }
  return columns;
}

// For those that the word means, and their teams.
void set_time(const std::string& word, const std::string& lab, const std::string& time, int line,
              Lines& lines, SubmissionList& list) {
  const std::set<std::string> meant = list.meant_by(word);
  std::set<std::string> teams;
  for (const SubmissionSource& source : list.sources) {
    teams.insert(meant.contains(source.student) ? source.who.team : "");
  }
  for (SubmissionSource& source : list.sources) {
    const bool is_with_them = !source.who.team.empty() && teams.contains(source.who.team);
    if (!meant.contains(source.student) && !is_with_them) {
      continue;
    }
    const auto [before, is_new] = lines.try_emplace({source.student, lab}, line);
    if (!is_new && source.times[lab] != time) {
      throw std::runtime_error(fmt::format("line {} has a time for {} and this lab too; remove one",
                                           before->second, quoted_path(word)));
    }
    source.times[lab] = time;
  }
}

}  // namespace

void add_times(const fs::path& file, const std::vector<Lab>& labs, SubmissionList& list) {
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
      set_time(cell("student"), lab == nullptr ? "" : lab->id, iso8601(*time), line, lines, list);
    }
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format("{}:{}: {}", file.string(), line, error.what()));
  }
}

}  // namespace gemmlab
