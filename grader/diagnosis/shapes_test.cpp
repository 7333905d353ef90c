#include "grader/diagnosis/shapes.h"

#include <gtest/gtest.h>

namespace gemmlab {
namespace {

ShapeOutcome right(int m, int n, int k) {
  return {{m, n, k, ""}, true};
}

ShapeOutcome wrong(int m, int n, int k, std::vector<Explanation> explanations = {}) {
  return {{m, n, k, ""}, false, std::move(explanations)};
}

Explanation maybe(const Cause& cause, int tile = 0) {
  return {cause, false, tile};
}

Explanation sure(const Cause& cause, int tile = 0) {
  return {cause, true, tile};
}

TEST(DiagnosisOfShapes, NamesWhatMostShapesShare) {
  const auto chosen =
      settled({wrong(33, 50, 17, {sure(KTailMissing{}, 16), sure(LastProductMissing{})}),
               right(1, 1, 1), wrong(32, 32, 32, {sure(LastProductMissing{})})});
  ASSERT_TRUE(chosen[0] && chosen[2]);
  EXPECT_TRUE(cause_is<LastProductMissing>(chosen[0]->cause));
  EXPECT_FALSE(chosen[1]);
}

TEST(DiagnosisOfShapes, WantsTheSameTileEverywhere) {
  const auto chosen =
      settled({wrong(16, 16, 100, {sure(FirstPhaseOnly{}, 16), sure(KTakenForOtherExtent{})}),
               wrong(64, 32, 64, {sure(FirstPhaseOnly{}, 32), sure(KTakenForOtherExtent{})})});
  EXPECT_TRUE(cause_is<KTakenForOtherExtent>(chosen[0]->cause));
}

TEST(DiagnosisOfShapes, BelievesInOneTileForAllPhasesOnlyIfMorePhasesShowIt) {
  const Explanation first_tile = sure(K0Missing{{Matrix::b, 4}}, 4);
  ShapeOutcome more = wrong(64, 32, 64, {});
  more.launches = {{{1, 2, 1}, {32, 4, 1}}};
  const ShapeOutcome one = wrong(32, 32, 32, {first_tile});
  EXPECT_FALSE(settled({one, more})[0]);
  EXPECT_TRUE(is_refuted(first_tile.cause, {one, more}));
  more.explanations = {first_tile};
  EXPECT_TRUE(settled({one, more})[0]);
  EXPECT_FALSE(is_refuted(first_tile.cause, {one, more}));
}

TEST(DiagnosisOfShapes, BelievesAFewElementsOnlyIfOthersAgree) {
  EXPECT_FALSE(settled({wrong(1, 1, 1, {maybe(Negated{})})})[0]);
  EXPECT_TRUE(settled({wrong(1, 1, 1, {maybe(Negated{})}), wrong(4, 4, 4, {sure(Negated{})})})[0]);
}

Explanation repeated(const Cause& cause) {
  Explanation explanation{cause, false};
  explanation.may_be_chance = true;
  return explanation;
}

TEST(DiagnosisOfShapes, SaysWhatMayBeChanceIfItRepeatsItself) {
  EXPECT_FALSE(settled({wrong(5, 4, 3, {repeated(PartWrong{})})})[0]);
  EXPECT_TRUE(settled(
      {wrong(5, 4, 3, {repeated(PartWrong{})}), wrong(33, 50, 17, {repeated(PartWrong{})})})[0]);
}

TEST(DiagnosisOfShapes, TakesTheCauseOfASmallShapeFromThoseThatAgree) {
  const Explanation telling = sure(OutputsNotStored{});
  const auto chosen = settled({wrong(1, 1, 1, {sure(NotWritten{})}), wrong(32, 32, 32, {telling}),
                               wrong(33, 50, 17, {telling})});
  ASSERT_TRUE(chosen[0]);
  EXPECT_TRUE(cause_is<OutputsNotStored>(chosen[0]->cause));
  ASSERT_TRUE(chosen[0]->shown_at);
  EXPECT_EQ(chosen[0]->shown_at->n, 32);
  const auto own = settled({wrong(1, 1, 1, {sure(NotWritten{})}), wrong(32, 32, 32, {telling})});
  EXPECT_TRUE(cause_is<NotWritten>(own[0]->cause));
}

// Blocks that cover 32 columns elsewhere cover 64 with two.
TEST(DiagnosisOfShapes, DoesNotBlameAGridThatIsLargeEnough) {
  ShapeOutcome is_right = right(32, 32, 32), is_wrong = wrong(4, 40, 4, {sure(GridRoundedDown{})});
  is_right.launches = {{{1, 2, 1}, {16, 16, 1}, 0}};
  is_wrong.launches = {{{2, 1, 1}, {16, 16, 1}, 0}};
  EXPECT_FALSE(settled({is_right, is_wrong})[1]);
  is_wrong.launches = {{{1, 1, 1}, {16, 16, 1}, 0}};
  EXPECT_TRUE(settled({is_right, is_wrong})[1]);
}

// Sums that end early leave nothing unwritten.
TEST(DiagnosisOfShapes, ExplainsWhatWasNeverWrittenByNoSum) {
  const Explanation tail = sure(KTailMissing{16, 17}), grid = sure(GridRoundedDown{});
  ShapeOutcome partial = wrong(131, 128, 256, {grid});
  const auto shapes = [&] {
    return settled({wrong(33, 50, 17, {tail}), wrong(20, 23, 100, {tail}),
                    wrong(64, 64, 40, {tail}), partial});
  };
  EXPECT_TRUE(cause_is<KTailMissing>(shapes()[3]->cause));
  partial.has_unwritten = true;
  EXPECT_TRUE(cause_is<GridRoundedDown>(shapes()[3]->cause));
}

TEST(DiagnosisOfShapes, PrefersWhatWasMeasured) {
  Explanation maybe = sure(BlocksApart{Axis::column, false, 32, 16});
  maybe.is_certain = false;
  const Explanation part = sure(PartNotWritten{});
  const auto chosen =
      settled({wrong(32, 32, 32, {part, maybe}), wrong(40, 40, 40, {part}),
               wrong(64, 64, 64, {sure(BlocksApart{Axis::column, false, 32, 16})})});
  EXPECT_TRUE(cause_is<BlocksApart>(chosen[0]->cause));
  EXPECT_TRUE(chosen[0]->shown_at);
}

std::string common(const std::vector<ShapeOutcome>& outcomes) {
  const auto found = right_only(outcomes);
  return found ? std::string(name_of(*found)) : "";
}

TEST(DiagnosisOfShapes, DoesNotBlameTheOrderOfBlocksWhereOneBlockIsWrongToo) {
  ShapeOutcome several = wrong(64, 32, 64, {sure(GridSwapped{})});
  EXPECT_TRUE(settled({several})[0]);
  ShapeOutcome one = wrong(5, 4, 3);
  one.launches.push_back({{1, 1, 1}, {16, 16, 1}, 0});
  EXPECT_FALSE(settled({several, one})[0]);
  one.is_right = true;
  EXPECT_TRUE(settled({several, one})[0]);
}

TEST(DiagnosisOfShapes, FindsWhatRightShapesHaveInCommon) {
  EXPECT_EQ(common({right(4, 4, 4), right(40, 40, 40), wrong(5, 4, 3), wrong(64, 32, 64)}),
            "right_only_for_squares");
  EXPECT_EQ(common({right(32, 32, 32), right(64, 128, 96), wrong(5, 4, 3), wrong(100, 64, 64)}),
            "right_only_for_multiples");
  EXPECT_EQ(common({right(32, 64, 32), right(128, 64, 16), wrong(5, 4, 33), wrong(64, 64, 64)}),
            "right_only_in_one_phase");
  EXPECT_EQ(common({right(16, 16, 100), right(1, 7, 40), wrong(33, 5, 7), wrong(64, 64, 64)}),
            "right_only_in_one_block");
}

// Which two extents must be equal, only shapes tell in which just those are.
TEST(DiagnosisOfShapes, NamesOnlyExtentsThatShapesTellApart) {
  const auto equal = [](const std::vector<ShapeOutcome>& outcomes) {
    const auto found = right_only(outcomes);
    return found ? get<RightOnlyForSquares>(*found).equal.size() : 0;
  };
  EXPECT_EQ(equal({right(5, 5, 5), right(40, 40, 40), wrong(5, 4, 3), wrong(64, 32, 64)}), 3);
  EXPECT_EQ(equal({right(5, 5, 5), right(5, 5, 7), wrong(4, 5, 5), wrong(64, 32, 64)}), 2);
}

TEST(DiagnosisOfShapes, SaysNothingOfAFewShapesOrWithoutARule) {
  EXPECT_EQ(common({right(32, 32, 32), wrong(64, 64, 64)}), "");
  EXPECT_EQ(common({right(32, 32, 32), right(5, 4, 3), wrong(33, 33, 33), wrong(8, 8, 8)}), "");
}

}  // namespace
}  // namespace gemmlab
