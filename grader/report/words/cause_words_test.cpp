#include "grader/report/words/cause_words.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "grader/core/facts/cause_parts.h"
#include "grader/core/pattern.h"
#include "grader/report/words/sentences.h"

namespace gemmlab {
namespace {

template <typename... Each>
std::vector<Cause> all_of(const OneOf<Each...>&) {
  std::vector<Cause> all(sizeof...(Each));
  auto next = all.begin();
  ((next++)->template emplace<Each>(), ...);  // for the compiler, far less than conversions
  return all;
}

// Enough causes to use every row of the table.
std::vector<Cause> many_causes() {
  const Region edge{Region::Kind::either, {Stripes::Kind::from, 32, 40}, {}};
  std::vector<Cause> all = all_of(Cause());
  for (const Matrix matrix : {Matrix::a, Matrix::b, Matrix::both, Matrix::c}) {
    const bool is_operand = matrix != Matrix::c, is_one = is_operand && matrix != Matrix::both;
    for (const bool is_along_k : {false, is_operand}) {
      all.push_back(ShiftedByOne{.matrix = matrix, .by = 1, .is_along_k = is_along_k});
      all.push_back(ThreadsSwapped{matrix, 16, is_along_k});
      all.push_back(ThreadIndexMissing{matrix, 16, is_along_k});
    }
    all.push_back(BlocksSwapped{matrix, 16});
    if (is_operand) {
      all.insert(all.end(), {OperandTransposed{matrix}, OperandTileTransposed{matrix, 16},
                             RowAndColumnSwapped{matrix}, TileOriginMissing{matrix, 16},
                             K0Missing{matrix, 16}, StaleTiles{matrix}});
    }
    if (is_one) {
      all.insert(all.end(), {ThreadsSwapped{.matrix = matrix, .outputs = 4}, WrongStep{matrix},
                             WrongRowLength{matrix, Extent::m, 5, 4}});
    }
  }
  all.insert(all.end(), {PartNotWritten{edge, true},
                         GridSwapped{edge, true},
                         OutputsNotStored{edge, 4, 16},
                         LastTileWrong{edge, true, false},
                         PartWrong{edge, Extent::k, 32},
                         RightOnlyForSquares{{Extent::m}, true},
                         RightOnlyInOneBlock{edge},
                         Transposed{true},
                         SameTileEverywhere{edge},
                         ThreadIndexMissing{.axis = Axis::row, .unwritten = edge},
                         ThreadIndexMissing{.unwritten = edge},
                         OutputsMixedUp{OutputsTurned{8}},
                         OutputsMixedUp{OutputsCounted{Axis::row, 8, 4, 32}},
                         OutputsMixedUp{OutputsCounted{Axis::row, 8, 4}},
                         OutputsMixedUp{LinesMoved{}},
                         SumMultiplied{2},
                         SumMultiplied{3},
                         SumNeverReset{4},
                         KTailMissing{32, 40},
                         LastPhaseMissing{32, 40},
                         FirstPhaseOnly{32, 40},
                         SumStopsEarly{32, 40},
                         LastProductMissing{1},
                         FirstProductMissing{1},
                         OutputsTotalled{4},
                         PartOfEachPhase{16, 3, true}});
  for (int i = 0; i < int(EnumNames<Fold>::all.size()); ++i) {
    all.push_back(OtherOperation{Operation::plus, Fold(i)});
  }
  all.insert(
      all.end(),
      {SumBeginsAt{-1}, SumScaled{0.25, 4}, NegativesLost{true}, OwnElementsOnly{Matrix::a, 16},
       OwnElementsOnly{Matrix::both, 16}, BlocksApart{Axis::column, false, 8, 16},
       BlocksApart{Axis::column, false, 32, 16},
       BlocksApart{.axis = Axis::row, .in_y = true, .apart = 32, .wide = 24, .outputs = 3},
       BlocksApart{Axis::row, true, 32, 24, 0, 0, 3, true, true}, GridTooSmall{edge, {}, true},
       PitchForgotten{Matrix::b, 50, 128}, WrappedPastK{16}, TooFewBlocks{3, 4, 256, 16, 16}});
  return all;
}

// The longest piece of a text without gaps, and without the mark before the advice.
std::string longest_piece(const std::string& text) {
  std::string longest, piece;
  for (const char c : text + '{') {
    if (c == '{' || c == '|') {
      longest = piece.size() > longest.size() ? piece : longest;
    }
    piece = c == '{' || c == '}' || c == '|' ? "" : piece + c;
  }
  return longest;
}

TEST(CauseWords, AreAWholeSentenceForEveryCause) {
  for (const Cause& cause : many_causes()) {
    if (cause_is<KnownMistake>(cause)) {
      continue;  // its Spec has the sentence
    }
    const std::string text = sentence(cause);
    EXPECT_TRUE(text.ends_with('.')) << name_of(cause) << ": " << text;
    EXPECT_EQ(text.find_first_of("{}"), std::string::npos) << text;
  }
}

TEST(CauseWords, UseEveryRowOfTheTable) {
  const auto causes = many_causes();
  for (const auto& [name_and_row, text] : sentences()) {
    if (!is_cause_name(name_and_row.first)) {
      continue;  // of an access or a count
    }
    const std::string piece = longest_piece(text);
    EXPECT_TRUE(std::any_of(
        causes.begin(), causes.end(),
        [&](const Cause& cause) { return sentence(cause).find(piece) != std::string::npos; }))
        << name_and_row.first << ' ' << name_and_row.second;
  }
}

TEST(CauseWords, LeaveOutWhereToLookIfTheLineIsKnown) {
  const Cause cause = LastPhaseMissing{32, 40};
  EXPECT_TRUE(sentence(cause).ends_with("is missing. Look at that loop's condition."));
  EXPECT_TRUE(sentence(cause, {}, false).ends_with("is missing."));
}

TEST(CauseWords, AreAWholeSentenceForWhatTheTextTells) {
  for (int i = 0; i < int(EnumNames<TellKind>::all.size()); ++i) {
    const std::string text = sentence(Tell{TellKind(i), 7, "x", "y"});
    EXPECT_TRUE(text.ends_with('.')) << text;
    EXPECT_EQ(text.find_first_of("{}"), std::string::npos) << text;
  }
}

TEST(CauseWords, SpeakOfTilesBlocksAndThreadsOnlyOfKernels) {
  static const Pattern of_kernels("(tile|block|thread)s?\\b");
  for (const Cause& cause : many_causes()) {
    EXPECT_TRUE(is_of_kernel(cause) || !of_kernels.first_in(sentence(cause))) << sentence(cause);
  }
}

TEST(CauseWords, NameTheShapeThatShowsIt) {
  EXPECT_EQ(sentence(Negated{}, Shape{32, 16, 8, ""}),
            "At 32x16x8: Every element has the wrong sign: the products are subtracted, or the sum "
            "is negated.");
}

TEST(CauseWords, TellAZeroFromASumThatStops) {
  EXPECT_EQ(
      sentence(KTailMissing{32, 40}),
      "Each sum stops at p = 32 of 40: the rest of k, less than one step of the loop over k, is "
      "left out. Round the number of steps up, and fill with 0 past the end; or add the rest after "
      "the loop.");
  EXPECT_EQ(
      sentence(KTailMissing{0, 7}),
      "Zero is stored: k = 7 is less than one step of the loop over k, and such a rest is left "
      "out. Round the number of steps up, and fill with 0 past the end; or add the rest after the "
      "loop.");
  EXPECT_EQ(sentence(LastPhaseMissing{0, 8}),
            "Zero is stored: k = 8 is one tile of k, and the last phase of the loop over the tiles "
            "is missing, or adds nothing. Look at the conditions of the loops.");
}

TEST(CauseWords, TellTheOperandsApart) {
  EXPECT_EQ(sentence(K0Missing{Matrix::b, 16}),
            "Every phase uses B's first 16 rows again: k0 is missing in B's index, or the phase "
            "stores its tile in one place and reads it from another.");
  EXPECT_EQ(sentence(ShiftedByOne{.matrix = Matrix::a, .by = -1, .is_along_k = true}),
            "A is read one column before the right one: its index is off by one.");
  EXPECT_EQ(sentence(ShiftedByOne{.by = 1, .axis = Axis::column}),
            "C[row][col] holds the value of C[row][col + 1]: columns are off by one.");
  EXPECT_EQ(sentence(WrongRowLength{Matrix::a, Extent::n, 50, 17}),
            "A is read as if its rows had n = 50 elements, but they have k = 17: element (row, "
            "p) is a[row * k + p].");
}

TEST(CauseWords, SayHowFarAStepLeads) {
  const auto step = [](Matrix matrix, int count, std::optional<Extent> rows) {
    return sentence(WrongStep{matrix, 32, count, rows});
  };
  EXPECT_EQ(step(Matrix::a, 16, {}),
            "From one tile of k to the next, A's index moves by 16 elements, half a tile: it must "
            "move by 32 columns, that is 32 elements.");
  EXPECT_EQ(step(Matrix::b, 64, Extent::n),
            "From one tile of k to the next, B's index moves by 64 * n elements, two tiles: it "
            "must move by 32 rows, that is 32 * n elements.");
  EXPECT_NE(step(Matrix::a, 1024, {}).find("by 32 * 32 elements:"), std::string::npos);
  EXPECT_NE(step(Matrix::a, 1, Extent::k).find("by k elements:"), std::string::npos);
  EXPECT_NE(step(Matrix::a, 1, {}).find("by 1 element:"), std::string::npos);
}

TEST(CauseWords, GiveExamplesOfOutputsThatAreMixedUp) {
  EXPECT_EQ(sentence(OutputsMixedUp{LinesMoved{Axis::row, {{0, 5}, {1, 8}}}}),
            "Row 0 of C holds the values of row 5, row 1 of C holds the values of row 8, and so "
            "on: a thread adds up other rows than it stores. Compare the two "
            "row indices.");
  EXPECT_TRUE(sentence(OutputsMixedUp{OutputsCounted{Axis::column, 8, 4, 0}})
                  .starts_with("Column thread * 8 + i of C holds the values of column thread * 4 "
                               "+ i, and the columns between are not written: "));
}

TEST(CauseWords, SayWhereTheGridEnds) {
  const Region region{Region::Kind::either, {Stripes::Kind::from, 32, 33}, {}};
  EXPECT_EQ(sentence(GridRoundedDown{region, {{Axis::row, 1, 32, 33}}}),
            "Row 32 was never written: the grid is rounded down (1 block in y, for 32 of m = 33). "
            "Round up, as in (n + kTile - 1) / kTile.");
}

}  // namespace
}  // namespace gemmlab
