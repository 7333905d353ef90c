// Which studies exist, how users name them, and how their tables look.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "grader/cli/commands.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class Studies : public testing::Test {
 protected:
  Studies() : room_(fs::path(testing::TempDir()) / "studies") {
    write("beta/README.md", "# Beta\n\nHow b is reached\nin two steps.\n\nAnd more.\n");
    write("beta/02_last.cu", "");
    write("beta/01_first.cu", "");
    write("beta/notes.cu", "");
    write("alpha/README.md", "");
    write("alpha/10_only.cu", "");
    write("counters/compare.py", "");  // nothing that can run
  }
  ~Studies() override { fs::remove_all(room_); }

  void write(const fs::path& file, const std::string& text) {
    fs::create_directories((room_ / file).parent_path());
    std::ofstream(room_ / file) << text;
  }

  fs::path room_;
};

TEST_F(Studies, are_folders_with_numbered_kernels_in_their_order) {
  const std::vector<Study> studies = find_studies(room_);
  ASSERT_EQ(studies.size(), 2u);
  EXPECT_EQ(studies[0].name, "alpha");
  EXPECT_EQ(studies[1].name, "beta");
  EXPECT_EQ(studies[1].what, "How b is reached in two steps.");
  ASSERT_EQ(studies[1].steps.size(), 2u);
  EXPECT_EQ(studies[1].steps[0].name, "01 first");
  EXPECT_EQ(studies[1].steps[1].name, "02 last");
  EXPECT_TRUE(find_studies(room_ / "nowhere").empty());
}

TEST_F(Studies, are_meant_by_name_and_the_nearest_is_suggested) {
  const std::vector<Study> studies = find_studies(room_);
  EXPECT_EQ(study_meant(studies, "beta").name, "beta");
  try {
    study_meant(studies, "betta");
    FAIL() << "there is no such study";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("Did you mean 'beta'?"));
    EXPECT_THAT(error.what(), HasSubstr("alpha, beta"));
  }
}

TEST(ShortSpec, keeps_the_lab_and_judges_whole_tiles_and_ragged_ones) {
  Spec full;
  full.lab = "06_register_tiling";
  full.evidence = {uses_shared_memory};
  const Spec spec = short_spec(full);
  EXPECT_EQ(spec.lab, full.lab);
  EXPECT_TRUE(spec.evidence.empty());
  const auto whole = [](const Shape& s) {
    return s.m % 128 == 0 && s.n % 128 == 0 && s.k % 32 == 0;
  };
  EXPECT_TRUE(std::any_of(spec.shapes.begin(), spec.shapes.end(), whole));
  EXPECT_FALSE(std::all_of(spec.shapes.begin(), spec.shapes.end(), whole));
}

TEST(CountsTable, says_what_is_right_and_counts_for_each_multiply_add) {
  StudyStep right{"01 first", {}}, wrong{"02 last", {}};
  right.result.verdict = Verdict::passed;
  right.result.metrics.emplace();
  right.result.metrics->shape = {128, 128, 128, ""};
  right.result.metrics->shared_load.requests = 16384;  // x 32 lanes / 128^3
  right.result.metrics->shared_load.units = 32768;
  right.result.metrics->bytes_per_flop = 0.0625;
  right.result.metrics->barriers = 8;
  wrong.result.verdict = Verdict::race;
  EXPECT_EQ(counts_table({right, wrong}),
            "step                   values     bytes/FLOP  loads/FMA   passes/FMA barriers\n"
            "01 first               right          0.0625     0.2500       0.5000        8\n"
            "02 last                RACE      \n");
}

TEST(RatesTable, compares_with_the_step_before_and_with_the_library) {
  const std::vector<StudyStep> rates{
      {"lab 06", {}, {}, 20e12}, {"01 first", {}, {}, 0}, {"02 last", {}, {}, 30e12}};
  EXPECT_EQ(rates_table(2048, rates, 40e12),
            "m=n=k  step                    TFLOP/s   step  of cuBLAS\n"
            " 2048  lab 06                    20.00            50.0 %\n"
            " 2048  02 last                   30.00  1.50x     75.0 %\n");
  EXPECT_THAT(rates_table(2048, rates, 0), Not(HasSubstr("%")));
}

}  // namespace
}  // namespace gemmlab
