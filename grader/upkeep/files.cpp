// Which files there are, and which there must not be.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>

#include "grader/core/verdict.h"
#include "grader/upkeep/checks.h"
#include "grader/upkeep/corpus.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  if (fs::is_directory(folder)) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      entries.push_back(entry.path());
    }
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

// "07_double_buffering" of 07_double_buffering_test.cpp; empty if a name is no lab's.
std::string slug_in(const std::string& name) {
  static const std::regex slug(R"((\d\d_[a-z0-9_]+?)(_test\.cpp|\.md)?)");
  std::smatch match;
  return std::regex_match(name, match, slug) ? match[1].str() : "";
}

bool is_in_table(const Course& course, const std::string& slug) {
  return std::any_of(course.labs.begin(), course.labs.end(),
                     [&](const Lab& lab) { return lab.slug() == slug; });
}

// Files and folders of labs that are not in the table, by slug.
std::map<std::string, std::vector<std::string>> homeless(const Course& course) {
  std::map<std::string, std::vector<std::string>> found;
  for (const char* room : {"labs", "solutions", "grader/tests", "grader/mutants", "docs"}) {
    for (const fs::path& entry : entries_of(course.root / room)) {
      const fs::path file = entry.lexically_relative(course.root);
      const std::string slug = slug_in(file.filename());
      if (!slug.empty() && !is_in_table(course, slug) && !course.students_own(file)) {
        found[slug].push_back(file.string());
      }
    }
  }
  return found;
}

Problem stray(const fs::path& file, const std::string& what) {
  return {file, what + " may lie here", "move it elsewhere, or remove it"};
}

void add_strays_of_lab(const Course& course, const Lab& lab, Problems& problems) {
  for (const fs::path& file : {Course::skeleton(lab), Course::solution(lab)}) {
    for (const fs::path& entry : entries_of((course.root / file).parent_path())) {
      const fs::path found = entry.lexically_relative(course.root);
      if (found != file && !course.students_own(found)) {
        problems.push_back(stray(found, "only " + file.filename().string()));
      }
    }
  }
}

}  // namespace

Problems check_files(const Course& course) {
  Problems problems;
  for (const Lab& lab : course.labs) {
    const std::pair<fs::path, const char*> files[] = {
        {Course::solution(lab), "write it: it is what the rest of the lab follows from"},
        {Course::skeleton(lab), "run ./gemmlab upkeep --write, which derives it"},
        {Course::spec(lab), "write its Spec, after the one of the lab before"},
        {Course::page(lab), "write it, after the one of the lab before"},
    };
    for (const auto& [file, cure] : files) {
      const bool follows = file == Course::skeleton(lab) && !course.has(Course::solution(lab));
      if (!course.has(file) && !follows) {
        problems.push_back(
            {file, "every lab of labs/labs.table has this file, but it is missing", cure});
      }
    }
  }
  return problems;
}

Problems check_strays(const Course& course) {
  Problems problems;
  for (const auto& [slug, files] : homeless(course)) {
    const std::string name = slug.substr(3);
    problems.push_back(
        {"labs/labs.table",
         fmt::format("every lab has its row, but {} has none (there is {})", slug,
                     fmt::join(files, ", ")),
         fmt::format("add the row \"{} {} kernel.cu TITLE\", or remove what there is",
                     slug.substr(0, 2), name)});
  }
  for (const char* room : {"labs", "solutions", "grader/mutants"}) {
    for (const fs::path& entry : entries_of(course.root / room)) {
      const fs::path file = entry.lexically_relative(course.root);
      if (slug_in(file.filename()).empty() && file != "labs/labs.table" &&
          !course.students_own(file)) {
        problems.push_back(stray(file, "only folders of labs"));
      }
    }
  }
  for (const Lab& lab : course.labs) {
    add_strays_of_lab(course, lab, problems);
  }
  return problems;
}

Problems check_mutants(const Course& course) {
  Problems problems;
  for (const Lab& lab : course.labs) {
    const fs::path folder = Course::mutants(lab);
    int wrong = 0, right = 0;
    for (const fs::path& entry : entries_of(course.root / folder)) {
      const auto verdict = named<Verdict>(stated(entry, "verdict"));
      const fs::path file = entry.lexically_relative(course.root);
      if (entry.extension() != fs::path(lab.file).extension()) {
        problems.push_back(stray(file, "only " + fs::path(lab.file).extension().string()));
      } else if (!verdict) {
        problems.push_back({file,
                            "a kernel here says what it must be called, but this one does not",
                            "begin it with a line such as // verdict: RACE"});
      } else {
        ++(*verdict == Verdict::passed ? right : wrong);
      }
    }
    const std::pair<int, const char*> wanted[] = {{wrong, "wrong kernel that is rejected"},
                                                  {right, "right but unusual kernel that passes"}};
    for (const auto& [count, what] : wanted) {
      if (count == 0) {
        problems.push_back({folder,
                            fmt::format("every lab has at least one {}, but there is none", what),
                            fmt::format("add one, whose first line is // verdict: {}",
                                        &count == &wanted[0].first ? "RACE, say" : "PASSED")});
      }
    }
  }
  return problems;
}

}  // namespace gemmlab
