// gemmlab upkeep: proves that the course is well formed, part by part, and lists what is not with
// its cure.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "grader/cli/commands.h"
#include "grader/cli/commands/upkeep_parts.h"
#include "grader/cli/course.h"
#include "grader/cli/machine.h"
#include "grader/cli/progress_line.h"
#include "grader/process/program.h"
#include "grader/upkeep/derived.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

// A lab's file is the project's as long as git knows it so; what lies in the root, once git knows
// it.
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

Course course_of(const Context& context) {
  Course course = read_course(context.paths.root);
  course.commands = command_line();
  course.students_own = [root = course.root](const fs::path& file) {
    return is_somebodys_own(root, file);
  };
  return course;
}

std::string counted(std::size_t number, const std::string& what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

// What one call of the command has seen so far.
class Upkeep {
 public:
  Upkeep(Context& context, const UpkeepOptions& options)
      : context_(context), options_(options), course_(course_of(context)) {
    for (const std::string& word : options.labs) {
      if (const Lab* lab = find_lab(course_.labs, word)) {
        labs_.push_back(*lab);
      } else if (!says_of_table(check_strays(course_))) {
        lab_meant(context, word);  // throws
      }
    }
    if (options.labs.empty()) {
      labs_ = course_.labs;
    }
  }

  void write() {
    std::vector<fs::path> written = write_derived(course_);
    const std::vector<fs::path> skeletons = write_skeletons(course_);
    written.insert(written.end(), skeletons.begin(), skeletons.end());
    for (const fs::path& file : written) {
      context_.out << fmt::format("wrote {}\n", file.string());
    }
    write_named_skeletons();
  }

  int run() {
    if (is_wanted("files")) {
      list(check_course(course_));
      list(unregistered(course_, labs_));
    }
    if (is_wanted("format")) {
      run("format", formatting(course_, labs_, options_.labs.empty()));
    }
    if (is_wanted("headers") && (options_.labs.empty() || options_.only == "headers")) {
      run("headers", headers(context_, course_));
    }
    if (is_wanted("skeletons")) {
      run("skeletons", skeletons(context_, course_, labs_));
    }
    if (is_wanted("solutions")) {
      run("solutions", solutions(context_, course_, labs_));
    }
    if (is_wanted("mutants")) {
      run("mutants", mutants(context_, course_, labs_));
    }
    return finish();
  }

 private:
  static bool says_of_table(const Problems& problems) {
    return std::any_of(problems.begin(), problems.end(),
                       [](const Problem& problem) { return problem.file == "labs/labs.table"; });
  }

  bool is_wanted(const std::string& part) const {
    return options_.only.empty() || options_.only == part;
  }

  // A lab that is named is meant, even where its file is somebody's own; that is kept as a backup.
  void write_named_skeletons() {
    for (std::size_t i = 0; i < labs_.size() && !options_.labs.empty(); ++i) {
      Course ours = course_;
      ours.labs = {labs_[i]};
      ours.students_own = [](const auto&) { return false; };
      if (!check_skeletons(ours).empty()) {
        Options reset_it;
        reset_it.reset_lab = labs_[i].id;
        reset(context_, reset_it);
      }
    }
  }

  void list(const Problems& problems) {
    for (const Problem& problem : problems) {
      context_.out << fmt::format("{}: {}\n  cure: {}\n", problem.file.string(), problem.rule,
                                  problem.cure);
    }
    problems_ += problems.size();
  }

  void run(const std::string& name, const Part& part) {
    std::size_t begun = 0;
    std::vector<std::optional<std::string>> answers;
    {
      ProgressLine progress(context_.err, context_.error_terminal);
      answers = run_in_processes(part.jobs, usable_cores(), [&](const Job& job) {
        progress.show(fmt::format("{} {}/{}: {}", name, ++begun, part.jobs.size(), job.title));
      });
    }
    for (std::size_t i = 0; i < answers.size(); ++i) {
      list(answers[i] ? problems_in(*answers[i])
                      : Problems{{part.jobs[i].title, "it comes to an end, but it broke off",
                                  "run ./gemmlab upkeep --only " + name + " again"}});
    }
    done_ += part.jobs.size();
    if (!part.skipped.empty()) {
      context_.out << fmt::format("skipped in {}: {}\n", name, part.skipped);
    }
  }

  int finish() {
    context_.out << fmt::format("{}, {}\n", counted(labs_.size(), "lab"),
                                counted(problems_, "problem"));
    if (problems_ > 0) {
      return kNotYet;
    }
    return options_.only.empty() || options_.only == "files" || done_ > 0 ? int(kDone) : kSkipped;
  }

  Context& context_;
  const UpkeepOptions& options_;
  Course course_;
  std::vector<Lab> labs_;
  std::size_t problems_ = 0, done_ = 0;
};

}  // namespace

int upkeep(Context& context, const Options& options) {
  Upkeep upkeep(context, options.upkeep);
  if (options.upkeep.write) {
    upkeep.write();
  }
  return upkeep.run();
}

}  // namespace gemmlab
