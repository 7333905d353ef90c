#include "grader/core/facts/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/facts/sample_values.h"
#include "grader/core/facts/sample_cause_name.h"
#include "grader/core/facts/sample_check.h"

namespace gemmlab {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Check planned(int points) {
  Check check;
  check.name = "values 33x50x17";
  check.max_points = points;
  return check;
}

TEST(Check, HasPointsOnlyWhereItPassed) {
  EXPECT_EQ(passed(planned(20)).points(), 20);
  EXPECT_EQ(planned(20).points(), 0);
  EXPECT_EQ(failed(planned(20), Verdict::race, WrongValues{}).points(), 0);
  EXPECT_EQ(refused(planned(20), NoFile{}).points(), 0);
  EXPECT_EQ(not_run(planned(20), Verdict::race, Reason::values_wrong).points(), 0);
  EXPECT_EQ(not_graded(planned(20), Reason::no_gpu).points(), 0);
}

TEST(Check, KeepsItsPlanWhateverComesOfIt) {
  for (const Check& check :
       {passed(planned(20)), failed(planned(20), Verdict::race, WrongValues{}),
        refused(planned(20), NoFile{}), not_run(planned(20), Verdict::race, Reason::values_wrong),
        not_graded(planned(20), Reason::no_gpu)}) {
    EXPECT_EQ(check.name, "values 33x50x17");
    EXPECT_EQ(check.max_points, 20);
  }
}

TEST(Check, SpeaksAgainstAProgramThatFailedOrWasRefused) {
  EXPECT_EQ(passed(planned(20)).status(), Status::passed);
  const Check wrong = failed(planned(20), Verdict::race, NoFile{"two threads"});
  EXPECT_EQ(wrong.status(), Status::failed);
  EXPECT_EQ(get<NoFile>(*wrong.fact).text, "two threads");
  const Check hidden = refused(planned(20), NoFile{"its accesses cannot be seen"});
  EXPECT_EQ(hidden.status(), Status::failed);
  EXPECT_EQ(hidden.verdict, Verdict::not_graded);
}

TEST(Check, ThatWasNotRunKeepsWhatKeptItAndSpeaksAgainstTheProgram) {
  for (const Reason reason :
       {Reason::skeleton, Reason::nothing_to_run, Reason::out_of_time, Reason::ended_itself,
        Reason::ran_on, Reason::matmul_wrong, Reason::values_wrong}) {
    const Check check = not_run(planned(20), Verdict::timed_out, reason);
    EXPECT_EQ(check.outcome, CheckOutcome::not_run) << name(reason);
    EXPECT_EQ(check.verdict, Verdict::timed_out) << name(reason);
    EXPECT_EQ(check.reason, reason) << name(reason);
    EXPECT_EQ(check.status(), Status::failed) << name(reason);
  }
}

TEST(Check, ThatIsNotGradedDoesNotSpeakAgainstTheProgram) {
  for (const Reason reason :
       {Reason::one_shape, Reason::no_speed_asked, Reason::simulator_alone, Reason::no_gpu,
        Reason::simulator_counts, Reason::machine, Reason::speed_unsettled}) {
    const Check check = not_graded(planned(20), reason, "no space is left");
    EXPECT_EQ(check.status(), Status::not_graded) << name(reason);
    EXPECT_EQ(check.verdict, Verdict::not_graded) << name(reason);
    EXPECT_EQ(check.reason, reason) << name(reason);
    EXPECT_EQ(check.machine, "no space is left") << name(reason);
  }
  EXPECT_EQ(planned(20).status(), Status::not_graded);
  // A file that fails on the simulator does not run on the GPU, and fails only once.
  EXPECT_EQ(not_run(planned(0), Verdict::not_graded, Reason::simulator_first).status(),
            Status::not_graded);
}

TEST(Check, SendsAPersonToTheFirstOfItsPlaces) {
  const Check known = failed(planned(20), Verdict::race, WrongValues{},
                             {{"helper.cuh", 7, 3, "read"}, {"", 9, 0, "write"}});
  EXPECT_EQ(known.line(), 7);
  EXPECT_EQ(known.file(), "helper.cuh");
  EXPECT_THAT(known.lines(), ElementsAre(7, 9));
  const Check unknown = failed(planned(20), Verdict::race, WrongValues{});
  EXPECT_EQ(unknown.line(), std::nullopt);
  EXPECT_EQ(unknown.file(), "");
  EXPECT_THAT(unknown.lines(), IsEmpty());
}

TEST(Check, IsNamedByItsCauseElseByItsFact) {
  EXPECT_EQ(cause_name(passed(planned(20))), "");
  Check check = failed(planned(20), Verdict::wrong, WrongValues{});
  EXPECT_EQ(cause_name(check), "wrong_values");
}

TEST(Gravest, IsTheFirstInTheClosedOrderOfWhatSpeaksAgainstTheProgram) {
  const Check race = failed(planned(10), Verdict::race, WrongValues{});
  const Check wrong = failed(planned(10), Verdict::wrong, WrongValues{});
  EXPECT_EQ(gravest({wrong, race, passed(planned(5))}), Verdict::race);
  EXPECT_EQ(gravest({wrong, not_run(planned(5), Verdict::timed_out, Reason::out_of_time)}),
            Verdict::timed_out);
  EXPECT_EQ(gravest({wrong, refused(planned(5), NoFile{})}), Verdict::not_graded);
}

TEST(Gravest, IsABarrierThatNobodyNeedsOnlyIfNothingElseSpeaksAgainstTheProgram) {
  const Check race = failed(planned(10), Verdict::race, WrongValues{});
  const auto apart = [&](bool is_read_after) {
    Finding finding{FindingKind::barrier_divergence, {}, {}, BarriersApart{}};
    get<BarriersApart>(finding.fact).is_read_after = is_read_after;
    return failed(planned(5), Verdict::barrier_divergence, finding);
  };
  EXPECT_EQ(gravest({race, apart(true)}), Verdict::barrier_divergence);
  EXPECT_EQ(gravest({race, apart(false)}), Verdict::race);
  EXPECT_EQ(gravest({apart(false), passed(planned(5))}), Verdict::barrier_divergence);
}

TEST(Gravest, IsTooFewBitsWhereTheirRangeEnds) {
  const Check rounds = failed(planned(10), Verdict::low_precision, WrongValues{});
  Check overflows = failed(planned(10), Verdict::not_finite, WrongValues{});
  EXPECT_EQ(gravest({rounds, overflows}), Verdict::not_finite);
  overflows.cause = SumRounded{11};
  EXPECT_EQ(gravest({rounds, overflows}), Verdict::low_precision);
  EXPECT_EQ(gravest({overflows, passed(planned(5))}), Verdict::not_finite);
}

TEST(Gravest, IsPassedWhereNothingSpeaksAgainstTheProgram) {
  EXPECT_EQ(gravest({}), Verdict::passed);
  EXPECT_EQ(gravest({passed(planned(80)), not_graded(planned(20), Reason::no_gpu)}),
            Verdict::passed);
}

template <Named Enum>
void expect_distinct_names() {
  for (const Enum value : all_values<Enum>()) {
    EXPECT_EQ(named<Enum>(name(value)), value) << name(value);
  }
}

TEST(CheckNames, AreDistinctAndReadBack) {
  expect_distinct_names<CheckKind>();
  expect_distinct_names<CheckOutcome>();
  expect_distinct_names<Reason>();
  expect_distinct_names<Status>();
  EXPECT_EQ(all_values<Reason>().size(), std::size_t(Reason::speed_unsettled) + 1);
}

TEST(Verdicts, HaveDistinctNamesThatReadBack) {
  expect_distinct_names<Verdict>();
  EXPECT_FALSE(named<Verdict>("FINE").has_value());
}

}  // namespace
}  // namespace gemmlab
