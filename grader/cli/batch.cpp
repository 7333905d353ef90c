// gemmlab batch: grades a whole class, and writes its tables.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <ostream>
#include <set>

#include "grader/batch/class_files.h"
#include "grader/batch/class_run.h"
#include "grader/batch/policy.h"
#include "grader/cli/commands.h"
#include "grader/cli/course.h"
#include "grader/cli/grading.h"
#include "grader/cli/machine.h"
#include "grader/cli/progress_line.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

// Held while one process works on OUT, or on its part of it.
class OutLock {
 public:
  OutLock(const fs::path& file, bool wait)
      : file_(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
    if (file_ < 0) {
      throw UsageError(fmt::format("{} cannot be written to.", file.parent_path().string()));
    }
    is_held_ = flock(file_, wait ? LOCK_EX : LOCK_EX | LOCK_NB) == 0;
  }
  ~OutLock() { close(file_); }
  OutLock(const OutLock&) = delete;
  OutLock& operator=(const OutLock&) = delete;
  bool is_held() const { return is_held_; }

 private:
  int file_;
  bool is_held_ = false;
};

CoursePolicy policy_for(const Context& context, const BatchOptions& options) {
  const fs::path file =
      options.course.empty() ? fs::path(options.folder) / "course.toml" : fs::path(options.course);
  if (options.course.empty() && !fs::exists(file)) {
    return default_policy(context.labs);
  }
  try {
    return read_policy(file, context.labs);
  } catch (const PolicyError& error) {
    throw UsageError(error.what());
  }
}

std::vector<Lab> labs_of_course(const Context& context, const CoursePolicy& policy) {
  std::vector<Lab> labs;
  for (const Lab& lab : context.labs) {
    if (policy.labs.count(lab.id) != 0) {
      labs.push_back(lab);
    }
  }
  return labs;
}

// The ids of the labs to grade.
std::set<std::string> labs_wanted(const std::vector<Lab>& course, const BatchOptions& options) {
  std::set<std::string> wanted;
  for (const std::string& word : options.labs) {
    const Lab* lab = find_lab(course, word);
    if (lab == nullptr) {
      throw UsageError(
          fmt::format("--labs: the course has no lab '{}'. All labs: ./gemmlab list", word));
    }
    wanted.insert(lab->id);
  }
  if (options.labs.empty()) {
    for (const Lab& lab : course) {
      wanted.insert(lab.id);
    }
  }
  return wanted;
}

SubmissionList submissions_in(const Context& context, const BatchOptions& options) {
  if (!fs::is_directory(options.folder)) {
    throw UsageError(
        fmt::format("{} is not a folder. batch takes one that holds a folder or archive for each "
                    "student.",
                    options.folder));
  }
  try {
    return list_submissions(options.folder, context.labs);
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
}

// Those that this run is to see to.
std::vector<SubmissionSource> chosen(const SubmissionList& list, const BatchOptions& options) {
  std::vector<SubmissionSource> sources;
  for (std::size_t i = 0; i < list.sources.size(); ++i) {
    const bool is_named = options.only.empty() || list.sources[i].student == options.only;
    if (is_named && int(i % std::size_t(options.shards)) == options.shard - 1) {
      sources.push_back(list.sources[i]);
    }
  }
  if (sources.empty() && !options.only.empty()) {
    throw UsageError(fmt::format("There is no student '{}' in {}{}.", options.only, options.folder,
                                 options.shards > 1 ? ", or not in this shard" : ""));
  }
  return sources;
}

std::string duration(double seconds) {
  return seconds < 90 ? fmt::format("{:.0f} s", seconds) : fmt::format("{:.0f} min", seconds / 60);
}

// Says how far the class is, and how it goes with each.
class Teller {
 public:
  Teller(Context& context, std::size_t count)
      : context_(context),
        line_(context.err, context.error_terminal, context.progress),
        count_(count) {}

  void operator()(const Told& told) {
    if (told.kind == Told::Kind::began) {
      at_work_ = told.student;
      show();
      return;
    }
    ++done_;
    counts_[int(told.kind)] += 1;
    if (told.kind != Told::Kind::known) {
      line_.clear();
      const char* const failed = told.kind == Told::Kind::failed ? "not graded: " : "";
      context_.out << hanging(fmt::format("[{}/{}] {}: {}{}", done_, count_, told.student, failed,
                                          told.summary))
                   << std::flush;
    }
    show();
  }

  int graded() const { return counts_[int(Told::Kind::graded)]; }
  int known() const { return counts_[int(Told::Kind::known)]; }
  int failed() const { return counts_[int(Told::Kind::failed)]; }
  void clear() { line_.clear(); }

 private:
  std::string hanging(const std::string& text) const {
    return wrap(text, context_.terminal.width, 2);
  }

  void show() {
    const double spent = std::chrono::duration<double>(steady_clock::now() - start_).count();
    const int worked = graded() + failed();
    const std::string left =
        worked == 0 ? ""
                    : fmt::format(", about {} left",
                                  duration(spent / worked * double(count_ - std::size_t(done_))));
    line_.show(fmt::format("{} of {} done{}; {}", done_, count_, left, at_work_));
  }

  Context& context_;
  ProgressLine line_;
  std::size_t count_;
  int done_ = 0;
  int counts_[4] = {};
  std::string at_work_;
  steady_clock::time_point start_ = steady_clock::now();
};

std::string in_all(const Teller& teller, const BatchOptions& options) {
  std::string text = fmt::format("{} graded", teller.graded());
  if (teller.known() > 0) {
    text += fmt::format(", {} already graded", teller.known());
  }
  if (teller.failed() > 0) {
    text += fmt::format(
        ", {} not graded because of a problem of this machine: {}/infrastructure.txt; run the same "
        "command again",
        teller.failed(), options.out);
  }
  return text + ".\n";
}

// Of all submissions, whoever graded them.
std::vector<Record> records_of(const SubmissionList& list, const fs::path& out) {
  std::vector<Record> records;
  for (const SubmissionSource& source : list.sources) {
    if (auto record = kept_record(out, source.student)) {
      records.push_back(std::move(*record));
    }
  }
  return records;
}

// Those that anything is known of.
std::vector<Lab> labs_in(const std::vector<Record>& records, const std::vector<Lab>& course) {
  std::vector<Lab> labs;
  for (const Lab& lab : course) {
    const bool is_known = std::any_of(records.begin(), records.end(), [&](const Record& record) {
      const auto& results = record.result.labs;
      return std::any_of(results.begin(), results.end(),
                         [&](const LabResult& result) { return result.id == lab.id; });
    });
    if (is_known) {
      labs.push_back(lab);
    }
  }
  return labs.empty() ? course : labs;
}

}  // namespace

