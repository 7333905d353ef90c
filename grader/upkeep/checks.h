// Rules for a well-formed course. Each function checks one rule and lists the violations. Reading
// the course's files is enough for most rules; some need the judge.
#pragma once

#include <fmt/format.h>

#include <map>

#include "grader/judge/judge.h"

namespace gemmlab {

// The commands and their options, "--shape".
using Vocabulary = std::map<std::string, std::set<std::string>>;

// The parts of a course, below the root of a project with this layout.
struct Course {
  fs::path root;
  std::vector<Lab> labs;
  Vocabulary commands;
  // Whether a file is personal: a student's work below labs/, which need not be a skeleton, or a
  // file that a user left in the root.
  std::function<bool(const fs::path&)> students_own = [](const auto&) { return false; };

  // Paths relative to the root, as messages show them.
  static fs::path skeleton(const Lab& lab) { return "labs" / lab.path(); }
  static fs::path solution(const Lab& lab) { return "solutions" / lab.path(); }
  static fs::path page(const Lab& lab) { return "docs/" + lab.slug() + ".md"; }
  static fs::path spec(const Lab& lab) { return "grader/tests/" + lab.slug() + "_test.cpp"; }
  static fs::path mutants(const Lab& lab) { return "grader/mutants/" + lab.slug(); }

  bool has(const fs::path& relative) const { return fs::is_regular_file(root / relative); }

  // The text of a file, empty if it is missing: only check_files reports missing files.
  std::string text(const fs::path& relative) const;

  // The content of a folder, sorted by name; nothing if the folder does not exist.
  std::vector<fs::path> entries(const fs::path& folder) const;

  // The project's own files with one of these extensions (".md"), sorted: no build folders, no
  // hidden ones except .ci, .devcontainer and .vscode, and nothing below labs/, which belongs to
  // the students.
  std::vector<fs::path> files(const std::set<std::string>& extensions) const;
};

// Reads labs/labs.table below `root`. Throws std::runtime_error naming file and line.
Course read_course(const fs::path& root);

struct Problem {
  fs::path file;     // relative to the root
  std::string rule;  // the rule, and what was found instead
  std::string cure;  // what to do
};

using Problems = std::vector<Problem>;

// A text of problems.table: its rule, or its cure. Throws std::out_of_range if there is none.
const std::string& text_of_problem(const std::string& name, const std::string& row);

// The problem of that name in problems.table, filled with the arguments.
template <typename... Arguments>
Problem problem(const fs::path& file, const std::string& name, const Arguments&... arguments) {
  return {file, fmt::format(fmt::runtime(text_of_problem(name, "rule")), arguments...),
          fmt::format(fmt::runtime(text_of_problem(name, "cure")), arguments...)};
}

// Adds that problem unless the rule holds.
template <typename... Arguments>
void expect(bool holds, Problems& problems, const fs::path& file, const std::string& name,
            const Arguments&... arguments) {
  if (!holds) {
    problems.push_back(problem(file, name, arguments...));
  }
}

// Every lab has a skeleton, a solution, a docs page and a Spec.
Problems check_files(const Course& course);

// The lab folders contain the labs of the table, and apart from these only files that students add.
Problems check_strays(const Course& course);

// The root contains the required files, and apart from these only hidden and personal ones.
Problems check_root(const Course& course);

// Every lab has a wrong kernel and an unusual correct one, and each states what it is.
Problems check_mutants(const Course& course);

// Every skeleton is what the filter makes of its solution, unless a student has begun it.
Problems check_skeletons(const Course& course);

// A solution has 1 to 4 gaps of 3 to 15 lines, and each states its length correctly.
Problems check_gaps(const Course& course);

// Text in pages that is computed from other data is up to date. It is between two marks:
//   <!-- NAME: written by ./gemmlab upkeep --write -->
//   <!-- end of NAME -->
Problems check_derived(const Course& course);

// Links in Markdown pages lead to existing files and headings, and so do paths in code spans.
Problems check_links(const Course& course);

// Calls of ./gemmlab in pages use only existing commands and options.
Problems check_commands(const Course& course);

// Files for editors and containers are valid JSON, and their tasks run existing commands.
Problems check_editor(const Course& course);

// All of the above.
Problems check_course(const Course& course);

// Writes the skeletons that differ from their solutions, except those that a student has changed;
// returns their paths. Throws std::runtime_error if a solution's markers do not match or a file
// cannot be written.
std::vector<fs::path> write_skeletons(const Course& course);

// Writes what check_derived asks for; returns the pages that changed. Throws std::runtime_error if
// the marks are missing in a page, or the table of packages in the launcher.
std::vector<fs::path> write_derived(const Course& course);

// The structure of a Markdown page: its headings, links and code, as far as the course needs them.
struct Heading {
  int level = 0;     // number of #
  std::string text;  // without the #
  int items = 0;     // bullets ("- ...") at the left margin before the next heading

  bool operator==(const Heading&) const = default;
};

// All headings of a Markdown text, in order. Ignores fenced code.
std::vector<Heading> headings_of(std::string_view markdown);

// The numbers at the start of the level-3 headings below the level-2 heading `section`: "3.1".
std::vector<std::string> steps_below(const std::vector<Heading>& headings,
                                     std::string_view section);

// The valid #fragments of links: the headings as GitHub names them, each unique ("what-it-is", the
// second one "what-it-is-1"), and <a id="...">.
std::set<std::string> anchors_of(std::string_view markdown);

struct Mention {
  int line = 0;  // from 1 on
  std::string text;

  bool operator==(const Mention&) const = default;
};

// The targets of links and images, "docs/speed.md#how"; not those in code.
std::vector<Mention> links_of(std::string_view markdown);

// The text between backquotes, and each line of fenced or indented code.
std::vector<Mention> code_of(std::string_view markdown);

// ---- what only the judge can check: skeletons do not pass, solutions do, and wrong kernels fail
// for the reason that each file of grader/mutants states in its first lines ----

// The value of a `// key: value` line among a file's first lines; empty if there is none.
std::string stated(const fs::path& file, const std::string& key);

// "// diagnosis: grid_swapped, not grid_rounded_down": the diagnoses that a file must get and must
// not get. There may be several such lines.
struct StatedDiagnosis {
  std::string name;
  bool must_be = true;
};
std::vector<StatedDiagnosis> stated_diagnoses(const fs::path& file);

// The lab's wrong and unusual kernels, and those that its pages show: docs/examples/NN_name.cu.
// They state their verdict in the same way.
std::vector<fs::path> mutants_of(const Lab& lab);

// A skeleton compiles without a warning and gets NOT STARTED. `skeleton` is a file that contains
// it; problems are reported for the lab's solution, from which it is derived.
Problems judge_skeleton(const Lab& lab, const fs::path& skeleton, const JudgeLab& judge);

// A solution has no warnings either and passes, as far as this machine can check.
Problems judge_solution(const Lab& lab, const fs::path& solution, const JudgeLab& judge);

// A file of grader/mutants gets the verdict stated in its first lines: on the simulator // verdict:
// X, at // line: N if given, and with values that look like // diagnosis: D, not E; on a GPU //
// cuda: Y, or Y or Z if that depends on the contents of memory, or X all the same, because the
// simulator counts there as well.
Problems judge_mutant(const Lab& lab, const fs::path& mutant, Backend backend,
                      const JudgeLab& judge);

}  // namespace gemmlab
