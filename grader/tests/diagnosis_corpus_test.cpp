// Every diagnosis has a wrong kernel that must get it, and a similar one that must not.
#include <gtest/gtest.h>

#include <map>

#include "grader/core/facts/cause.h"
#include "grader/core/labs.h"
#include "grader/machine/paths.h"
#include "grader/tests/mutant_files.h"

namespace gemmlab {
namespace {

struct Named {
  int must_be = 0, must_not_be = 0;
};

std::map<std::string, Named> named_by_mutants() {
  std::map<std::string, Named> all;
  const std::vector<Lab> labs = read_labs(paths().table());
  for (const Lab* lab : exercises(labs)) {
    for (const auto& file : mutants_of(*lab)) {
      for (const StatedDiagnosis& each : stated_diagnoses(file)) {
        Named& named = all[each.name];
        ++(each.must_be ? named.must_be : named.must_not_be);
      }
    }
  }
  return all;
}

TEST(DiagnosisCorpus, HasAMutantAndANearMissForEachDiagnosis) {
  auto named = named_by_mutants();
  ASSERT_FALSE(named.empty());
  for (const std::string_view name : all_cause_names()) {
    const Named& of = named[std::string(name)];
    EXPECT_GT(of.must_be, 0) << name << ": no mutant must get it";
    EXPECT_GT(of.must_not_be, 0) << name << ": no mutant must not get it";
  }
}

TEST(DiagnosisCorpus, NamesNoUnknownDiagnosis) {
  for (const auto& [name, of] : named_by_mutants()) {
    EXPECT_TRUE(is_cause_name(name)) << name;
  }
}

}  // namespace
}  // namespace gemmlab
