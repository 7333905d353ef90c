// The command line: which command it names, and the options of that command.
#pragma once

#include <string>
#include <vector>

#include "grader/cli/commands/bench.h"
#include "grader/cli/commands/hint.h"
#include "grader/cli/commands/model.h"
#include "grader/cli/commands/reset.h"
#include "grader/cli/commands/scripts.h"
#include "grader/cli/commands/solution.h"
#include "grader/cli/commands/upkeep.h"
#include "grader/cli/doors/doors.h"
#include "grader/cli/doors/questions.h"
#include "grader/cli/grading.h"
#include "grader/cli/study/run_study.h"
#include "grader/cli/watch/watched_lab.h"

namespace gemmlab {

// Only the options of the named command are set. Empty texts and lists, and 0: not given.
struct CommandLine {
  std::string help;     // the answer to --help or --version, and then nothing else
  std::string command;  // empty: show the overview
  BenchOptions bench;
  DocsOptions docs;
  GradeOptions grade;
  HintOptions hint;
  JudgeCommandOptions judge;
  ModelOptions model;
  QuestionsOptions questions;
  ResetOptions reset;
  ShowOptions show;
  SolutionOptions solution;
  StudyOptions study;
  ScriptOptions script;  // of a command that is a script, whatever it is called
  UpkeepOptions upkeep;
  WatchOptions watch;
};

// `arguments` without the program's name. Throws UsageError.
CommandLine parse_options(std::vector<std::string> arguments);

}  // namespace gemmlab
