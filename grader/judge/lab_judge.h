// Which stages there are for a lab, their order, and what they add to the result.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "grader/judge/candidate.h"
#include "grader/judge/judge_options.h"
#include "grader/judge/plan.h"
#include "grader/judge/values/value_checks.h"

namespace gemmlab {

class LabJudge {
 public:
  LabJudge(const Lab& lab, const Spec& spec, const fs::path& source, const JudgeOptions& options);

  LabResult judge();

 private:
  // Whether this lab is judged on a GPU, directly or after the simulator.
  bool has_gpu() const;
  bool lacks_what_it_needs() const;

  // The floats that a session of this lab needs in shared memory.
  std::size_t most_elements(Backend backend) const;

  void require_gpu() const;
  std::optional<fs::path> compiled(Backend backend);
  void examine();
  void start_second(const fs::path& module);
  void examine_again_on_gpu();
  void run_on_gpu(const fs::path& module);
  bool solution_runs_on_gpu() const;
  void fail_on_gpu(const std::string& problem);
  void judge_all_values(const Candidate& candidate);
  void judge_host(const Candidate& candidate);
  void judge_accesses(const Candidate& candidate, const std::optional<Metrics>& counted);
  void count_on_simulator();
  void time(Session& session);
  void leave_untimed(Reason reason, const std::string& machine = {});
  void leave_untimed_without_gpu();
  void leave_untimed_as_wrong();
  LabResult finished();
  LabResult result_with(const std::vector<Account>& accounts);

  Candidate candidate(Session& session) const {
    return {session,
            second_.get(),
            spec_,
            source_,
            text_,
            warnings_,
            session.backend() != first_,
            is_in_pairs_,
            shape_key_,
            options_};
  }

  const Lab& lab_;
  Spec spec_;
  fs::path source_;
  const JudgeOptions& options_;
  std::string text_;
  std::string skeleton_;  // as it was handed out
  std::uint64_t shape_key_;
  Backend first_;                     // the first backend
  std::vector<Diagnostic> warnings_;  // from the compiler
  LabChecks checks_;
  std::unique_ptr<Session> session_;      // of the first backend
  std::unique_ptr<Session> second_;       // likewise, until something is timed
  std::unique_ptr<Session> gpu_session_;  // after the simulator
  bool is_in_pairs_ = false;
  ValueJudgements values_;              // on the backend that judged last
  std::optional<ChangeRuns> of_host_;   // of matmul_host, to try changes in
  std::optional<HostEntryFault> leak_;  // of matmul, on the first backend that shows one
  LabResult result_;
};

}  // namespace gemmlab
