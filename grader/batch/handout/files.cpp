#include "grader/batch/handout/handout.h"

#include <map>
#include <set>

#include "grader/core/pattern.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

using Names = std::set<std::string>;

const Names kRootFiles = {".clang-format",   ".clangd",    ".editorconfig", ".gitattributes",
                          ".gitignore",      "LICENSE",    "README.md",     "gemmlab",
                          "labs/labs.table", "meson.build"};
const Names kRooms = {".devcontainer", ".vscode", "common", "docs", "grader"};

// In any room: test kernels, and files that only tests use.
const Names kWithheldFolders = {"attacks", "examples", "fuzz",    "mistakes", "mutants",
                                "slurm",   "stand_in", "studies", "tests",    "upkeep"};

// For people who teach or maintain the course.
const Names kWithheldFiles = {"docs/adding_a_lab.md", "docs/architecture.md",
                              "docs/for_lecturers.md", "docs/instructors.md",
                              "docs/threat_model.md"};

// Tests, their helpers and samples.
bool is_for_tests(const std::string& name) {
  static const Pattern tests(
      R"(.*_(test|tests|case|benchmark)\.\w+|sample(_\w+)?\.(cpp|h)|project_copy\.py|student_session\.txt)");
  return tests.matches(name);
}

// Leftovers of builds, editors or people have other extensions.
bool is_of_the_project(const fs::path& file) {
  static const Names extensions = {".build", ".cpp",   ".css",  ".cu",  ".h",  ".in",
                                   ".js",    ".json",  ".map",  ".md",  ".py", ".sh",
                                   ".svg",   ".table", ".toml", ".txt", ".yml"};
  return extensions.contains(file.extension().string());
}

const char kHandIn[] =
    "This is your course's hand-out: labs, lectures and the grader. It contains the solutions only "
    "in compiled\nform, so that your kernels can be timed against them. Hand in the files below "
    "[labs/](labs/).\n\n";

bool is_dead(const std::string& link, const fs::path& page, const Has& has) {
  if (link.starts_with('#') || link.find("://") != link.npos || link.starts_with("mailto:")) {
    return false;
  }
  return !has((page.parent_path() / link.substr(0, link.find('#'))).lexically_normal());
}

// `[text](link)`; the text may continue on the next line.
const Pattern& link_pattern() {
  static const Pattern pattern(R"(\[([^\]\[]*)\]\(([^)\s]+)\))");
  return pattern;
}

// A call of a command that needs the solutions, or the first cell of a table row about one.
bool calls_withheld(const std::string& line) {
  static const Pattern call(
      R"(\./gemmlab (test|upkeep|study|solution|batch|handout|gradescope|grade --solutions|grade \S+ --file docs/examples/\S+|bench \S* ?--verdicts)\b)");
  return call.is_in(line);
}

std::string without_lost_lines(const std::string& text, const fs::path& page, const Has& has) {
  constexpr std::string_view kNoCommands = "```sh\n```\n";
  std::string kept;
  bool in_code = false;
  for (const std::string& line : split_lines(text)) {
    in_code = line.starts_with("```") ? !in_code : in_code;
    const bool is_row = line.starts_with("| ") && !in_code;
    const auto is_lost = [&](const Match& link) { return is_dead(link[2], page, has); };
    if (!((is_row || in_code) && calls_withheld(line)) &&
        !(is_row && std::ranges::any_of(link_pattern().all_in(line), is_lost))) {
      kept += line + '\n';
    }
    if (kept.ends_with(kNoCommands)) {
      kept.resize(kept.size() - kNoCommands.size());
    }
  }
  return kept;
}

// Whether a hint is code to copy: a code block, or a statement with an assignment.
bool gives_code(const std::string& item) {
  static const Pattern statement("`[^`]* = [^`]*;`");
  return item.find("```") != item.npos || statement.is_in(item);
}

}  // namespace

bool is_below(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

bool is_copied(const fs::path& file, Audience audience) {
  static const Pattern spec(R"(grader/tests/\d\d_\w+_test\.cpp)");
  const std::string path = file.generic_string();
  if (kRootFiles.contains(path) || spec.matches(path)) {
    return true;
  }
  if (!kRooms.contains(file.begin()->string()) || kWithheldFiles.contains(path) ||
      (audience == Audience::students && is_below(file, "grader/batch"))) {
    return false;
  }
  const bool is_withheld = std::ranges::any_of(
      file, [](const fs::path& part) { return kWithheldFolders.contains(part.string()); });
  // Only exercises and kernels that the tool runs next to the student's are public.
  static const Names public_kernels = {"docs/first_kernels", "grader/speed"};
  const bool is_withheld_kernel =
      file.extension() == ".cu" && !public_kernels.contains(file.parent_path().string());
  return !is_withheld && is_of_the_project(file) && !is_withheld_kernel &&
         !is_for_tests(file.filename().string());
}

fs::path place_of(const fs::path& file) {
  static const std::map<std::string, std::string> moved = {
      {"grader/report/ci/github.yml", ".github/workflows/grade.yml"},
      {"grader/report/ci/gitlab.yml", ".gitlab-ci.yml"}};
  const auto found = moved.find(file.generic_string());
  return found == moved.end() ? file : fs::path(found->second);
}

std::vector<fs::path> copied_files(const fs::path& root, Audience audience) {
  std::vector<fs::path> files;
  const auto add = [&](const fs::directory_entry& entry) {
    const fs::path file = entry.path().lexically_relative(root);
    if (entry.is_regular_file() && !entry.is_symlink() && is_copied(file, audience)) {
      files.push_back(file);
    }
  };
  for (const std::string& name : kRootFiles) {
    add(fs::directory_entry(root / name));
  }
  for (const std::string& room : kRooms) {
    if (fs::is_directory(root / room)) {
      for (const auto& entry : fs::recursive_directory_iterator(root / room)) {
        add(entry);
      }
    }
  }
  std::ranges::sort(files);
  return files;
}

std::string without_answers(const std::string& text) {
  constexpr std::string_view kFold = "<details";
  std::string kept, item;
  const auto end_item = [&] {
    kept += gives_code(item) ? "" : item;
    item.clear();
  };
  // A line of output with the student's source: "  25 |     sum += ...".
  static const Pattern source(R"(^( *\d+ \| +)\S.*$)");
  bool in_hints = false;
  for (const std::string& line : split_lines(text)) {
    in_hints = line.starts_with("## ") ? line == "## Hints" : in_hints;
    const bool is_folded = item.starts_with(kFold) && !item.ends_with("</details>\n");
    const bool goes_on = is_folded || (!item.empty() && line.starts_with("  "));
    if (!goes_on) {
      end_item();
    }
    const bool begins = in_hints && (line.starts_with("- ") || line.starts_with(kFold));
    (goes_on || begins ? item : kept) += source.replace(line, "$1(a line of yours)") + '\n';
  }
  end_item();
  return kept;
}

std::string handed_out_page(const std::string& text, const fs::path& page, const Has& has) {
  const std::string kept = without_lost_lines(text, page, has);
  std::string result;
  std::size_t last = 0;
  for (const Match& link : link_pattern().all_in(kept)) {
    result.append(kept, last, link.begin - last);
    result += is_dead(link[2], page, has) ? link[1] : link[0];
    last = link.begin + link[0].size();
  }
  return result.append(kept, last);
}

std::string handed_out_readme(const std::string& text, const Has& has) {
  std::string page = handed_out_page(text, "README.md", has);
  const std::size_t table = page.find("<!-- labs:");
  return table == page.npos ? page + '\n' + kHandIn : page.insert(table, kHandIn);
}

}  // namespace gemmlab
