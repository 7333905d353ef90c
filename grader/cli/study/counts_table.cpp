#include "grader/cli/study/counts_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "grader/cli/study/columns.h"
#include "grader/core/gpu.h"
#include "grader/core/spec.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

constexpr int kLeastNumber = 8;  // columns of a number: it then stands apart from its neighbours

std::string counted_at(const Shape& size) {
  return is_square(size)
             ? fmt::format("counted at m = n = k = {}\n", size.m)
             : fmt::format("counted at m = {}, n = {}, k = {}\n", size.m, size.n, size.k);
}

int width_of_column(const std::string& column) {
  return std::max(int(column.size()), kLeastNumber);
}

// The widths of the columns "step" and "values".
struct Heads {
  int step = 20, values = 18;  // as pages have them

  int all() const { return step + 1 + values; }
};

// As wide as their cells.
Heads narrow_heads(const Study& study, std::size_t at) {
  Heads heads{4, 6};
  for (const StudyStep& step : study.steps) {
    heads.step = std::max(heads.step, int(step.name.size()));
    heads.values = std::max(heads.values, int(cell(step, kVerdictColumn, at).size()));
  }
  return heads;
}

int width_of_all(const Heads& heads, const std::vector<std::string>& columns) {
  int width = heads.all();
  for (const std::string& column : columns) {
    width += 1 + width_of_column(column);
  }
  return width;
}

// Why a step has no counts; "": it has.
std::string lacking(const StudyStep& step, const Shape& size) {
  return step.needs != 0
             ? fmt::format("for compute capability {} only", capability_text(step.needs))
         : !fits(size, step.multiple_of) ? fmt::format("for multiples of {} only", step.multiple_of)
                                         : "";
}

// The verdicts are in the first of several tables only. A step that has no counts says why if its
// row has room for it.
std::string table_of(const Study& study, const Shape& size, std::size_t at, const Heads& heads,
                     const std::vector<std::string>& columns, bool has_room) {
  const auto row_of = [&](const std::string& step, const std::string& verdict) {
    return heads.values == 0
               ? fmt::format("{:<{}}", step, heads.step)
               : fmt::format("{:<{}} {:<{}}", step, heads.step, verdict, heads.values);
  };
  std::string text = row_of("step", "values");
  for (const std::string& column : columns) {
    text += fmt::format(" {:>{}}", column, kLeastNumber);
  }
  for (const StudyStep& step : study.steps) {
    text += '\n' + row_of(step.name, cell(step, kVerdictColumn, at));
    if (const std::string lacks = lacking(step, size); !lacks.empty()) {
      text += has_room ? ' ' + lacks : "";
      continue;
    }
    for (const std::string& column : columns) {
      text += fmt::format(" {:>{}}", cell(step, column, at), width_of_column(column));
    }
  }
  return text + '\n';
}

}  // namespace

std::string counts_table(const Study& study, const Shape& size, std::size_t at, int width) {
  const std::string title = study.columns.empty() ? "" : counted_at(size);
  Heads heads;
  if (width == 0 || width_of_all(heads, study.columns) <= width) {
    return title + table_of(study, size, at, heads, study.columns, true);
  }
  heads = narrow_heads(study, at);
  std::string text = title;
  for (auto next = study.columns.begin(); next != study.columns.end();) {
    std::vector<std::string> columns;  // none if the verdicts fill a table
    while (next != study.columns.end() &&
           ((columns.empty() && heads.values == 0) ||
            width_of_all(heads, columns) + 1 + width_of_column(*next) <= width)) {
      columns.push_back(*next++);
    }
    text += (text == title ? "" : "\n") + table_of(study, size, at, heads, columns, false);
    heads.values = 0;
  }
  for (const StudyStep& step : study.steps) {
    const std::string lacks = lacking(step, size);
    text += lacks.empty() ? "" : wrap(fmt::format("{}: {}", step.name, lacks), width, 0);
  }
  return text;
}

}  // namespace gemmlab
