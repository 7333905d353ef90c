#include "grader/cli/study/study.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <boost/algorithm/string/replace.hpp>
#include <cstddef>
#include <iterator>
#include <map>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/facts/names.h"
#include "common/facts/text_table.h"
#include "common/model/devices.h"
#include "grader/cli/exit_code.h"
#include "grader/cli/study/columns.h"
#include "grader/core/fs.h"
#include "grader/core/labs.h"
#include "grader/core/nearest.h"
#include "grader/core/pattern.h"
#include "grader/core/spec.h"
#include "grader/core/verdict.h"
#include "grader/judge/judge_options.h"
#include "grader/report/words/check_words.h"

namespace gemmlab {
namespace {

// "03 row_quads" of 03_row_quads, "lab 03" of lab_03.
std::string step_name(const std::string& stem) {
  return boost::replace_first_copy(stem, "_", " ");
}

std::vector<StudyStep> steps_in(const fs::path& folder) {
  static const Pattern form(R"(\d\d_.+\.(cu|cpp))");
  std::vector<StudyStep> steps;
  for (const fs::directory_entry& file : fs::directory_iterator(folder)) {
    if (form.matches(file.path().filename().string())) {
      steps.push_back({step_name(file.path().stem().string()), file.path()});
    }
  }
  std::ranges::sort(steps, {}, &StudyStep::source);
  return steps;
}

// The first paragraph below the heading, on one line.
std::string first_paragraph(const std::string& page) {
  const std::size_t begin = page.find("\n\n") + 2, end = page.find("\n\n", begin);
  return boost::replace_all_copy(page.substr(begin, end - begin), "\n", " ");
}

// Its groups are the lab after which it comes, its name and its question.
std::vector<Match> rows_of_list(const fs::path& page) {
  static const Pattern row(R"(\| (\d\d) \| \[([^\]]+)\]\([^)]*\) \| ([^\n]*[^ \n]) *\|)");
  return fs::exists(page) ? row.all_in(read_text(page)) : std::vector<Match>();
}

const std::string& name_in(const Match& row) {
  return row[2];
}

// What a row's value means; throws TableError if it means nothing.
auto meant(const TableRow& row, const auto& found) {
  if (!found) {
    row.fail("value", "there is no such " + row.text("word"));
  }
  return *found;
}

std::string column_in(const TableRow& row, const std::string& name) {
  return meant(row, is_column(name) ? &name : nullptr);
}

void take_for_study(const TableRow& row, Study& study, const Context& context) {
  const std::string &word = row.text("word"), &value = row.text("value");
  if (word == "lab") {
    study.lab = value == "none" ? "" : meant(row, find_lab(context.labs, value)).id;
  } else if (word == "column") {
    study.columns.push_back(column_in(row, value));
  } else if (word == "size") {
    study.sizes.push_back(square(row.whole("value")));
  } else if (word == "count") {
    study.counted.push_back(square(row.whole("value")));
  } else if (word == "solution") {
    const Lab lab = meant(row, find_lab(context.labs, value));
    study.steps.push_back({"lab " + lab.id, context.paths.solutions() / lab.path()});
    std::ranges::stable_partition(
        study.steps, [](const std::string& name) { return name.starts_with("lab"); },
        &StudyStep::name);
  } else {
    row.fail("word", "a study has lab, column, size, count and solution");
  }
}

void take_for_step(const TableRow& row, Study& study) {
  const std::string &word = row.text("word"), &value = row.text("value");
  const auto step = std::ranges::find(study.steps, step_name(row.text("step")), &StudyStep::name);
  if (step == study.steps.end()) {
    row.fail("step", "there is no such file");
  } else if (word == "verdict") {
    step->expected = meant(row, named<Verdict>(value));
  } else if (word == "multiples") {
    step->multiple_of = std::max(row.whole("value"), 1);
  } else if (word == "element") {
    step->element = meant(row, named<Element>(value));
  } else if (word == "needs") {
    step->needs = row.whole("value");
  } else if (word == "predict") {
    const std::size_t colon = std::min(value.find(": "), value.size() - 1);
    step->column = column_in(row, value.substr(0, colon));
    step->question = value.substr(std::min(colon + 2, value.size()));
  } else if (word == "why") {
    step->why = value;
  } else {
    row.fail("word", "a step has verdict, multiples, element, needs, predict and why");
  }
}

}  // namespace

std::vector<Study> find_studies(const fs::path& room, const Context& context) {
  const std::vector<Match> listed = rows_of_list(room / "README.md");
  std::vector<Study> studies;
  for (const fs::directory_entry& folder : fs::directory_iterator(room)) {
    const fs::path table = folder.path() / "study.table";
    if (!fs::exists(table)) {
      continue;
    }
    Study& study = studies.emplace_back();
    study.name = folder.path().filename().string();
    study.what = first_paragraph(read_text(folder.path() / "README.md"));
    study.steps = steps_in(folder.path());
    if (const auto row = std::ranges::find(listed, study.name, name_in); row != listed.end()) {
      study.after = (*row)[1];
      study.asks = (*row)[3];
    }
    for (const TableRow& row :
         read_table(read_text(table), shown(table).string(), {"step", "word", "value"})) {
      row.text("step") == "study" ? take_for_study(row, study, context) : take_for_step(row, study);
    }
  }
  std::ranges::sort(studies, {}, [&](const Study& study) {
    return std::pair(std::ranges::find(listed, study.name, name_in) - listed.begin(), study.name);
  });
  return studies;
}

std::string list_of(const std::vector<Study>& studies, const Terminal& terminal) {
  std::size_t longest = 0;
  for (const Study& study : studies) {
    longest = std::max(longest, study.name.size());
  }
  std::string text;
  for (const Study& study : studies) {
    const std::string after = study.after.empty() ? "" : "after lab " + study.after;
    std::string left = fmt::format("{:<12}  {:<{}}  ", after, study.name, longest);
    const int room = terminal.width - int(left.size());
    for (const std::string& row :
         split_lines(wrap(study.asks.empty() ? study.what : study.asks, room, 0))) {
      text += left + row + '\n';
      left.assign(left.size(), ' ');
    }
  }
  return text;
}

const Study& study_meant(const std::vector<Study>& studies, const std::string& word) {
  std::vector<std::string> names;
  for (const Study& study : studies) {
    if (study.name == word) {
      return study;
    }
    names.push_back(study.name);
  }
  throw UsageError(fmt::format("Cannot find the study '{}'.{}\nStudies: {}", word,
                               did_you_mean(word, names), fmt::join(names, ", ")));
}

std::string cell(const StudyStep& step, std::string_view column, std::size_t at) {
  return column == kFasterColumn    ? (step.faster ? fmt::format("{:.2f}x", *step.faster) : "")
         : step.is_run              ? cell_of(step.results.at(at), column)
         : column == kVerdictColumn ? kNotRun
                                    : "";
}

Spec short_spec(const Spec& full, const Study& study, const StudyStep& step) {
  Spec spec = full;
  const auto fit = [&](int m, int n, int k) {
    const auto up = [&](int extent) {
      return model::divided_up(extent, step.multiple_of) * step.multiple_of;
    };
    return Shape{up(m), up(n), up(study.copies() ? m : k), ""};
  };
  spec.shapes = {fit(1, 1, 1), fit(33, 50, 17), fit(256, 128, 96), fit(131, 260, 70)};
  spec.draws_shapes = false;
  spec.large = {fit(1003, 1001, 999)};
  // A copy of B is A * B for the identity. An int must be exact, as an element of 16 bits, whose
  // products are; and a double more precise than a float.
  spec.inputs = {study.copies() ? InputKind::identity : InputKind::tagged};
  if (step.element == Element::double_ && !study.copies()) {
    spec.inputs.push_back(InputKind::uniform);
  } else if (step.element == Element::float_ && !study.copies()) {
    spec.inputs.push_back(spec.precision == Precision::tf32 ? InputKind::near_tf32
                                                            : InputKind::exact);
  }
  spec.element = step.element;
  spec.evidence.clear();
  spec.points = {.values = 100, .evidence = 0, .speed = 0};
  return spec;
}

int counted_size(int extent) {
  constexpr int kMost = 512, kTiles = 128;
  return extent <= kMost ? extent : kTiles + extent % kTiles;
}

std::vector<Shape> counted_sizes(const Study& study, const std::vector<Shape>& timed,
                                 BackendChoice backend) {
  std::map<std::array<int, 3>, Shape> counted;
  const auto is_own = [&](const Shape& size) {
    return std::ranges::any_of(study.sizes,
                               [&](const Shape& own) { return own.same_extents(size); });
  };
  if (!study.counted.empty() && std::ranges::all_of(timed, is_own)) {
    return study.counted;
  }
  for (const Shape& size : timed) {
    const Shape count = study.on_cpu() ? square(kMetricsExtent)
                                       : Shape{counted_size(size.m), counted_size(size.n),
                                               counted_size(size.k), ""};
    counted[count.extents()] = {count.m, count.n, count.k, "counted"};
  }
  std::vector<Shape> sizes;
  std::ranges::copy(counted | std::views::values, std::back_inserter(sizes));
  if (backend == BackendChoice::cuda && !sizes.empty()) {
    sizes.resize(1);
  }
  return sizes;
}

}  // namespace gemmlab
