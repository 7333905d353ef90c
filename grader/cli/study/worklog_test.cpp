// What readers predicted, as a table.
#include "grader/cli/study/worklog.h"

#include <gtest/gtest.h>

#include "grader/cli/sample_course.h"

namespace gemmlab {
namespace {

class Worklog : public SampleCourse {};

const std::string kColumns = "date,study,step,question,prediction,answer,nearness\n";
const Prediction kPrediction{"2026-01-31T09:05:00Z", "tile-width", "02 wide",
                             "How \"many\",\nall?",  "8",          "8.50 sectors",
                             Nearness::near};

TEST_F(Worklog, HasOnlyItsColumnsBeforeAnythingIsPredicted) {
  EXPECT_EQ(worklog(context()), kColumns);
}

TEST_F(Worklog, KeepsEachPredictionOnALineOfItsOwn) {
  Context here = context();
  remember(here, kPrediction);
  remember(here, kPrediction);
  const std::string line =
      "2026-01-31T09:05:00Z,\"tile-width\",\"02 wide\",\"How \"\"many\"\", all?\",\"8\","
      "\"8.50 sectors\",near\n";
  EXPECT_EQ(worklog(here), kColumns + line + line);
}

}  // namespace
}  // namespace gemmlab
