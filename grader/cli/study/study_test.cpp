// Which studies exist, what their tables say, and how their counts look.
#include "grader/cli/study/study.h"

#include <gmock/gmock.h>

#include "common/facts/text_table.h"
#include "grader/cli/exit_code.h"
#include "grader/cli/sample_course.h"

namespace gemmlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Studies : public SampleCourse {
 protected:
  Studies() {
    write("docs/studies/beta/README.md",
          "# Beta\n\nHow b is reached\nin two steps.\n\nAnd more.\n");
    write("docs/studies/beta/01_first.cu", "");
    write("docs/studies/beta/02_last.cu", "");
    write("docs/studies/beta/notes.cu", "");
    table("study lab 02\n");
    write("docs/studies/tools/compare.py", "");  // no table: no study
  }

  void table(const std::string& rows) {
    write("docs/studies/beta/study.table", "step word value\nstudy size 64\n" + rows);
  }
  std::vector<Study> found() { return find_studies("docs/studies", context()); }

  std::string complaint() {
    try {
      found();
    } catch (const TableError& error) {
      return error.what();
    }
    return "none";
  }
};

TEST_F(Studies, AreFoldersWithATableAndTheirNumberedKernelsInOrder) {
  ASSERT_EQ(found().size(), 1u);
  const Study study = found().front();
  EXPECT_EQ(study.name, "beta");
  EXPECT_EQ(study.what, "How b is reached in two steps.");
  ASSERT_EQ(study.sizes.size(), 1u);
  EXPECT_TRUE(study.sizes[0].same_extents(square(64)));
  ASSERT_EQ(study.steps.size(), 2u);
  EXPECT_EQ(study.steps[0].name, "01 first");
  EXPECT_EQ(study.steps[1].name, "02 last");
  EXPECT_FALSE(study.copies());
}

TEST_F(Studies, SayWhatIsRunShownAndAsked) {
  table(
      "study lab none\nstudy solution 01\nstudy solution 02\nstudy column requests\n"
      "study count 96\n01_first needs 90\n"
      "01_first verdict LAUNCH FAILED\n01_first multiples 32\n02_last element double\n"
      "lab_02 predict requests: How many: more?\nlab_02 why One each. So two.\n");
  const Study study = found().front();
  EXPECT_TRUE(study.copies());
  EXPECT_THAT(study.columns, ElementsAre("requests"));
  ASSERT_EQ(study.steps.size(), 4u);
  EXPECT_EQ(study.steps[0].name, "lab 01");
  EXPECT_EQ(study.steps[1].source, root_ / "solutions/02_naive_kernel/kernel.cu");
  EXPECT_EQ(study.steps[1].column, "requests");
  EXPECT_EQ(study.steps[1].question, "How many: more?");
  EXPECT_EQ(study.steps[1].why, "One each. So two.");
  EXPECT_EQ(study.steps[2].expected, Verdict::launch_failed);
  EXPECT_EQ(study.steps[2].multiple_of, 32);
  EXPECT_EQ(study.steps[3].element, Element::double_);
  EXPECT_EQ(study.steps[2].needs, 90);
  EXPECT_EQ(study.steps[3].needs, 0);
  ASSERT_EQ(study.counted.size(), 1u);
  EXPECT_TRUE(study.counted[0].same_extents(square(96)));
}

TEST_F(Studies, WithAMistakeInTheTableNameItsPlace) {
  const std::pair<const char*, const char*> mistakes[] = {
      {"study lab 07\n", "study.table:3:11: value: there is no such lab"},
      {"study column colour\n", "there is no such column"},
      {"study size many\n", "'many' is not a number"},
      {"study colour red\n", "study.table:3:7: word: a study has"},
      {"03_more multiples 2\n", "study.table:3:1: step: there is no such file"},
      {"01_first verdict GOOD\n", "there is no such verdict"},
      {"01_first element half\n", "there is no such element"},
      {"01_first predict colour: Which?\n", "there is no such predict"},
      {"01_first colour red\n", "a step has"},
  };
  for (const auto& [rows, complains] : mistakes) {
    table(rows);
    EXPECT_THAT(complaint(), HasSubstr(complains)) << rows;
  }
}

TEST_F(Studies, AreInTheOrderOfThePageThatListsThem) {
  for (const char* name : {"alpha", "gamma"}) {
    const std::string folder = std::string("docs/studies/") + name;
    write(folder + "/README.md", "# A\n\nAfter this study you know it.\n\nMore.\n");
    write(folder + "/study.table", "step word value\nstudy lab 02\n");
  }
  write("docs/studies/README.md",
        "| after lab | study | the question |\n|---|---|---|\n"
        "| 01 | [gamma](gamma/README.md) | Which of six is fast, and which of them is not? |\n"
        "| 04 | [beta](beta/README.md) | Why? |\n");
  EXPECT_EQ(list_of(found(), {.width = 60}),
            "after lab 01  gamma  Which of six is fast, and which of them\n"
            "                     is not?\n"
            "after lab 04  beta   Why?\n"
            "              alpha  After this study you know it.\n");
}

