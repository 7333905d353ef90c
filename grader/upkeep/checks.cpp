#include "grader/upkeep/checks.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "common/model/table.h"
#include "grader/core/source/source_text.h"
#include "grader/report/write_file.h"
#include "grader/upkeep/page.h"
#include "grader/upkeep/problems_table.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

bool is_ours(const fs::path& folder) {
  static const std::set<std::string> hidden{".ci", ".devcontainer", ".vscode"};
  const std::string name = folder.filename().string();
  return (!name.starts_with('.') || hidden.contains(name)) && name != "build" &&
         name != "__pycache__" && !fs::exists(folder / "meson-private");
}

struct Gap {
  int line = 0;    // of its first marker
  int stated = 0;  // "about N lines"
  int actual = 0;
};

std::vector<Gap> gaps_of(const std::string& solution) {
  std::vector<Gap> gaps;
  std::istringstream lines(solution);
  bool inside = false;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    line.erase(0, line.find_first_not_of(' '));
    if (line.starts_with("// >>> ")) {
      gaps.push_back({number, std::atoi(line.c_str() + 7), 0});
      inside = true;
    } else if (line.starts_with("// <<<")) {
      inside = false;
    } else if (inside) {
      ++gaps.back().actual;
    }
  }
  return gaps;
}

// A docs page has the standard sections, in order.
Problems check_sections(const Course& course) {
  const std::vector<std::string> expected{"Goal", "Idea", "Steps", "Hints", "Measure", "Why"};
  Problems problems;
  for (const Lab& lab : course.labs) {
    if (!course.has(Course::page(lab))) {
      continue;
    }
    std::vector<std::string> sections;
    for (const Heading& heading : headings_of(course.text(Course::page(lab)))) {
      if (heading.level == 2) {
        sections.push_back(heading.text);
      }
    }
    if (sections != expected) {
      problems.push_back(problem(Course::page(lab), "sections", fmt::join(expected, ", "),
                                 fmt::join(sections, ", ")));
    }
  }
  return problems;
}

// Each step of a solution has a heading below Steps and below Hints, in order and with a hint.
Problems check_steps(const Course& course) {
  Problems problems;
  for (const Lab& lab : course.labs) {
    if (!course.has(Course::page(lab)) || !course.has(Course::solution(lab))) {
      continue;
    }
    const auto steps = steps_of(course.text(Course::solution(lab)));
    const auto page = Course::page(lab);
    const auto headings = headings_of(course.text(page));
    for (const char* section : {"Steps", "Hints"}) {
      const auto described = steps_below(headings, section);
      if (described != steps) {
        problems.push_back(
            problem(page, "steps", section, fmt::join(steps, ", "), fmt::join(described, ", ")));
      }
    }
    bool in_hints = false;
    for (const Heading& heading : headings) {
      in_hints = heading.level == 2 ? heading.text == "Hints" : in_hints;
      if (in_hints && heading.level == 3 && heading.items == 0) {
        problems.push_back(problem(page, "no_hints", heading.text));
      }
    }
  }
  return problems;
}

}  // namespace

std::string Course::text(const fs::path& relative) const {
  std::ifstream in(root / relative, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<fs::path> Course::files(const std::set<std::string>& extensions) const {
  std::vector<fs::path> found;
  fs::recursive_directory_iterator at(root), end;
  for (; at != end; ++at) {
    const fs::path& path = at->path();
    if (at->is_directory()) {
      if (!is_ours(path) || path == root / "labs") {
        at.disable_recursion_pending();
      }
    } else if (extensions.contains(path.extension().string())) {
      found.push_back(path.lexically_relative(root));
    }
  }
  std::ranges::sort(found);
  return found;
}

std::vector<fs::path> Course::entries(const fs::path& folder) const {
  std::vector<fs::path> entries;
  if (fs::is_directory(root / folder)) {
    for (const auto& entry : fs::directory_iterator(root / folder)) {
      entries.push_back(folder / entry.path().filename());
    }
  }
  std::ranges::sort(entries);
  return entries;
}

Course read_course(const fs::path& root) {
  return {.root = root, .labs = read_labs(root / "labs" / "labs.table"), .commands = {}};
}

const std::string& text_of_problem(const std::string& name, const std::string& row) {
  static const auto texts = [] {
    std::map<std::pair<std::string, std::string>, std::string> all;
    for (const model::Row& each : model::read_table(kProblemsTable, "grader/upkeep/problems.table",
                                                    {"name", "row", "text"})) {
      all[{each.text("name"), each.text("row")}] = each.text("text");
    }
    return all;
  }();
  return texts.at({name, row});
}

Problems check_skeletons(const Course& course) {
  Problems problems;
  for (const Lab& lab : course.labs) {
    if (!course.has(Course::solution(lab))) {
      continue;
    }
    const fs::path file = Course::skeleton(lab);
    try {
      const std::string skeleton = skeleton_of(course.text(Course::solution(lab)));
      if (course.has(file) && course.text(file) != skeleton && !course.students_own(file)) {
        problems.push_back(problem(file, "skeleton_differs"));
      }
    } catch (const std::runtime_error& error) {
      problems.push_back(problem(Course::solution(lab), "unpaired_marks", error.what()));
    }
  }
  return problems;
}

Problems check_gaps(const Course& course) {
  Problems problems;
  for (const Lab& lab : course.labs) {
    const auto file = Course::solution(lab);
    if (!course.has(file)) {
      continue;
    }
    const auto gaps = gaps_of(course.text(file));
    if (gaps.empty() || gaps.size() > 4) {
      problems.push_back(problem(file, "number_of_gaps", gaps.size()));
    }
    for (const Gap& gap : gaps) {
      if (gap.actual < 3 || gap.actual > 15) {
        problems.push_back(problem(file, "size_of_gap", gap.line, gap.actual));
      }
      if (gap.actual != gap.stated) {
        problems.push_back(problem(file, "stated_size", gap.line, gap.stated, gap.actual));
      }
    }
  }
  return problems;
}

Problems check_course(const Course& course) {
  Problems problems;
  for (const auto check :
       {check_files, check_root, check_strays, check_mutants, check_skeletons, check_gaps,
        check_sections, check_steps, check_derived, check_links, check_commands, check_editor}) {
    std::ranges::move(check(course), std::back_inserter(problems));
  }
  return problems;
}

std::vector<fs::path> write_skeletons(const Course& course) {
  std::vector<fs::path> written;
  for (const Lab& lab : course.labs) {
    const fs::path file = Course::skeleton(lab), solution = Course::solution(lab);
    if (!course.has(solution) || (course.has(file) && course.students_own(file))) {
      continue;
    }
    std::string skeleton;
    try {
      skeleton = skeleton_of(course.text(solution));
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(fmt::format("{}, {}", solution.string(), error.what()));
    }
    if (course.text(file) != skeleton) {
      fs::create_directories((course.root / file).parent_path());
      write_atomically(course.root / file, skeleton);
      written.push_back(file);
    }
  }
  return written;
}

}  // namespace gemmlab