int batch(Context& context, const Options& all_options) {
  const BatchOptions& options = all_options.batch;
  const SubmissionList list = submissions_in(context, options);
  const CoursePolicy policy = policy_for(context, options);
  ClassRun run;
  run.out = fs::absolute(options.out);
  run.sources = chosen(list, options);
  run.labs = labs_of_course(context, policy);
  run.wanted = labs_wanted(run.labs, options);
  const bool any_kernel = std::any_of(run.labs.begin(), run.labs.end(),
                                      [](const Lab& lab) { return lab.file.ends_with(".cu"); });
  run.blank = empty_result(context, options.backend, options.seed, any_kernel);
  run.options.backend = options.backend;
  run.options.seed = options.seed;
  run.options.patience = std::chrono::hours(24);  // for its turn each comes to
  run.symbols = {policy.symbols.begin(), policy.symbols.end()};
  run.headers = {policy.headers.begin(), policy.headers.end()};
  run.may_be_weak = options.sandbox == "weak";
  run.at_once = options.jobs > 0 ? options.jobs : usable_cores();
  if (!options.canvas.empty() && !fs::is_regular_file(options.canvas)) {
    throw UsageError(fmt::format("--canvas: there is no file {}.", options.canvas));
  }
  if (run.sources.empty()) {
    throw UsageError(fmt::format("{} holds no folder and no archive to grade.", options.folder));
  }
  for (SubmissionSource& source : run.sources) {
    source.path = fs::absolute(source.path);
  }
  fs::create_directories(run.out);
  const OutLock lock(run.out / fmt::format(".lock-{}-of-{}", options.shard, options.shards), false);
  if (!lock.is_held()) {
    throw UsageError(fmt::format("Another gemmlab is grading into {}.", options.out));
  }
  for (const std::string& note : list.notes) {
    context.err << wrap("gemmlab: " + note, context.error_terminal.width, 2);
  }
  Teller teller(context, run.sources.size());
  try {
    run_class(run, context.judge, std::ref(teller));
  } catch (const Interrupted&) {
    teller.clear();
    context.err << "gemmlab: stopped. What was graded is kept; the same command goes on.\n";
    throw;
  }
  teller.clear();
  const OutLock tables(run.out / ".lock-tables", true);
  const ClassFilesOptions files{options.canvas, options.canvas_column};
  const std::vector<Record> records = records_of(list, run.out);
  const std::vector<std::string> notes =
      write_class_files(run.out, records, policy, labs_in(records, run.labs), files);
  context.out << wrap(in_all(teller, options), context.terminal.width, 0)
              << wrap(fmt::format("Grades: {0}/grades.csv; who needs a look: {0}/class.html",
                                  options.out),
                      context.terminal.width, 2);
  for (const std::string& note : notes) {
    context.out << wrap(note, context.terminal.width, 2);
  }
  return teller.failed() > 0 ? kInfrastructure : kDone;
}

}  // namespace gemmlab
