#include "grader/batch/course_secret.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <fstream>
#include <set>
#include <thread>

#include "grader/batch/sample_submissions.h"
#include "grader/core/infrastructure_error.h"
#include "grader/core/read_file.h"

namespace gemmlab {
namespace {

using testing::HasSubstr;

class CourseSecret : public Class {
 protected:
  mode_t mode() const {
    struct stat status {};
    stat((dir / "secret").c_str(), &status);
    return status.st_mode & 0777;
  }
};

TEST_F(CourseSecret, is_made_once_for_its_owner_alone) {
  const std::string secret = course_secret(dir);
  EXPECT_EQ(secret.size(), 64u);
  EXPECT_EQ(secret.find_first_not_of("0123456789abcdef"), secret.npos);
  EXPECT_EQ(mode(), mode_t{0600});
  EXPECT_EQ(course_secret(dir), secret);
  EXPECT_EQ(read_file(dir / "secret"), secret + "\n");
  EXPECT_EQ(std::distance(fs::directory_iterator(dir), {}), 1);
  fs::create_directory(dir / "other");
  EXPECT_NE(course_secret(dir / "other"), secret);
}

TEST_F(CourseSecret, is_one_for_all_that_begin_at_once) {
  std::vector<std::string> found(8);
  std::vector<std::thread> all;
  for (std::string& each : found) {
    all.emplace_back([&] { each = course_secret(dir); });
  }
  std::ranges::for_each(all, &std::thread::join);
  EXPECT_EQ(std::set<std::string>(found.begin(), found.end()).size(), 1u);
}

TEST_F(CourseSecret, is_read_from_a_copy_and_closed_again) {
  write("secret", std::string(64, 'a'));
  ASSERT_EQ(chmod((dir / "secret").c_str(), 0644), 0);
  EXPECT_EQ(course_secret(dir), std::string(64, 'a'));
  EXPECT_EQ(mode(), mode_t{0600});
}

TEST_F(CourseSecret, is_never_replaced_if_it_is_damaged) {
  const std::string damaged[] = {"",
                                 "\n",
                                 std::string(63, 'a') + '\n',
                                 std::string(65, 'a'),
                                 std::string(64, 'A'),
                                 std::string(64, '\0'),
                                 std::string(64, 'a') + "\nmore"};
  for (const std::string& text : damaged) {
    write("secret", text);
    try {
      course_secret(dir);
      ADD_FAILURE() << text;
    } catch (const InfrastructureError& error) {
      EXPECT_THAT(error.what(), HasSubstr("secret is damaged"));
      EXPECT_THAT(error.what(), HasSubstr("from a backup"));
    }
    EXPECT_EQ(read_file(dir / "secret"), text);
  }
}

TEST_F(CourseSecret, is_not_followed_elsewhere) {
  write("elsewhere", std::string(64, 'a'));
  fs::create_symlink(dir / "elsewhere", dir / "secret");
  EXPECT_THROW(course_secret(dir), InfrastructureError);
  fs::remove(dir / "secret");
  fs::create_directory(dir / "secret");
  EXPECT_THROW(course_secret(dir), InfrastructureError);
  fs::remove(dir / "secret");
  fs::create_symlink(dir / "nowhere", dir / "secret");
  EXPECT_THROW(course_secret(dir), InfrastructureError);
  EXPECT_FALSE(fs::exists(dir / "nowhere"));
  EXPECT_THROW(course_secret(dir / "none"), InfrastructureError);
}

}  // namespace
}  // namespace gemmlab
