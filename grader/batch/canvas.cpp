// Canvas' gradebook: exported by the instructor, returned with our columns filled in.
#include <fmt/ranges.h>

#include <boost/algorithm/string/trim.hpp>
#include <cstdlib>

#include "grader/batch/class_files.h"
#include "grader/batch/submission.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

constexpr std::array<std::string_view, 7> kKeys{
    "Student", "ID", "SIS User ID", "SIS Login ID", "Root Account", "Integration ID", "Section"};

struct Column {
  std::size_t at = 0;
  std::string lab;      // id; empty: the total
  double out_of = 100;  // the column's points possible
};

struct Gradebook {
  CsvTable table;
  std::vector<std::size_t> keys = {};
  std::vector<Column> columns = {};
  std::optional<std::size_t> id_at = {};
};

// The lab of a column's title: its id, "" for the total, nothing for other columns.
std::optional<std::string> meaning_of(const std::string& header, const std::vector<Lab>& labs,
                                      const std::string& column) {
  // "gemmlab 02" of "gemmlab 02 (123)"
  const std::string title = header.ends_with(')') ? header.substr(0, header.rfind(" (")) : header;
  if (!column.empty()) {
    return title == column || header == column ? std::optional<std::string>("") : std::nullopt;
  }
  for (const Lab& lab : labs) {
    const std::string own = "gemmlab " + lab.id;
    if (title == own || title.starts_with(own + ' ') || title.find(lab.slug()) != title.npos) {
      return lab.id;
    }
  }
  return title == "gemmlab" ? std::optional<std::string>("") : std::nullopt;
}

// Canvas' own row, which has no ID, unlike a student of that name.
bool is_points_row(const Gradebook& book, const std::vector<CsvCell>& row) {
  const bool has_id = book.id_at && !text_at(row, *book.id_at).empty();
  return !has_id && boost::trim_left_copy(text_at(row, 0)) == "Points Possible";
}

[[noreturn]] void refuse_columns(const CsvTable& table, const std::string& column) {
  std::vector<std::string> titles;
  std::ranges::transform(table.rows[0], std::back_inserter(titles), shown_path, &CsvCell::text);
  throw std::runtime_error(fmt::format(
      "The gradebook has no column {}. Its columns: {}. Create an assignment in Canvas, export the "
      "gradebook again, and name its column with --canvas-column.",
      column.empty() ? "for gemmlab: 'gemmlab', or 'gemmlab 02' for a lab" : "'" + column + "'",
      fmt::join(titles, ", ")));
}

Gradebook gradebook_of(const std::string& exported, const std::vector<Lab>& labs,
                       const std::string& column) {
  Gradebook book{read_csv(exported)};
  if (book.table.rows.empty() || text_at(book.table.rows[0], 0) != "Student") {
    throw std::runtime_error(
        "This is not a Canvas gradebook: its first column is not Student. Export it in Canvas with "
        "Grades, Export, Export Entire Gradebook.");
  }
  const auto& header = book.table.rows[0];
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (std::ranges::find(kKeys, header[i].text) != kKeys.end()) {
      book.keys.push_back(i);
      book.id_at = header[i].text == "ID" ? i : book.id_at;
    } else if (const auto lab = meaning_of(header[i].text, labs, column)) {
      book.columns.push_back({i, *lab});
    }
  }
  if (book.columns.empty()) {
    refuse_columns(book.table, column);
  }
  for (const auto& row : book.table.rows) {
    for (Column& own : book.columns) {
      const double points = std::strtod(text_at(row, own.at).c_str(), nullptr);
      if (is_points_row(book, row) && points > 0) {
        own.out_of = points;
      }
    }
  }
  return book;
}

std::string raw_at(const std::vector<CsvCell>& row, std::size_t at) {
  return at < row.size() ? row[at].raw : "";
}

// The student of each row; each row and each student appears at most once.
using Pairs = std::map<std::size_t, const StudentGrade*>;

Pairs paired(const Gradebook& book, const std::vector<StudentGrade>& grades) {
  const Roster roster(book.table);
  Pairs pairs;
  for (const StudentGrade& grade : grades) {
    for (const Person* person : roster.meant_by({grade.student})) {
      const auto line = std::ranges::find(book.table.lines, person->line);
      pairs.try_emplace(std::size_t(line - book.table.lines.begin()), &grade);
    }
  }
  return pairs;
}

// The cell's new text; empty: there is no grade for it.
std::string points_for(const StudentGrade& grade, const Column& column) {
  const double scale = column.out_of / 100;
  if (column.lab.empty()) {
    return grade.total ? short_number(scale * *grade.total) : "";
  }
  const auto lab = std::ranges::find(grade.labs, column.lab, &LabGrade::id);
  return lab != grade.labs.end() && lab->points ? short_number(scale * *lab->points) : "";
}

}  // namespace

CanvasFile canvas_csv(const std::string& exported, const std::vector<StudentGrade>& grades,
                      const std::vector<Lab>& labs, const std::string& column) {
  Gradebook book = gradebook_of(exported, labs, column);
  const Pairs pairs = paired(book, grades);
  CanvasFile file{book.table.mark, {}};
  for (std::size_t i = 0; i < book.table.rows.size(); ++i) {
    const auto& row = book.table.rows[i];
    const StudentGrade* grade = pairs.contains(i) ? pairs.at(i) : nullptr;
    std::vector<std::string> cells;
    for (const std::size_t at : book.keys) {
      cells.push_back(raw_at(row, at));
    }
    for (const Column& own : book.columns) {
      const std::string points = grade == nullptr ? "" : points_for(*grade, own);
      cells.push_back(points.empty() ? raw_at(row, own.at) : points);
    }
    file.text += fmt::format("{}{}", fmt::join(cells, std::string(1, book.table.separator)),
                             book.table.line_end);
    // The rows that Canvas itself adds: without an ID, or for its test student.
    const bool is_person = i > 0 && !is_points_row(book, row) &&
                           !text_at(row, book.id_at.value_or(0)).empty() &&
                           text_at(row, 0) != "Student, Test";
    if (is_person && grade == nullptr) {
      file.notes.push_back(fmt::format("canvas.csv: {} has no submission: the row is unchanged",
                                       quoted_path(text_at(row, 0))));
    }
  }
  for (const StudentGrade& grade : grades) {
    if (std::ranges::none_of(pairs, [&](const auto& pair) { return pair.second == &grade; })) {
      file.notes.push_back(
          fmt::format("canvas.csv: {} has no row in the gradebook", grade.student));
    }
  }
  return file;
}

}  // namespace gemmlab
