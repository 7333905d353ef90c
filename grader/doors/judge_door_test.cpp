// Judging through the door with judges that fail, in this machine's real sandbox. Skipped if there
// is none.
#include "grader/doors/judge_door.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "grader/core/facts/check.h"
#include "grader/core/infrastructure_error.h"
#include "grader/core/read_file.h"
#include "grader/core/score.h"
#include "grader/doors/json_lines.h"
#include "grader/doors/show_door.h"
#include "grader/machine/scratch_folder.h"
#include "grader/process/descriptor.h"
#include "grader/report/json.h"
#include "grader/report/json_read.h"
#include "grader/report/sample_result.h"
#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class JudgeDoorTest : public testing::Test {
 protected:
  // Judges files with these texts, as lab 01, two at a time. A file's text says what its judge
  // does.
  void judge(const std::vector<std::string>& texts) {
    const JudgeLab judge = [](const Lab& lab, const auto& source, const JudgeOptions& options) {
      const std::string text = read_file(source);
      if (text == "aborts") {
        std::abort();
      } else if (text == "is killed") {
        raise(SIGBUS);
      } else if (text == "needs much") {
        std::string(std::size_t{2} << 30, 'x');
      }
      LabResult result;
      result.id = lab.id;
      result.source = std::to_string(options.seed) + ' ' + options.course_secret;
      result.source_sha256 = sha256(text);
      Check check;
      check.max_points = 100;
      result.checks = {finished(check, passed())};
      settle(result);
      return result;
    };
    JudgeSetup setup;
    setup.jobs = 2;
    setup.may_be_weak = true;
    setup.secret = "of the course";
    try {
      JudgeDoor door(setup, Result(), {lab}, judge);
      for (std::size_t i = 0; i < texts.size(); ++i) {
        const fs::path file = folder.path() / std::to_string(i);
        write_atomically(file, texts[i]);
        door.ask({.id = i, .lab = lab.id, .file = file}, [this, i](const Json& answer) {
          results[i] = result_from_json(answer).labs.at(0);
        });
      }
      while (!door.is_idle()) {
        door.wait();
      }
    } catch (const InfrastructureError& error) {
      GTEST_SKIP() << error.what();
    }
    ASSERT_EQ(results.size(), texts.size());
  }

  // Why that file has no result.
  std::string why(std::size_t file) const {
    const LabResult& lab = results.at(file);
    EXPECT_TRUE(lab.infrastructure);
    EXPECT_EQ(lab.score, 0);
    return lab.checks.at(0).machine;
  }

  ScratchFolder folder{fs::temp_directory_path()};
  Lab lab{"01", "cpu_loop", "kernel.cpp", "The loop"};
  std::map<std::size_t, LabResult> results;
};

TEST_F(JudgeDoorTest, LosesOnlyTheResultWhoseJudgeFails) {
  judge({"aborts", "is killed", "fine", "needs much", "fine too"});
  if (!results.empty()) {
    EXPECT_EQ(why(0), "the process that graded it was ended by signal 6 (Aborted)");
    EXPECT_EQ(why(1), "the process that graded it was ended by signal 7 (Bus error)");
    EXPECT_EQ(why(3), "the process that graded it reached its memory limit");
    EXPECT_EQ(results.at(2).score, 100);
    EXPECT_EQ(results.at(4).score, 100);
  }
}

TEST_F(JudgeDoorTest, DrawsInputsForEachFileAndAlwaysTheSame) {
  judge({"one", "two", "one"});
  if (!results.empty()) {
    EXPECT_THAT(results.at(0).source, HasSubstr("of the course"));
    EXPECT_NE(results.at(0).source, results.at(1).source);
    EXPECT_EQ(results.at(0).source, results.at(2).source);
  }
}

TEST(JudgeDoorWithoutAFile, AnswersWhyThereIsNoneAndWhetherThatIsOpen) {
  JudgeSetup setup;
  setup.may_be_weak = true;
  std::map<bool, LabResult> results;
  try {
    JudgeDoor door(setup, Result(), {{"01", "cpu_loop", "kernel.cpp", "The loop"}}, {});
    EXPECT_THROW(door.ask({.lab = "09"}, {}), JsonError);
    for (const bool is_open : {false, true}) {
      door.ask({.lab = "01", .no_file = "There is none.", .is_open = is_open},
               [&, is_open](const Json& answer) {
                 results[is_open] = result_from_json(answer).labs.at(0);
               });
    }
    while (!door.is_idle()) {
      door.wait();
    }
  } catch (const InfrastructureError& error) {
    GTEST_SKIP() << error.what();
  }
  EXPECT_EQ(results.at(false).verdict, Verdict::not_started);
  EXPECT_EQ(results.at(true).verdict, Verdict::not_graded);
  EXPECT_FALSE(results.at(true).infrastructure);
}

TEST(JsonLinesTest, AreReadHoweverTheyArrive) {
  Pipe pipe = make_pipe();
  JsonLines lines(pipe.read.get());
  std::vector<std::string> read;
  const auto use = [&](const Json& line) { read.push_back(line.text()); };
  for (const std::string_view part : {"{\"a\":", "1}\n[2]\n", "3"}) {
    ASSERT_EQ(write(pipe.write.get(), part.data(), part.size()), ssize_t(part.size()));
    EXPECT_TRUE(lines.read(use));
  }
  EXPECT_THAT(read, ElementsAre("{\"a\":1}", "[2]"));
  write_line(pipe.write.get(), Json{{"b", "two\nlines"}});
  EXPECT_THROW(lines.read(use), JsonError);  // 3{"b": ...
  pipe.write = Descriptor();
  EXPECT_FALSE(JsonLines(pipe.read.get()).read(use));
}

TEST(ShowDoorTest, TellsAResultInWordsWithAnInstructorsPoints) {
  const Json result = Json::parse(to_json(sample_result()));
  const Json plain = shown({{"result", result}});
  EXPECT_EQ(plain.at("labs").members().size(), result.at("labs").items().size());
  const std::string lab = result.at("labs").at(0).at("id").as_string();
  const Json answer = shown({{"result", result},
                             {"title", "A course"},
                             {"heading", "ada"},
                             {"table", Json::parse("[[\"lab\",\"points\"],[\"01\",\"12.5\"]]")},
                             {"points", Json{{lab, std::vector<double>{12.5, 80}}}}});
  EXPECT_THAT(answer.at("html").as_string(), HasSubstr("A course"));
  EXPECT_THAT(answer.at("labs").at(lab).as_string(), HasSubstr("12.5/80"));
  EXPECT_THROW(shown({{"result", "nothing"}}), std::runtime_error);
}

}  // namespace
}  // namespace gemmlab
