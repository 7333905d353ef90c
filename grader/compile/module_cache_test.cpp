#include "grader/compile/module_cache.h"

#include <gtest/gtest.h>

#include <fstream>

#include "grader/core/facts/refusal.h"
#include "grader/core/foreign_text.h"
#include "grader/core/read_file.h"
#include "grader/machine/scratch_folder.h"
#include "grader/report/words/check_words.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

class ModuleCacheTest : public testing::Test {
 protected:
  void write(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }

  CompileResult stored(const std::string& key, const std::vector<fs::path>& read) {
    const ScratchFolder scratch(folder_.path());
    write(scratch.path() / "module.so", "module of " + key);
    return store_module(
        folder_.path(), key, read,
        {.outcome = CompileResult::Outcome::ok,
         .module = scratch.path() / "module.so",
         .refusal = Refusal{ForeignText("k.cu"), 7, HeaderNotAllowed{ForeignText("vector")}},
         .warnings = {{"k.cu", 3, Severity::warning, ForeignText("unused"), {}}}},
        scratch.path());
  }

  ScratchFolder folder_{testing::TempDir()};
  fs::path header_ = folder_.path() / "my header.h";
};

TEST_F(ModuleCacheTest, GivesBackWhatWasStored) {
  write(header_, "one");
  const CompileResult stored_result = stored("key", {header_});
  const auto found = find_module(folder_.path(), "key");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->outcome, CompileResult::Outcome::ok);
  EXPECT_EQ(found->module, stored_result.module);
  EXPECT_TRUE(fs::exists(found->module));
  EXPECT_EQ(message(*found), message(stored_result));
  EXPECT_EQ(found->refusal->line, 7);
  EXPECT_EQ(sentence(found->warnings), "k.cu:3: warning: unused");
}

TEST_F(ModuleCacheTest, DoesNotKnowOtherKeys) {
  EXPECT_FALSE(find_module(folder_.path(), "key"));
}

TEST_F(ModuleCacheTest, ForgetsAResultWhoseHeaderChanged) {
  write(header_, "one");
  stored("key", {header_});
  write(header_, "two");
  EXPECT_FALSE(find_module(folder_.path(), "key"));
  write(header_, "one");
  EXPECT_TRUE(find_module(folder_.path(), "key"));
}

TEST_F(ModuleCacheTest, ForgetsAResultWhoseHeaderOrModuleIsGone) {
  write(header_, "one");
  const CompileResult result = stored("key", {header_});
  fs::remove(header_);
  EXPECT_FALSE(find_module(folder_.path(), "key"));
  write(header_, "one");
  fs::remove(result.module);
  EXPECT_FALSE(find_module(folder_.path(), "key"));
}

TEST_F(ModuleCacheTest, KeepsTheModuleButNoEntryIfAFileReadCannotBeReadAgain) {
  const CompileResult result = stored("key", {"/dev/null"});
  EXPECT_TRUE(fs::exists(result.module));
  EXPECT_FALSE(find_module(folder_.path(), "key"));
}

TEST_F(ModuleCacheTest, TakesADamagedEntryForNone) {
  write(folder_.path() / "key.entry", "{\"format\": \"gemmlab module entry 2\", \"read\": 7}");
  EXPECT_FALSE(find_module(folder_.path(), "key"));
}

TEST(Sha256, IsTheStandardsOwn) {
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace gemmlab
