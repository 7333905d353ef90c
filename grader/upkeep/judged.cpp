#include "grader/upkeep/checks.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "grader/compile/compile.h"
#include "grader/report/words/check_words.h"

namespace gemmlab {
namespace {

// The values of all `// key: value` lines among a file's first lines.
std::vector<std::string> values_of(const fs::path& file, const std::string& key) {
  std::ifstream in(file);
  const std::string start = "// " + key + ": ";
  std::vector<std::string> values;
  std::string line;
  for (int i = 0; i < 8 && std::getline(in, line); ++i) {
    if (line.starts_with(start)) {
      values.push_back(line.substr(start.size()));
    }
  }
  return values;
}

fs::path below_root(const fs::path& file) {
  return file.lexically_proximate(paths().root);
}

// "WRONG or NOT FINITE": all verdicts; none if one of them does not exist.
std::vector<Verdict> verdicts_in(std::string names) {
  constexpr std::string_view kOr = " or ";
  std::vector<Verdict> verdicts;
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(kOr), names.size());
    const auto verdict = named<Verdict>(names.substr(0, end));
    if (!verdict) {
      return {};
    }
    verdicts.push_back(*verdict);
    names.erase(0, std::min(end + kOr.size(), names.size()));
  }
  return verdicts;
}

// The failed checks with the deciding verdict, in the order in which people see them.
std::vector<Check> deciding(const LabResult& result) {
  std::vector<Check> checks = result.checks;
  std::erase_if(checks, [&](const Check& check) {
    return check.status() != Status::failed || check.verdict != result.verdict;
  });
  return checks;
}

// The message of the deciding check, and how many others failed.
std::string failures(const LabResult& result) {
  std::vector<Check> failed = result.checks;
  std::erase_if(failed, [](const Check& each) { return each.outcome != CheckOutcome::failed; });
  if (failed.empty()) {
    return "";
  }
  const auto decided = std::ranges::find(failed, result.verdict, &Check::verdict);
  const Check& first = decided == failed.end() ? failed.front() : *decided;
  return fmt::format(
      "\n  {}: {} (line {})\n  {}{}", first.name, name(first.verdict), first.line().value_or(0),
      message(first),
      failed.size() > 1 ? fmt::format("\n  and {} more failed", failed.size() - 1) : "");
}

// Problems with the diagnoses of a mutant that got the right verdict.
Problems judge_diagnoses(const fs::path& mutant, const LabResult& result) {
  const fs::path file = below_root(mutant);
  std::vector<Check> shown = deciding(result);
  shown.resize(std::min<std::size_t>(shown.size(), 1));
  Problems problems;
  for (const StatedDiagnosis& stated : stated_diagnoses(mutant)) {
    const auto says = [&](const Check& check) {
      return check.cause && name_of(*check.cause) == stated.name;
    };
    if (!is_cause_name(stated.name)) {
      problems.push_back(problem(file, "no_diagnosis", stated.name));
    } else if (std::ranges::any_of(stated.must_be ? shown : result.checks, says) !=
               stated.must_be) {
      problems.push_back(problem(file, stated.must_be ? "other_diagnosis" : "excluded_diagnosis",
                                 stated.name, failures(result)));
    }
  }
  return problems;
}

// Adds the host compiler's messages about `source` as problems of `file`.
void add_warnings(const Lab& lab, const fs::path& source, const fs::path& file,
                  const std::string& what, Problems& problems) {
  const bool is_cuda = fs::path(lab.file).extension() == ".cu";
  const CompileResult compiled = compile(source, is_cuda ? Backend::sim : Backend::cpu);
  const bool is_ok = compiled.outcome == CompileResult::Outcome::ok;
  if (!is_ok || !compiled.warnings.empty()) {
    problems.push_back(
        problem(file, "warnings", what, is_ok ? sentence(compiled.warnings) : message(compiled)));
  }
}

}  // namespace

std::string stated(const fs::path& file, const std::string& key) {
  const std::vector<std::string> values = values_of(file, key);
  return values.empty() ? "" : values.front();
}

