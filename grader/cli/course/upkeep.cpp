// gemmlab upkeep: checks part by part that the course is well formed, and lists each problem with
// its fix.

#include <fstream>

#include "common/facts/json.h"
#include "grader/cli/commands.h"
#include "grader/core/pattern.h"
#include "grader/core/source/source_text.h"
#include "grader/upkeep/checks.h"

namespace gemmlab {

GEMMLAB_JSON(Problem, file, rule, cure)

namespace {

constexpr int kSkipped = 77;  // a test's exit code if something it needs is missing, as in Meson

// A lab's file belongs to the project while git reports it as unchanged; a file in the root while
// git tracks it.
bool is_somebodys_own(const fs::path& root, const fs::path& file) {
  const auto git = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"git", "-C", root.string()});
    words.insert(words.end(), {"--", file.string()});
    return run_program(words, [](const std::string&) {}) == 0;
  };
  const bool is_in_root = !file.has_parent_path(), is_of_a_lab = *file.begin() == "labs";
  return (is_in_root || is_of_a_lab) && !(git({"ls-files", "--error-unmatch"}) &&
                                          (is_in_root || git({"diff", "--quiet", "HEAD"})));
}

// What one of the slow parts runs in separate processes, which return the problems as JSON.
struct Part {
  std::vector<Job> jobs;
  std::string skipped;  // why part of it cannot be done here; empty if all can
};

struct Scope {
  const Context& context;
  Course course;
  std::vector<Lab> labs;  // the named labs, else all of the course
  bool is_whole = true;   // no lab was named: also check what belongs to no lab
};

Job checking(const std::string& title, std::function<Problems()> find) {
  return {title, [find = std::move(find)] { return Json(find()).text(); }};
}

constexpr const char* kClangFormat = "14";  // other versions break lines differently
constexpr std::ptrdiff_t kAtOnce = 100;     // files per clang-format process

bool is_formatted_as_ours() {
  static const Pattern version(R"(version (\d+))");
  std::string said;
  run_program({"clang-format", "--version"}, [&](const std::string& line) { said += line; });
  const auto match = version.first_in(said);
  return match && (*match)[1] == kClangFormat;
}

Problems unformatted(const fs::path& root, const std::vector<fs::path>& files) {
  std::vector<std::string> command{"clang-format", "--dry-run", "-Werror"};
  for (const fs::path& file : files) {
    command.push_back((root / file).string());
  }
  static const Pattern place(R"((.*):(\d+):\d+: error: .*)");
  std::set<fs::path> seen;
  Problems problems;
  run_program(command, [&](const std::string& line) {
    if (const auto match = place.match(line); match && seen.insert((*match)[1]).second) {
      const fs::path file = fs::path((*match)[1]).lexically_relative(root);
      problems.push_back(problem(file, "unformatted", (*match)[2], file.string()));
    }
  });
  return problems;
}

bool has_spec(const Lab& lab) {
  return std::ranges::count(registered_specs(), lab.slug(), &Spec::lab) > 0;
}

// The lab's skeleton, newly derived: the file in labs/ belongs to the student.
Problems judge_derived_skeleton(const Context& context, const Course& course, const Lab& lab) {
  std::string text;
  try {
    text = skeleton_of(course.text(Course::solution(lab)));
  } catch (const std::runtime_error&) {
    return {};  // check_skeletons reports it
  }
  const ScratchFolder folder(fs::temp_directory_path());
  const fs::path file = folder.path() / lab.file;
  std::ofstream(file, std::ios::binary) << text;
  return judge_skeleton(lab, file, context.judge);
}

// Sources are formatted according to .clang-format; with named labs, only theirs.
Part formatting(const Scope& scope) {
  if (!is_formatted_as_ours()) {
    return {{}, fmt::format("clang-format {} is not installed here", kClangFormat)};
  }
  std::vector<fs::path> files = scope.course.files({".cpp", ".h", ".cu"});
  std::erase_if(files, [&](const fs::path& file) {
    return !scope.is_whole && std::ranges::none_of(scope.labs, [&](const Lab& lab) {
      return file.string().find("/" + lab.slug()) != std::string::npos;
    });
  });
  Part part;
  for (auto begin = files.begin(); begin != files.end();) {
    const auto end = begin + std::min(kAtOnce, files.end() - begin);
    const std::vector<fs::path> some(begin, end);
    begin = end;
    part.jobs.push_back(
        checking(fmt::format("checking the format of {} and others", some[0].string()),
                 [=, root = scope.course.root] { return unformatted(root, some); }));
  }
  return part;
}

