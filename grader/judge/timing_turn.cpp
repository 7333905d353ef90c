#include "grader/judge/timing_turn.h"

#include "grader/judge/entrant.h"
#include "grader/judge/interrupt.h"

namespace gemmlab {
namespace {

constexpr std::chrono::minutes kPatience{5};

}  // namespace

TimingTurn::TimingTurn(const std::function<void(const std::string&)>& progress)
    : lock_(timing_lock_file(), kPatience, [&] {
        throw_if_interrupted();
        if (progress) {
          progress("waiting: another gemmlab is timing");
        }
      }) {
  if (!lock_.is_held()) {
    throw Untimed{Verdict::not_graded,
                  "other gemmlabs were timing on this machine for five minutes"};
  }
}

}  // namespace gemmlab
