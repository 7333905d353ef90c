#include "grader/judge/values/array_trial.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "grader/judge/values/computed_elsewhere.h"

namespace gemmlab {
namespace {

constexpr int kMostTerms = 1024;  // of a sum: a block has no more threads

Expected expected_of(const ArrayRun& run) {
  std::vector<float> sizes = run.in;
  for (float& each : sizes) {
    each = std::fabs(each);
  }
  return {run.task.out(run.shape, run.in), run.task.out(run.shape, sizes),
          error_bound(Precision::fp32, run.kind, kMostTerms)};
}

bool holds(const std::vector<float>& out, const Elements& elements) {
  constexpr double kNear = 1e-5;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double bound = kNear * std::fmax(1, std::fabs(elements[i]));
    const bool is_alike =
        std::isnan(elements[i]) ? is_poison(out[i]) : is_close(out[i], elements[i], bound);
    if (!is_alike) {
      return false;
    }
  }
  return true;
}

std::vector<Explanation> mistakes_in(const ArrayRun& run) {
  for (const Mistake& mistake : run.task.mistakes) {
    if (holds(run.out, mistake.out(run.shape, run.in))) {
      return {{KnownMistake{mistake.why}}};
    }
  }
  return {};
}

// The first line of the student's that stores to global memory.
std::vector<Place> stores_in(const RunCounts& counts) {
  const auto line = std::ranges::find_if(
      counts.lines, [](const LineMetrics& each) { return each.global_store.requests > 0; });
  return line == counts.lines.end() ? std::vector<Place>()
                                    : std::vector{Place{line->file, line->line}};
}

// Which threads store what, if the step is about that; empty: as it must be.
std::string fault_in_stores(const ArrayTask& task, const RunCounts& counts, std::uint64_t bytes) {
  constexpr double kFew = 2;  // times the sectors that the bytes need, as where rows begin between
  const AccessCounts& stores = counts.global_store;
  return stores.bytes > bytes                                       ? task.stored_again
         : double(stores.units) > kFew * double(stores.ideal_units) ? task.scattered
                                                                    : "";
}

// What a right program does besides: its kernels store, and each element once if the step is about
// that.
std::vector<Complaint> complaints_of_work(const ArrayRun& run) {
  const RunCounts& counts = run.reply.counts;
  if (run.backend != Backend::sim || !run.is_seen) {
    return {};
  }
  if (not_stored_by_kernels(counts, run.shape)) {
    return {{Verdict::misses_the_point,
             StepFault{"out is right, but no kernel stored all of it: host code computes it, or "
                       "copies it. Let the kernel store each element."}}};
  }
  const std::string why = fault_in_stores(run.task, counts, 4ull * run.shape.m * run.shape.n);
  return why.empty() ? std::vector<Complaint>()
                     : std::vector<Complaint>{
                           {Verdict::misses_the_point, StepFault{why}, stores_in(counts)}};
}

// Of a step that returns what became of its launch: one block of n threads.
bool is_refused(const ArrayRun& run) {
  return run.task.most_threads > 0 && run.shape.k * run.shape.n > run.task.most_threads;
}

// Why what it returns is wrong; empty if it is right.
std::string fault_in_returned(const ArrayRun& run) {
  const RunReply& reply = run.reply;
  const bool is_of_call = run.backend != Backend::sim ||
                          std::ranges::count(reply.errors, reply.returned, &ApiError::code) > 0;
  if (!is_refused(run)) {
    return reply.returned == 0 ? ""
                               : "step_host returns an error, but no call failed: it must return "
                                 "what the launch says, cudaSuccess here.";
  }
  return reply.returned == 0
             ? "The launch was refused, because a block has at most 1024 threads. No kernel ran, "
               "and step_host returns cudaSuccess: nobody learns of it. A launch returns nothing; "
               "cudaGetLastError(), called after it, returns its error. Keep that, and return it."
         : is_of_call ? ""
                      : "step_host returns an error that no call had: return what "
                        "cudaGetLastError() says after the launch.";
}

std::vector<Complaint> complaints_of_returned(const ArrayRun& run) {
  const std::string why = fault_in_returned(run);
  if (why.empty()) {
    return {};
  }
  const auto launch = std::ranges::find_if(
      run.reply.errors, [](const ApiError& error) { return error.launch.has_value(); });
  const std::vector<Place> places =
      launch == run.reply.errors.end() ? std::vector<Place>() : std::vector{launch->at};
  return {{Verdict::launch_failed, StepFault{why}, places}};
}

}  // namespace

void judge_array(const ArrayRun& run, ArrayTrial trial) {
  const auto add = [&](std::vector<Complaint> more) {
    std::ranges::move(more, std::back_inserter(trial.complaints));
  };
  if (run.task.most_threads > 0) {
    add(complaints_of_returned(run));
    if (is_refused(run)) {
      return;  // nothing ran
    }
  }
  trial.comparison = compare(run.shape, run.out.data(), expected_of(run));
  if (trial.comparison.error_map) {
    trial.comparison.error_map->input = name(run.kind);
  }
  if (trial.comparison.right()) {
    add(complaints_of_work(run));
    return;
  }
  add(complaints_of_causes(run.reply, {.holds_unwritten = trial.comparison.not_finite > 0,
                                       .has_only_gaps = trial.comparison.has_only_gaps()}));
  const Verdict verdict = verdict_of(trial.comparison);
  Complaint complaint{verdict == Verdict::unfinished ? Verdict::partial : verdict,
                      WrongArray{size_in_words(run.task, run.shape), run.task.has_rows,
                                 trial.comparison.wrong, trial.comparison.elements}};
  if (const ApiError* const failed = failed_call_in(run.reply)) {
    trial.failed_call = *failed;
    complaint.places = {failed->at};
  } else if (run.is_explained) {
    trial.explanations = mistakes_in(run);
  }
  trial.complaints.push_back(std::move(complaint));
}

}  // namespace gemmlab