// Judges skeletons, solutions or mutants. Skips a lab without its files or its Spec: another part,
// or unregistered, reports that.
Part judging(const Scope& scope, const std::string& what) {
  Part part;
  const JudgeLab& judge = scope.context.judge;
  for (const Lab& lab : scope.labs) {
    const fs::path solution = Course::solution(lab), file = scope.course.root / solution;
    if (!scope.course.has(solution) || !has_spec(lab)) {
      continue;
    }
    if (what == "skeletons") {
      part.jobs.push_back(checking("grading the skeleton of " + lab.slug(), [&] {
        return judge_derived_skeleton(scope.context, scope.course, lab);
      }));
    } else if (what == "solutions") {
      part.jobs.push_back(checking("grading " + solution.string(),
                                   [&, file] { return judge_solution(lab, file, judge); }));
    } else {
      for (const fs::path& mutant : mutants_of(lab)) {
        part.jobs.push_back(
            checking("grading " + mutant.lexically_relative(scope.course.root).string(),
                     [&, mutant] { return judge_mutant(lab, mutant, Backend::sim, judge); }));
      }
    }
  }
  return part;
}

// Labs whose Spec file does not register a Spec for them.
Problems unregistered(const Scope& scope) {
  Problems problems;
  for (const Lab& lab : scope.labs) {
    const fs::path spec = Course::spec(lab);
    expect(!scope.course.has(spec) || has_spec(lab), problems, spec, "unregistered", lab.slug());
  }
  return problems;
}

class Upkeep {
 public:
  Upkeep(Context& context, const Options& options)
      : context_(context),
        options_(options),
        scope_{context, read_course(context.paths.root), {}, options.labs.empty()} {
    scope_.course.commands = command_line();
    scope_.course.students_own = [root = context.paths.root](const fs::path& file) {
      return is_somebodys_own(root, file);
    };
    for (const std::string& word : options.labs) {
      if (const Lab* lab = find_lab(scope_.course.labs, word)) {
        scope_.labs.push_back(*lab);
      } else if (std::ranges::count(check_strays(scope_.course), fs::path("labs/labs.table"),
                                    &Problem::file) == 0) {
        lab_meant(context, word);  // throws
      }
    }
    if (scope_.is_whole) {
      scope_.labs = scope_.course.labs;
    }
  }

  void write() {
    for (const auto write : {write_derived, write_skeletons}) {
      for (const fs::path& file : write(scope_.course)) {
        context_.out << fmt::format("wrote {}\n", file.string());
      }
    }
    write_named_skeletons();
  }

  int run() {
    if (is_wanted("files")) {
      list(check_course(scope_.course));
      list(unregistered(scope_));
    }
    for (const std::string name : {"format", "skeletons", "solutions", "mutants"}) {
      if (is_wanted(name)) {
        run(name, name == "format" ? formatting(scope_) : judging(scope_, name));
      }
    }
    return finish();
  }

 private:
  bool is_wanted(const std::string& part) const {
    return options_.only.empty() || std::ranges::find(options_.only, part) != options_.only.end();
  }

  // A named lab is always written, even if its file is personal; that file is kept as a backup.
  void write_named_skeletons() {
    for (std::size_t i = 0; i < scope_.labs.size() && !scope_.is_whole; ++i) {
      Course ours = scope_.course;
      ours.labs = {scope_.labs[i]};
      ours.students_own = [](const auto&) { return false; };
      if (!check_skeletons(ours).empty()) {
        Options options;
        options.lab = scope_.labs[i].id;
        reset(context_, options);
      }
    }
  }

  void list(const Problems& problems) {
    for (const Problem& problem : problems) {
      context_.out << fmt::format("{}: {}\n  fix: {}\n", problem.file.string(), problem.rule,
                                  problem.cure);
    }
    problems_ += problems.size();
  }

  void run(const std::string& name, const Part& part) {
    ProgressLine progress(context_);
    std::size_t begun = 0;
    const auto answers = run_in_processes(part.jobs, usable_cores(), [&](const Job& job) {
      progress.show(fmt::format("{} {}/{}: {}", name, ++begun, part.jobs.size(), job.title));
    });
    progress.clear();
    for (std::size_t i = 0; i < answers.size(); ++i) {
      list(answers[i].answer ? Json::parse(*answers[i].answer).get<Problems>()
                             : Problems{problem(part.jobs[i].title, "unfinished_check",
                                                answers[i].failure, name)});
    }
    done_ += part.jobs.size();
    if (!part.skipped.empty()) {
      context_.out << fmt::format("skipped in {}: {}\n", name, part.skipped);
    }
  }

  int finish() {
    context_.out << fmt::format("{} lab{}, {} problem{}\n", scope_.labs.size(),
                                scope_.labs.size() == 1 ? "" : "s", problems_,
                                problems_ == 1 ? "" : "s");
    const bool is_done = options_.only.empty() || is_wanted("files") || done_ > 0;
    return problems_ > 0 ? int(kNotYet) : is_done ? int(kDone) : kSkipped;
  }

  Context& context_;
  const Options& options_;
  Scope scope_;
  std::size_t problems_ = 0, done_ = 0;
};

}  // namespace

int upkeep(Context& context, const Options& options) {
  Upkeep upkeep(context, options);
  if (options.write) {
    upkeep.write();
  }
  return upkeep.run();
}

}  // namespace gemmlab
