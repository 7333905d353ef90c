// Timed programs on the stand-in: which get a time, and which are detected as cheating.
#include <gtest/gtest.h>

#include "grader/core/infrastructure_error.h"
#include "grader/report/words/check_words.h"
#include "grader/speed/runner.h"
#include "grader/stand_in/installation.h"

namespace gemmlab {
namespace {

constexpr int kSize = 256;
constexpr double kCallSeconds = 2e-3;  // of a correct program, on the stand-in's clock

class EntrantTest : public testing::Test {
 protected:
  EntrantTest() {
    installed_.set_machine("gflops " + std::to_string(2e-9 * kSize * kSize * kSize / kCallSeconds) +
                           "\n");
  }
  void TearDown() override { installed_.restore(); }

  // Takes samples until the program is refused, because its stores are only checked at random. The
  // verdict is PASSED if it never was.
  Untimed refusal(const std::string& behaviour, double fastest = 0, int calls = 4) const {
    try {
      Session session(Backend::cuda, installed_.module(behaviour), shared_elements(square(kSize)));
      Entrant entrant(session, pools_, -1, fastest);
      entrant.stage(10);
      for (int i = 0; i < 20; ++i) {
        entrant.sample(calls);
      }
    } catch (const Untimed& refused) {
      return refused;
    }
    return {Verdict::passed, {}};
  }

  double sampled(const std::string& behaviour, int calls) const {
    Session session(Backend::cuda, installed_.module(behaviour), shared_elements(square(kSize)));
    Entrant entrant(session, pools_, -1, 0);
    entrant.stage(10);
    return entrant.sample(calls);
  }

  const stand_in::Installation& installed_ = stand_in::Installation::only();
  const Pools pools_ = make_pools(square(kSize), 3);
};

TEST_F(EntrantTest, TakesARightProgram) {
  EXPECT_EQ(refusal("right").verdict, Verdict::passed) << sentence(refusal("right"));
}

TEST_F(EntrantTest, MeasuresWhatTheCallsTake) {
  for (const double seconds : {sampled("right", 10), sampled("slow", 1)}) {
    EXPECT_GT(seconds, 0.99 * 10 * kCallSeconds);
    EXPECT_LT(seconds, 3 * 10 * kCallSeconds);  // on a busy machine
  }
}

TEST_F(EntrantTest, DoesNotBelieveAForgedClock) {
  EXPECT_GT(sampled("forges_the_clock", 5), 0.9 * 5 * kCallSeconds);
}

TEST_F(EntrantTest, FindsOutWhoDoesNotComputeEachCall) {
  for (const char* behaviour :
       {"wrong_later", "zeros", "nothing", "skips_calls", "replays", "knows_one_output"}) {
    const Untimed refused = refusal(behaviour);
    EXPECT_EQ(refused.verdict, Verdict::wrong) << behaviour;
    EXPECT_TRUE(holds_alternative<WrongWhileTimed>(refused.cause));
  }
}

TEST_F(EntrantTest, RefusesWhatNoArithmeticIsAsFastAs) {
  constexpr double kFlops = 2.0 * kSize * kSize * kSize / kCallSeconds;
  EXPECT_EQ(refusal("right", 1.2 * kFlops).verdict, Verdict::passed);
  EXPECT_EQ(refusal("right", 0.8 * kFlops).verdict, Verdict::misses_the_point);
  EXPECT_EQ(refusal("ten_times_as_fast", 1.2 * kFlops).verdict, Verdict::misses_the_point);
}

TEST_F(EntrantTest, NamesWhatEndsATimedProgram) {
  EXPECT_EQ(refusal("exits").verdict, Verdict::exited);
  EXPECT_EQ(refusal("crashes").verdict, Verdict::crashed);
  EXPECT_EQ(refusal("illegal_address").verdict, Verdict::out_of_bounds);
}

TEST_F(EntrantTest, BlamesTheMachineForMemoryThatIsNotThere) {
  installed_.set_machine("free_mib 8\n");
  EXPECT_THROW(refusal("right"), InfrastructureError);
}

}  // namespace
}  // namespace gemmlab
