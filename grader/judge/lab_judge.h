// Judges one lab: which stages there are, their order, and what they add to the result.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "grader/core/labs.h"
#include "grader/judge/judge.h"
#include "grader/judge/stages.h"

namespace gemmlab {

class LabJudge {
 public:
  LabJudge(const Lab& lab, const Spec& spec, const std::filesystem::path& source,
           const JudgeOptions& options);

  LabResult judge();

 private:
  // Whether this lab is judged on a GPU, directly or after the simulator.
  bool has_gpu() const;

  // The floats that a session of this lab needs in shared memory.
  std::size_t most_elements(Backend backend) const;

  void require_gpu() const;
  std::optional<std::filesystem::path> compiled(Backend backend);
  void examine();
  void examine_again_on_gpu();
  void run_on_gpu(const std::filesystem::path& module);
  bool solution_runs_on_gpu() const;
  void fail_on_gpu(const std::string& problem);
  void judge_all_values(const Candidate& candidate);
  void judge_accesses(const Candidate& candidate);
  void count_on_simulator();
  void time(Session& session);
  void leave_untimed(Reason reason, const std::string& machine = {});
  void leave_untimed_without_gpu();
  void leave_untimed_as_wrong();

  const Sandbox* sandbox() const {
    return options_.enclosure != nullptr ? &options_.enclosure->sandbox : nullptr;
  }

  Candidate candidate(Session& session) const {
    return {session, spec_, source_, text_, warnings_, session.backend() != first_, options_};
  }

  const Lab& lab_;
  Spec spec_;
  std::filesystem::path source_;
  const JudgeOptions& options_;
  std::string text_;
  std::string skeleton_;              // as it was handed out
  Backend first_;                     // the first backend
  std::vector<Diagnostic> warnings_;  // from the compiler
  LabChecks checks_;
  LabResult result_;
};

}  // namespace gemmlab
