#include "grader/upkeep/checks.h"

#include <fmt/ranges.h>

#include <fstream>
#include <stdexcept>

#include "grader/core/source/source_text.h"
#include "grader/report/words/sentences.h"
#include "grader/report/write_file.h"
#include "grader/upkeep/problems_table.h"

namespace gemmlab {
namespace {

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
  bool inside = false;
  int number = 0;
  for (std::string_view line : lines_of(solution)) {
    ++number;
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (line.starts_with("// >>> ")) {
      gaps.push_back({number, std::atoi(std::string(line.substr(7)).c_str()), 0});
      inside = true;
    } else if (line.starts_with("// <<<")) {
      inside = false;
    } else if (inside) {
      ++gaps.back().actual;
    }
  }
  return gaps;
}

// Those that have these files: check_files reports the others.
std::vector<Lab> labs_with(const Course& course,
                           const std::vector<fs::path (*)(const Lab&)>& files) {
  std::vector<Lab> labs = course.labs;
  std::erase_if(labs, [&](const Lab& lab) {
    return !std::ranges::all_of(files, [&](const auto& file) { return course.has(file(lab)); });
  });
  return labs;
}

// A docs page has the standard sections, in order.
Problems check_sections(const Course& course) {
  const std::vector<std::string> expected{"Goal", "Idea", "Steps", "Hints", "Measure", "Why"};
  Problems problems;
  for (const Lab& lab : labs_with(course, {Course::page})) {
    std::vector<std::string> sections;
    for (const Heading& heading : headings_of(course.text(Course::page(lab)))) {
      if (heading.level == 2) {
        sections.push_back(heading.text);
      }
    }
    expect(sections == expected, problems, Course::page(lab), "sections", fmt::join(expected, ", "),
           fmt::join(sections, ", "));
  }
  return problems;
}

// Each step of a solution has a heading below Steps and below Hints, in order and with a hint.
Problems check_steps(const Course& course) {
  Problems problems;
  for (const Lab& lab : labs_with(course, {Course::page, Course::solution})) {
    const auto steps = steps_of(course.text(Course::solution(lab)));
    const auto page = Course::page(lab);
    const auto headings = headings_of(course.text(page));
    for (const char* section : {"Steps", "Hints"}) {
      const auto described = steps_below(headings, section);
      expect(described == steps, problems, page, "steps", section, fmt::join(steps, ", "),
             fmt::join(described, ", "));
    }
    bool in_hints = false;
    for (const Heading& heading : headings) {
      in_hints = heading.level == 2 ? heading.text == "Hints" : in_hints;
      const bool is_empty = heading.level == 3 && heading.items == 0;
      expect(!in_hints || !is_empty, problems, page, "no_hints", heading.text);
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
  static const Texts texts = read_texts(kProblemsTable, "grader/upkeep/problems.table");
  return texts.at({name, row});
}

Problems check_skeletons(const Course& course) {
  Problems problems;
  for (const Lab& lab : labs_with(course, {Course::solution})) {
    const fs::path file = Course::skeleton(lab);
    try {
      const std::string skeleton = skeleton_of(course.text(Course::solution(lab)));
      const bool is_ours = course.has(file) && !course.students_own(file);
      expect(!is_ours || course.text(file) == skeleton, problems, file, "skeleton_differs");
    } catch (const std::runtime_error& error) {
      problems.push_back(problem(Course::solution(lab), "unpaired_marks", error.what()));
    }
  }
  return problems;
}

Problems check_gaps(const Course& course) {
  Problems problems;
  for (const Lab& lab : labs_with(course, {Course::solution})) {
    const auto file = Course::solution(lab);
    const auto gaps = gaps_of(course.text(file));
    expect(!gaps.empty() && gaps.size() <= 4, problems, file, "number_of_gaps", gaps.size());
    for (const Gap& gap : gaps) {
      expect(gap.actual >= 3 && gap.actual <= 15, problems, file, "size_of_gap", gap.line,
             gap.actual);
      expect(gap.actual == gap.stated, problems, file, "stated_size", gap.line, gap.stated,
             gap.actual);
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
  for (const Lab& lab : labs_with(course, {Course::solution})) {
    const fs::path file = Course::skeleton(lab), solution = Course::solution(lab);
    if (course.has(file) && course.students_own(file)) {
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