std::vector<StatedDiagnosis> stated_diagnoses(const fs::path& file) {
  std::vector<StatedDiagnosis> all;
  for (const std::string& value : values_of(file, "diagnosis")) {
    std::istringstream names(value);
    for (std::string name; std::getline(names >> std::ws, name, ',');) {
      const bool must_be = !name.starts_with("not ");
      all.push_back({must_be ? name : name.substr(4), must_be});
    }
  }
  return all;
}

std::vector<fs::path> mutants_of(const Lab& lab) {
  const Course course{.root = paths().root, .labs = {}, .commands = {}};
  std::vector<fs::path> files = course.entries(course.root / Course::mutants(lab));
  std::ranges::copy_if(course.entries(course.root / "docs/examples"), std::back_inserter(files),
                       [&](const fs::path& example) {
                         return example.filename().string().starts_with(lab.id + '_');
                       });
  return files;
}

Problems judge_skeleton(const Lab& lab, const fs::path& skeleton, const JudgeLab& judge) {
  const fs::path file = Course::solution(lab);
  Problems problems;
  add_warnings(lab, skeleton, file, "the skeleton", problems);
  const LabResult result =
      judge(lab, skeleton, {.backend = BackendChoice::sim, .measure_speed = false});
  expect(result.verdict == Verdict::not_started && result.score == 0, problems, file,
         "started_skeleton", name(result.verdict), failures(result));
  return problems;
}

Problems judge_solution(const Lab& lab, const fs::path& solution, const JudgeLab& judge) {
  const fs::path file = below_root(solution);
  Problems problems;
  add_warnings(lab, solution, file, "a solution", problems);
  const LabResult result = judge(lab, solution, JudgeOptions{});
  expect(result.verdict == Verdict::passed, problems, file, "failing_solution",
         name(result.verdict), failures(result));
  return problems;
}

Problems judge_mutant(const Lab& lab, const fs::path& mutant, Backend backend,
                      const JudgeLab& judge) {
  const fs::path file = below_root(mutant);
  const std::vector<Verdict> simulated = verdicts_in(stated(mutant, "verdict"));
  const std::string on_gpu = stated(mutant, "cuda");
  if (simulated.size() != 1 || on_gpu.empty() != verdicts_in(on_gpu).empty()) {
    return {problem(file, "unknown_verdict",
                    simulated.size() == 1 ? on_gpu : stated(mutant, "verdict"))};
  }
  std::vector<Verdict> wanted = simulated;
  if (backend == Backend::cuda && !on_gpu.empty()) {
    wanted = verdicts_in(on_gpu);
    if (simulated.front() != Verdict::passed) {
      wanted.push_back(simulated.front());
    }
  }
  const bool may_pass = wanted.front() == Verdict::passed;
  const LabResult result =
      judge(lab, mutant,
            {.backend = backend == Backend::cuda ? BackendChoice::cuda : BackendChoice::sim,
             .try_changes = false});
  if (result.infrastructure) {
    return {problem(file, "not_graded", failures(result))};
  }
  if (std::ranges::find(wanted, result.verdict) == wanted.end()) {
    return {problem(file, may_pass ? "right_rejected" : "bug_missed", name(wanted.front()),
                    name(result.verdict), failures(result))};
  }
  const std::string line = stated(mutant, "line");
  const auto names_line = [&](const Check& check) {
    return std::ranges::count(check.places, std::atoi(line.c_str()), &Place::line) > 0;
  };
  if (!line.empty() && backend == Backend::sim &&
      std::ranges::none_of(deciding(result), names_line)) {
    return {problem(file, "other_line", line, failures(result))};
  }
  if (!may_pass && result.verdict != Verdict::passed &&
      result.score + result.not_graded_points >= result.max_score) {
    return {problem(file, "no_points_lost")};
  }
  return backend == Backend::sim ? judge_diagnoses(mutant, result) : Problems{};
}

}  // namespace gemmlab
