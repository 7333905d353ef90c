#include "grader/protocol/channel.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>

#include "grader/protocol/protocol_error.h"

namespace gemmlab {
namespace {

class ChannelTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends_), 0); }
  void TearDown() override {
    close(ends_[0]);
    hang_up();
  }
  void hang_up() {
    close(ends_[1]);
    ends_[1] = -1;
  }
  int ends_[2];
};

TEST_F(ChannelTest, KeepsTextsApart) {
  Channel here(ends_[0]), there(ends_[1]);
  ASSERT_TRUE(there.send("one"));
  ASSERT_TRUE(there.send(""));
  ASSERT_TRUE(there.send(std::string("th\0ree", 6)));
  EXPECT_EQ(here.receive(), "one");
  EXPECT_EQ(here.receive(), "");
  EXPECT_EQ(here.receive(), std::string("th\0ree", 6));
}

TEST_F(ChannelTest, WaitsForTheRestOfAText) {
  Channel here(ends_[0]);
  const std::uint32_t length = 4;
  ASSERT_EQ(write(ends_[1], &length, 4), 4);
  ASSERT_EQ(write(ends_[1], "ha", 2), 2);
  EXPECT_TRUE(here.read_available());
  EXPECT_FALSE(here.next().has_value());
  ASSERT_EQ(write(ends_[1], "lf", 2), 2);
  EXPECT_TRUE(here.read_available());
  EXPECT_EQ(here.next(), "half");
}

TEST_F(ChannelTest, TellsWhenTheOtherSideIsGone) {
  Channel here(ends_[0]);
  EXPECT_TRUE(here.read_available());
  hang_up();
  EXPECT_FALSE(here.read_available());
  EXPECT_FALSE(here.receive().has_value());
  EXPECT_FALSE(here.send("anyone?"));
}

TEST_F(ChannelTest, RefusesAnAbsurdLength) {
  Channel here(ends_[0]);
  const std::uint32_t length = 0xffffffff;
  ASSERT_EQ(write(ends_[1], &length, 4), 4);
  EXPECT_THROW(here.receive(), ProtocolError);
}

}  // namespace
}  // namespace gemmlab
