#include "grader/upkeep/code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace gemmlab {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

class Headers : public testing::Test {
 protected:
  Headers()
      : root_(fs::path(testing::TempDir()) / ("gemmlab_headers_" + std::to_string(getpid()))) {
    write("labs/labs.table", "01 one kernel.cpp The first\n");
    write("grader/own.h", "");
    write("grader/own.cpp", "// words\n#include \"grader/own.h\"\n#include \"grader/late.h\"\n");
    write("grader/late.h", "");
    write("common/include/gemmlab/contract.h", "");
    write("grader/user.cpp", "#include <gemmlab/contract.h>\n");
  }
  ~Headers() override { fs::remove_all(root_); }

  void write(const fs::path& file, const std::string& text) {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text;
  }

  fs::path root_;
};

TEST_F(Headers, AreProvenByWhoIncludesThemFirst) {
  const std::string both = "\"file\": \"../grader/own.cpp\"\n\"file\": \"../grader/user.cpp\"";
  EXPECT_THAT(headers_to_compile(read_course(root_), both), ElementsAre("grader/late.h"));
}

TEST_F(Headers, AreNotProvenByAFileThatIsNotCompiled) {
  EXPECT_THAT(headers_to_compile(read_course(root_), "\"file\": \"../grader/own.cpp\""),
              ElementsAre("common/include/gemmlab/contract.h", "grader/late.h"));
}

TEST_F(Headers, AreCompiledByTheCompilerThatReadsThem) {
  Toolchain tools;
  EXPECT_THAT(command_for_header("grader/late.h", tools), IsEmpty());
  tools.host = Compiler{"/usr/bin/g++"};
  EXPECT_EQ(command_for_header("grader/late.h", tools).front(), "/usr/bin/g++");
  EXPECT_THAT(command_for_header("common/simt/shim/cuda.h", tools), Contains("cuda_runtime.h"));
  EXPECT_THAT(command_for_header("common/simt/shim/clang/device_libc.h", tools), IsEmpty());
  tools.clang = Compiler{"/usr/bin/clang++", true};
  EXPECT_THAT(command_for_header("common/simt/shim/clang/device_libc.h", tools), Contains("cuda"));
}

}  // namespace
}  // namespace gemmlab
