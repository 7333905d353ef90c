// Which files must and must not exist.
#include <fmt/ranges.h>

#include "grader/core/pattern.h"
#include "grader/upkeep/checks.h"

namespace gemmlab {
namespace {

// "07_double_buffering" of 07_double_buffering_test.cpp; empty if the name belongs to no lab.
std::string slug_in(const std::string& name) {
  static const Pattern slug(R"((\d\d_[a-z0-9_]+?)(_test\.cpp|\.md)?)");
  const auto match = slug.match(name);
  return match ? (*match)[1] : "";
}

// Files and folders of labs that are not in the table, by slug.
std::map<std::string, std::vector<std::string>> homeless(const Course& course) {
  std::map<std::string, std::vector<std::string>> found;
  for (const char* room : {"labs", "solutions", "grader/tests", "grader/mutants", "docs"}) {
    for (const fs::path& file : course.entries(room)) {
      const std::string slug = slug_in(file.filename());
      if (!slug.empty() && std::ranges::count(course.labs, slug, &Lab::slug) == 0 &&
          !course.students_own(file)) {
        found[slug].push_back(file.string());
      }
    }
  }
  return found;
}

const std::set<std::string> kRoot{"LICENSE", "README.md", "common", "docs",        "gemmlab",
                                  "grader",  "labs",      "build",  "meson.build", "solutions"};

}  // namespace

Problems check_files(const Course& course) {
  Problems problems;
  for (const Lab& lab : course.labs) {
    const std::pair<fs::path, const char*> files[] = {
        {Course::solution(lab), "write it first: the rest of the lab depends on it"},
        {Course::skeleton(lab), "run ./gemmlab upkeep --write to create it"},
        {Course::spec(lab), "write its Spec, based on the previous lab's"},
        {Course::page(lab), "write it, based on the previous lab's"},
    };
    for (const auto& [file, cure] : files) {
      const bool follows = file == Course::skeleton(lab) && !course.has(Course::solution(lab));
      expect(course.has(file) || follows, problems, file, "missing_file", cure);
    }
  }
  return problems;
}

Problems check_strays(const Course& course) {
  Problems problems;
  for (const auto& [slug, files] : homeless(course)) {
    problems.push_back(problem("labs/labs.table", "lab_without_row", slug.substr(0, 2),
                               slug.substr(3), fmt::join(files, ", ")));
  }
  for (const char* room : {"labs", "solutions", "grader/mutants"}) {
    for (const fs::path& file : course.entries(room)) {
      const bool may_be = !slug_in(file.filename()).empty() || file == "labs/labs.table";
      expect(may_be || course.students_own(file), problems, file, "stray", "only folders of labs");
    }
  }
  for (const Lab& lab : course.labs) {
    for (const fs::path& file : {Course::skeleton(lab), Course::solution(lab)}) {
      for (const fs::path& found : course.entries(file.parent_path())) {
        expect(found == file || course.students_own(found), problems, found, "stray",
               "only " + file.filename().string());
      }
    }
  }
  return problems;
}

Problems check_mutants(const Course& course) {
  Problems problems;
  for (const Lab& lab : course.labs) {
    const fs::path folder = Course::mutants(lab);
    int wrong = 0, right = 0;
    for (const fs::path& file : course.entries(folder)) {
      const auto verdict = named<Verdict>(stated(course.root / file, "verdict"));
      if (file.extension() != fs::path(lab.file).extension()) {
        problems.push_back(
            problem(file, "stray", "only " + fs::path(lab.file).extension().string()));
      } else if (!verdict) {
        problems.push_back(problem(file, "no_verdict"));
      } else {
        ++(*verdict == Verdict::passed ? right : wrong);
      }
    }
    for (const auto& [count, what, verdict] :
         {std::tuple{wrong, "wrong kernel that is rejected", "RACE, for example"},
          {right, "right but unusual kernel that passes", "PASSED"}}) {
      expect(count > 0, problems, folder, "too_few_mutants", what, verdict);
    }
  }
  return problems;
}

Problems check_root(const Course& course) {
  Problems problems;
  for (const auto& entry : fs::directory_iterator(course.root)) {
    const std::string name = entry.path().filename().string();
    const bool is_ours = !name.starts_with('.') && !fs::exists(entry.path() / "meson-private");
    expect(!is_ours || kRoot.contains(name) || course.students_own(name), problems, name,
           "stray_in_root", fmt::join(kRoot, ", "));
  }
  return problems;
}

}  // namespace gemmlab
