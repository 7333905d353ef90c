// gemmlab upkeep: checks part by part that the course is well formed, and lists each problem with
// its fix.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "common/facts/json.h"
#include "grader/cli/commands.h"
#include "grader/cli/course/upkeep_parts.h"
#include "grader/process/parallel.h"
#include "grader/process/program.h"
#include "grader/upkeep/derived.h"

namespace gemmlab {

GEMMLAB_JSON(Problem, file, rule, cure)

namespace {

namespace fs = std::filesystem;

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

constexpr std::pair<const char*, Part (*)(const Scope&)> kParts[] = {{"format", formatting},
                                                                     {"skeletons", skeletons},
                                                                     {"solutions", solutions},
                                                                     {"mutants", mutants}};

// The results of one call of the command so far.
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
    for (const auto& [name, part] : kParts) {
      if (is_wanted(name)) {
        run(name, part(scope_));
      }
    }
    return finish();
  }

 private:
  bool is_wanted(const std::string& part) const {
    return options_.only.empty() || options_.only == part;
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
    std::vector<Job> jobs;
    for (const auto& [title, find] : part.jobs) {
      jobs.push_back({title, [&find = find] { return Json(find()).text(); }});
    }
    ProgressLine progress(context_.err, context_.error_terminal);
    std::size_t begun = 0;
    const auto answers = run_in_processes(jobs, usable_cores(), [&](const Job& job) {
      progress.show(fmt::format("{} {}/{}: {}", name, ++begun, jobs.size(), job.title));
    });
    progress.clear();
    for (std::size_t i = 0; i < answers.size(); ++i) {
      list(answers[i].answer
               ? Json::parse(*answers[i].answer).get<Problems>()
               : Problems{problem(jobs[i].title, "unfinished_check", answers[i].failure, name)});
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
    if (problems_ > 0) {
      return kNotYet;
    }
    return options_.only.empty() || options_.only == "files" || done_ > 0 ? int(kDone) : kSkipped;
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
