#include "grader/cli/doors/questions.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <memory>
#include <optional>
#include <vector>

#include "grader/cli/exit_code.h"
#include "grader/cli/result_files.h"
#include "grader/core/read_file.h"
#include "grader/core/verdict.h"
#include "grader/doors/sandbox_cell.h"
#include "grader/machine/scratch_folder.h"
#include "grader/oral/oral_check.h"
#include "grader/oral/oral_page.h"
#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

// Judges changed copies of a file, several at once unless they are in a sandbox.
class Examiner {
 public:
  Examiner(const Context& context, const Lab& lab, const QuestionsOptions& options)
      : context_(context), lab_(lab), seed_(options.seed), line_(context) {
    if (!options.sandbox.empty()) {
      cell_ = std::make_unique<SandboxCell>(options.sandbox == "weak");
      umask(022);  // the sandbox's user reads the files
    }
    folder_.emplace(cell_ ? cell_->sandbox.folder() : fs::temp_directory_path());
    fs::permissions(folder_->path(), fs::perms(0755));
  }

  std::vector<LabResult> judge(const std::vector<OralRun>& runs) {
    std::vector<LabResult> results(runs.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
      for (std::size_t i = next++; i < runs.size(); i = next++) {
        results[i] = judge_one(runs[i]);
        line_.show(fmt::format("run {} of at least {}", ++done_, asked_ + runs.size()));
      }
    };
    std::vector<std::future<void>> others;
    for (int i = 1; i < (cell_ ? 1 : usable_cores()); ++i) {
      others.push_back(std::async(std::launch::async, work));
    }
    work();
    std::ranges::for_each(others, [](std::future<void>& each) { each.get(); });
    asked_ += runs.size();
    return results;
  }

 private:
  // In a folder of its own: two may have the same name at the same time.
  LabResult judge_one(const OralRun& run) {
    const fs::path source = folder_->path() / std::to_string(++files_) / lab_.path();
    fs::create_directories(source.parent_path());
    write_atomically(source, run.text);
    JudgeOptions options;
    options.backend = BackendChoice::sim;
    options.seed = seed_;
    options.only_shape = run.shape;
    options.count_at = run.shape.value_or(options.count_at);
    options.measure_speed = false;
    options.try_changes = !run.shape;
    options.explain = !run.shape || run.counts;
    options.enclosure = cell_ ? &cell_->enclosure : nullptr;
    return context_.judge(lab_, source, options);
  }

  const Context& context_;
  const Lab& lab_;
  std::uint64_t seed_;
  ProgressLine line_;
  std::unique_ptr<SandboxCell> cell_;
  std::optional<ScratchFolder> folder_;  // inside the cell's
  std::atomic<int> files_ = 0, done_ = 0;
  std::size_t asked_ = 0;
};

const Lab& lab_of(const Context& context, const QuestionsOptions& options) {
  const std::string& word = options.lab.empty() ? options.file : options.lab;
  if (word.empty()) {
    throw UsageError("questions needs a LAB, such as ./gemmlab questions 04, or a --file.");
  }
  const Lab* const found = find_lab(context.labs, word);
  if (found == nullptr && options.lab.empty()) {
    throw UsageError(
        fmt::format("which lab is {} for? Name it: ./gemmlab questions 04 --file {}", word, word));
  }
  const Lab& lab = found != nullptr ? *found : lab_meant(context, word);
  if (!lab.has_kernel() || lab.is_staircase() || lab.is_step()) {
    throw UsageError(fmt::format(
        "there are no questions about lab {}: they are about kernels that multiply matrices, "
        "from lab 02 on.",
        lab.id));
  }
  return lab;
}

// Why nothing can be asked.
std::string why_none(const LabResult& result) {
  return result.verdict == Verdict::does_not_compile || is_before_results(result.verdict)
             ? fmt::format("gemmlab says {} of it, so nothing of it has run", name(result.verdict))
             : fmt::format("gemmlab says {} of it, and no run of it ends", name(result.verdict));
}

}  // namespace

int questions_command(Context& context, const QuestionsOptions& options) {
  check_result_files({{"--json", options.json}});
  const Lab& lab = lab_of(context, options);
  const fs::path file = options.file.empty() ? student_file(context, lab) : fs::path(options.file);
  if (!fs::is_regular_file(file)) {
    throw UsageError(fmt::format("there is no file {}.", file.string()));
  }
  const std::string text = read_foreign(file).value_or("");
  OralCheck check;
  {
    Examiner examiner(context, lab, options);
    check = oral_check(spec_of(lab), text, options.seed,
                       [&](const std::vector<OralRun>& runs) { return examiner.judge(runs); });
  }
  check.result.source = shown(file).string();
  if (check.result.infrastructure) {
    throw InfrastructureError(
        fmt::format("{} could not be judged: see ./gemmlab device", check.result.source));
  }
  write_result(context, options.json, [&] { return oral_json(check, text); });
  if (options.json != "-") {
    if (check.questions.empty()) {
      context.say(
          fmt::format("No questions about {}: {}.", check.result.source, why_none(check.result)));
      return kNotYet;
    }
    context.out << oral_page(check, text, context.terminal);
  }
  return check.questions.empty() ? kNotYet : kDone;
}

}  // namespace gemmlab
