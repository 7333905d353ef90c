// One lab file, loaded and ready to run.
#pragma once

#include <cstdint>
#include <future>
#include <string>
#include <vector>

#include "grader/core/facts/refusal.h"
#include "grader/core/fs.h"
#include "grader/core/spec.h"
#include "grader/judge/judge_options.h"
#include "grader/session/session.h"

namespace gemmlab {

struct Candidate {
  Session& session;
  Session* second;  // another process of it, to simulate other shapes meanwhile; null: none
  const Spec& spec;
  const fs::path& source;
  const std::string& text;                  // of the source
  const std::vector<Diagnostic>& warnings;  // from its compiler
  bool judged_before;                       // on the simulator, with no failure
  bool in_pairs;                            // two processes of it may run at once
  std::uint64_t shape_key;                  // for the sizes that are drawn for this file
  const JudgeOptions& options;
};

// Of two processes of a program; one after the other if this machine starts no more threads.
inline constexpr auto kAtOnce = std::launch::async | std::launch::deferred;

}  // namespace gemmlab
