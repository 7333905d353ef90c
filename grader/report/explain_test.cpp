#include "grader/report/explain.h"

#include <gtest/gtest.h>

#include "grader/report/sample_result.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

constexpr const char* kSource =
    "// Lab 03\n"
    "__global__ void kernel(const float* a, float* c) {\n"
    "  __shared__ float a_tile[32][32];\n"
    "\n"
    "  a_tile[threadIdx.x][0] = a[threadIdx.x]; // a comment that goes on and on and on and on\n"
    "\n"
    "  const int row = 0;\n"
    "  c[row] = a_tile[0][0];\n"
    "}\n";

std::string read(const std::string&) {
  return kSource;
}

const Terminal kWide{};
const Terminal kFifty{.live = false, .color = false, .width = 50};

AccessPlace place(Space space, bool is_store, const char* variable, std::int64_t step,
                  std::uint64_t units, std::uint64_t ideal) {
  AccessPlace place;
  place.space = space;
  place.is_store = is_store;
  place.counts = {10, 10 * units, 10 * ideal, 1280};
  place.example.variable = variable;
  place.example.extents = {32, 32};
  for (unsigned lane = 0; lane < 32; ++lane) {
    place.example.lanes.push_back(lane);
    place.example.offsets.push_back(step * lane);
  }
  place.example.units = units;
  place.example.ideal_units = ideal;
  return place;
}

LabResult explained_lab() {
  LabResult lab = failed_lab();
  lab.verdict = Verdict::passed;
  Metrics& metrics = lab.metrics.emplace();
  metrics.shape = {128, 128, 128, ""};
  metrics.launches = {{{1, 1, 1}, {32, 32, 1}, 4096}};
  metrics.global_load = {10, 40, 40, 1280};
  metrics.global_store = {10, 40, 40, 1280};
  metrics.shared_store = {10, 320, 10, 1280};
  metrics.bytes_per_flop = 0.5;
  metrics.lines = {
      {"k.cu",
       5,
       {},
       {},
       {},
       {},
       {place(Space::shared, true, "a_tile", 128, 32, 1),
        place(Space::global, false, "a", 4, 4, 4)},
       "  a_tile"},
      {"k.cu", 8, {}, {}, {}, {}, {place(Space::global, true, "c", 4, 4, 4)}, "  c[row]"},
      {"gemmlab/x.h", 3, {}, {1, 2, 2, 8}, {}, {}, {}, ""},
  };
  return lab;
}

TEST(Explanation, ShowsWhatEachLineCostsAndWhy) {
  EXPECT_EQ(explanation(explained_lab(), kWide, read), R"(
  What each line of labs/03_tiled_kernel/kernel.cu costs, counted at
  128x128x128.
  A request is one warp that executes one access; a sector is 32 bytes of global
  memory; a wavefront is what shared memory serves in one clock; ideal is the
  smallest possible number.

     2 | __global__ void kernel(const float* a, float* c) {
   ...
     5 |   a_tile[threadIdx.x][0] = a[threadIdx.x]; // a comment that goes on
       | and on and on and on
           stores a_tile: 10 requests, 320 wavefronts (ideal 10), 100 % of all
           wavefronts
             32 lanes write 32 rows of one column: 32 words of one bank, 32
             wavefronts instead of 1. Pad each row by one float
             (a_tile[32][33]).
           loads a: 10 requests, 40 sectors (ideal 40), 50 % of all sectors
             32 lanes read 32 neighbours in one row: 4 sectors, the minimum.
   ...
     7 |   const int row = 0;
     8 |   c[row] = a_tile[0][0];
           stores c: 10 requests, 40 sectors (ideal 40), 50 % of all sectors
             32 lanes write 32 neighbours in one row: 4 sectors, the minimum.
     9 | }

  In total: 80 sectors (ideal 80), 320 wavefronts (ideal 10).
  Reuse: 8.0. Each float moved from or to global memory is used for this many
  operations.
  Sectors over ideal: 1.00. No sector of global memory is wasted.
  Conflict degree: 32.00. Shared memory needs this many times the wavefronts
  that it would need without bank conflicts.
  Not shown: 1 line in other files, with 2 sectors and 0 wavefronts.
)");
}

TEST(Explanation, FitsANarrowTerminal) {
  const std::string text = explanation(explained_lab(), kFifty, read);
  EXPECT_NE(text.find(R"(
     5 |   a_tile[threadIdx.x][0] =
       | a[threadIdx.x]; // a comment that goes on
       | and on and on and on
           stores a_tile: 10 requests, 320
           wavefronts (ideal 10), 100 % of all
           wavefronts
             32 lanes write 32 rows of one column:
             32 words of one bank, 32 wavefronts
             instead of 1. Pad each row by one
             float (a_tile[32][33]).
)"),
            std::string::npos)
      << text;
  for (const std::string& line : split_lines(text)) {
    EXPECT_LE(display_width(line), 50) << line;
  }
}

TEST(Explanation, SaysThatAWrongKernelIsNotRightYet) {
  LabResult lab = explained_lab();
  lab.verdict = Verdict::race;
  EXPECT_NE(explanation(lab, kWide, read).find("This kernel is not right yet (RACE)"),
            std::string::npos);
  lab.verdict = Verdict::uncoalesced;
  EXPECT_EQ(explanation(lab, kWide, read).find("not right yet"), std::string::npos);
}

TEST(Explanation, SaysWhyThereIsNone) {
  LabResult lab = failed_lab();
  lab.verdict = Verdict::does_not_compile;
  EXPECT_EQ(explanation(lab, kWide, read),
            "\n  No memory accesses to explain: the file does not compile.\n");
  lab.metrics.emplace();
  EXPECT_EQ(explanation(lab, kWide, read),
            "\n  No memory accesses to explain: no kernel accessed memory.\n");
}

TEST(Explanation, TakesTheStudentsEscapesOut) {
  LabResult lab = explained_lab();
  lab.metrics->lines[0].places[0].example.variable = "a\x1b[31mb";
  const std::string text = explanation(lab, kWide, [](const std::string&) {
    return "\x1b]0;owned\x07one\ntwo\rx\n\n\n\x1b[2Jfive\n";
  });
  EXPECT_EQ(text.find_first_of("\x1b\x07\r"), std::string::npos);
  EXPECT_NE(text.find("stores ab: 10 requests"), std::string::npos);
}

TEST(Explanation, ColoursOnlyOnAColourTerminal) {
  const Terminal colored{.live = true, .color = true, .width = 80};
  EXPECT_NE(explanation(explained_lab(), colored, read).find('\x1b'), std::string::npos);
  EXPECT_EQ(explanation(explained_lab(), kWide, read).find('\x1b'), std::string::npos);
}

TEST(Explanation, SurvivesASourceThatCannotBeRead) {
  const std::string text =
      explanation(explained_lab(), kWide, [](const std::string&) { return std::string(); });
  EXPECT_NE(text.find("In total: 80 sectors"), std::string::npos);
}

}  // namespace
}  // namespace gemmlab
