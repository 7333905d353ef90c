// The door through which other programs have lab files judged, each in a sandbox: a request in, its
// result file out. docs/result_file.md describes both ends.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "common/facts/json.h"
#include "grader/core/labs.h"
#include "grader/core/result.h"
#include "grader/core/spec.h"
#include "grader/judge/judge.h"
#include "grader/process/job_pool.h"

namespace gemmlab {

// What holds for all files of a run.
struct JudgeSetup {
  int jobs = 1;  // files at the same time
  BackendChoice backend = BackendChoice::automatic;
  std::uint64_t seed = 1;
  bool may_be_weak = false;  // the sandbox
  bool has_kernels = true;   // among the labs to judge; else no GPU is looked for
  std::string secret = {};   // of the course, from which shapes are drawn; empty: this version's
  std::vector<std::string> headers = {}, symbols = {};  // what the course allows: see Enclosure
  std::vector<std::string> invisible = {};  // files that no sandbox may read; tried at the start
};
GEMMLAB_JSON(JudgeSetup, jobs, backend, seed, may_be_weak, has_kernels, secret, headers, symbols,
             invisible)

struct JudgeRequest {
  std::uint64_t id = 0;      // the answer has it too
  std::string lab;           // its id
  std::string file = {};     // the text to judge: any path that we can read
  std::string no_file = {};  // instead: why there is none, a sentence
  bool is_open = false;      // that without a file, it is not decided yet whether there is one
};
GEMMLAB_JSON(JudgeRequest, id, lab, file, no_file, is_open)

// Judges in so many sandboxes at the same time.
class JudgeDoor {
 public:
  using Answer = std::function<void(const Json& result)>;

  // `blank`: a result without labs. Throws InfrastructureError if a sandbox does not isolate.
  JudgeDoor(JudgeSetup setup, Result blank, std::vector<Lab> labs, JudgeLab judge);
  ~JudgeDoor();

  // wait() calls `answer` with a result file of that one lab. A file that cannot be judged is a
  // result, too. Throws JsonError if there is no such lab.
  void ask(const JudgeRequest& request, Answer answer);
  bool is_idle() const { return pool_.size() == 0 && waiting_.empty(); }

  // As JobPool::wait.
  bool wait(int input = -1);

  // Answers the first line that is asked.
  Json welcome() const;

 private:
  struct Slot;
  struct Waiting {
    JudgeRequest request;
    const Lab* lab;
    Answer answer;
  };

  void start_waiting();
  void start(Slot& slot, const Waiting& next);
  Json answer_of(const Lab& lab, JobResult done) const;

  JudgeSetup setup_;
  Result blank_;
  std::vector<Lab> labs_;
  JudgeLab judge_;
  std::vector<std::unique_ptr<Slot>> slots_;  // before the pool, whose jobs work in them
  std::vector<Waiting> waiting_;
  JobPool pool_;
};

// Reads a JudgeSetup from `input`, then requests; writes {"blank", "sandbox",
// "has_namespaces"}, then for each
// request {"id", "result"} as soon as it is known. Returns when there is no more to read and all is
// answered. Ends if the program that started this one does. `blank`: an empty result of that setup.
void serve_judging(int input, int output, const std::vector<Lab>& labs, const JudgeLab& judge,
                   const std::function<Result(const JudgeSetup&)>& blank);

}  // namespace gemmlab
