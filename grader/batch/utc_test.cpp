#include "grader/batch/submission.h"

#include <gtest/gtest.h>

namespace gemmlab {
namespace {

TEST(Utc, is_read_with_an_offset_and_is_utc_without) {
  EXPECT_EQ(parse_utc("1970-01-01"), 0);
  EXPECT_EQ(parse_utc("1970-01-02T00:00:01Z"), 86401);
  EXPECT_EQ(parse_utc("2026-01-31 23:59"), parse_utc("2026-01-31T23:59:00Z"));
  EXPECT_EQ(parse_utc("2026-02-01T00:59:00+01:00"), parse_utc("2026-01-31T23:59:00Z"));
  EXPECT_EQ(parse_utc("2026-01-31T18:29:00.5-0530"), parse_utc("2026-01-31T23:59:00Z"));
}

TEST(Utc, is_not_read_from_what_is_no_day_or_no_time) {
  for (const char* text :
       {"", "tomorrow", "2026-02-30", "2026-13-01", "2026-01-01T24:00", "2026-01-01T12:60",
        "2026-01-01T12:00+24:00", "26-01-01", "2026-01-01T"}) {
    EXPECT_FALSE(parse_utc(text)) << text;
  }
}

TEST(Utc, is_written_as_it_is_read) {
  for (const char* text :
       {"1969-12-31T23:59:59Z", "2024-02-29T12:34:56Z", "9999-12-31T23:59:59Z"}) {
    EXPECT_EQ(iso8601(parse_utc(text).value()), text);
  }
  EXPECT_EQ(iso8601(0, 90), "1970-01-01T01:30:00+01:30");
  EXPECT_EQ(iso8601(0, -30), "1969-12-31T23:30:00-00:30");
  EXPECT_EQ(iso8601(INT64_MAX), "9999-12-31T23:59:59Z");
  EXPECT_EQ(iso8601(INT64_MIN), "0000-01-01T00:00:00Z");
}

}  // namespace
}  // namespace gemmlab
