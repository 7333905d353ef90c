#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include "grader/report/text.h"

namespace gemmlab {
namespace {

// A pseudo-terminal, like a user's window; closed at the end.
class APseudoTerminal : public testing::Test {
 protected:
  void SetUp() override {
    unsetenv("NO_COLOR");
    unsetenv("COLUMNS");
    setenv("TERM", "xterm", 1);
    master_ = posix_openpt(O_RDWR | O_NOCTTY);
    if (master_ < 0 || grantpt(master_) != 0 || unlockpt(master_) != 0) {
      GTEST_SKIP() << "no pseudo-terminals here";
    }
    window_ = open(ptsname(master_), O_RDWR | O_NOCTTY);
    if (window_ < 0) {
      GTEST_SKIP() << "no pseudo-terminals here";
    }
  }
  void TearDown() override {
    close(window_);
    close(master_);
  }
  int master_ = -1, window_ = -1;
};

TEST_F(APseudoTerminal, IsLiveAndColoured) {
  EXPECT_TRUE(terminal_of(window_).live);
  EXPECT_TRUE(terminal_of(window_).color);
}

TEST_F(APseudoTerminal, HasNoColorWhereNOCOLORIsSet) {
  setenv("NO_COLOR", "1", 1);
  EXPECT_TRUE(terminal_of(window_).live);
  EXPECT_FALSE(terminal_of(window_).color);
}

TEST_F(APseudoTerminal, ThatIsDumbGetsPlainLines) {
  setenv("TERM", "dumb", 1);
  EXPECT_FALSE(terminal_of(window_).live);
  EXPECT_FALSE(terminal_of(window_).color);
}

TEST(ATerminal, ThatIsAFileIsNeitherLiveNorColoured) {
  unsetenv("NO_COLOR");
  unsetenv("COLUMNS");
  const int file = open("/dev/null", O_WRONLY);
  EXPECT_FALSE(terminal_of(file).live);
  EXPECT_FALSE(terminal_of(file).color);
  EXPECT_EQ(terminal_of(file).width, 80);
  close(file);
}

TEST(ATerminal, TakesItsWidthFromCOLUMNSWithinReason) {
  setenv("COLUMNS", "64", 1);
  EXPECT_EQ(terminal_of(1).width, 64);
  setenv("COLUMNS", "3", 1);
  EXPECT_EQ(terminal_of(1).width, 40);
  setenv("COLUMNS", "300", 1);
  EXPECT_EQ(terminal_of(1).width, 100);
  setenv("COLUMNS", "wide", 1);
  EXPECT_EQ(terminal_of(-1).width, 80);
}

TEST(Colours, WrapTheTextOnlyWhereWanted) {
  EXPECT_EQ(ink({.live = true, .color = true}, Ink::good, "ok"), "\x1b[32mok\x1b[0m");
  EXPECT_EQ(ink({.live = true, .color = false}, Ink::good, "ok"), "ok");
}

}  // namespace
}  // namespace gemmlab