TEST_F(Studies, AreMeantByNameAndTheNearestIsSuggested) {
  const std::vector<Study> studies = found();
  EXPECT_EQ(study_meant(studies, "beta").name, "beta");
  try {
    study_meant(studies, "betta");
    FAIL() << "there is no such study";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("Did you mean 'beta'?"));
  }
}

TEST(ShortSpec, KeepsTheLabAndJudgesWholeTilesAndRaggedOnes) {
  Spec full;
  full.lab = "06_register_tiling";
  full.evidence = {uses_shared_memory};
  full.points.host_entry = 10;
  const Spec spec = short_spec(full, {.lab = "06"}, {});
  EXPECT_EQ(spec.lab, full.lab);
  EXPECT_TRUE(spec.evidence.empty());
  EXPECT_EQ(spec.points.host_entry, 0);
  const auto whole = [](const Shape& s) {
    return s.m % 128 == 0 && s.n % 128 == 0 && s.k % 32 == 0;
  };
  EXPECT_TRUE(std::ranges::any_of(spec.shapes, whole));
  EXPECT_FALSE(std::ranges::all_of(spec.shapes, whole));
}

TEST(ShortSpec, HasOnlyShapesAndInputsThatAStepCanTake) {
  const Spec tiles = short_spec({}, {.lab = "03"}, {.multiple_of = 32});
  for (const Shape& shape : tiles.shapes) {
    EXPECT_TRUE(shape.m % 32 == 0 && shape.n % 32 == 0 && shape.k % 32 == 0);
  }
  const Spec copies = short_spec({}, {.lab = ""}, {});
  EXPECT_THAT(copies.inputs, ElementsAre(InputKind::identity));
  for (const Shape& shape : copies.shapes) {
    EXPECT_EQ(shape.m, shape.k) << "A is the identity, so C = B";
  }
  EXPECT_THAT(short_spec({}, {.lab = "03"}, {.element = Element::int_}).inputs,
              ElementsAre(InputKind::tagged));
}

TEST(ShortSpec, HasInputsThatAreExactInTheElementsOrTellHowTheyAreRounded) {
  const auto inputs = [](Precision precision, Element element) {
    Spec spec;
    spec.precision = precision;
    return short_spec(spec, {.lab = "10"}, {.element = element}).inputs;
  };
  EXPECT_THAT(inputs(Precision::tf32, Element::bf16), ElementsAre(InputKind::tagged));
  EXPECT_THAT(inputs(Precision::tf32, Element::float_),
              ElementsAre(InputKind::tagged, InputKind::near_tf32));
  EXPECT_THAT(inputs(Precision::fp32, Element::float_),
              ElementsAre(InputKind::tagged, InputKind::exact));
}

TEST(Cells, OfAStepThatIsNotRunSayOnlyThat) {
  StudyStep step{.name = "07 last", .needs = 90, .is_run = false, .results = {LabResult{}}};
  EXPECT_EQ(cell(step, "verdict", 0), "not run");
  EXPECT_EQ(cell(step, "barriers", 0), "");
  EXPECT_EQ(cell(step, "faster", 0), "");
}

TEST(CountedSizes, AreTheStudysUnlessOthersAreTimed) {
  const Study study{.sizes = {square(4096), square(8192)},
                    .counted = {square(256)},
                    .steps = {{"01 a", "01_a.cu"}}};
  const auto first = [&](const std::vector<Shape>& timed) {
    return counted_sizes(study, timed, BackendChoice::sim).front().m;
  };
  EXPECT_EQ(first(study.sizes), 256);
  EXPECT_EQ(first({square(8192)}), 256);
  EXPECT_EQ(first({square(8192), square(65)}), 65);
}

TEST(CountedSize, IsSmallAndLeavesTheSameRemainderInTiles) {
  EXPECT_EQ(counted_size(65), 65);
  EXPECT_EQ(counted_size(512), 512);
  EXPECT_EQ(counted_size(2048), 128);
  EXPECT_EQ(counted_size(2049), 129);
  EXPECT_EQ(counted_size(16384), 128);
}

TEST(CountedSizes, AreSmallAndEachOnce) {
  const std::vector<Shape> timed{square(2048), square(4096), {4097, 1023, 2500, ""}};
  const std::vector<Shape> counted =
      counted_sizes({.steps = {{"01 a", "01_a.cu"}}}, timed, BackendChoice::sim);
  ASSERT_EQ(counted.size(), 2u);
  EXPECT_TRUE(counted[0].same_extents(square(128)));
  EXPECT_TRUE(counted[1].same_extents({129, 255, 196, ""}));
  EXPECT_EQ(counted_sizes({.steps = {{"01 a", "01_a.cu"}}}, timed, BackendChoice::cuda).size(), 1u);
}

}  // namespace
}  // namespace gemmlab
