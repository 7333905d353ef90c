// The output files that the user requests, and where the report for people goes then.
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "grader/cli/context.h"
#include "grader/cli/grading.h"
#include "grader/cli/progress.h"
#include "grader/core/result.h"
#include "grader/report/text.h"

namespace gemmlab {

// Such as --json F. "-" as a file is standard output; the report for people then goes to standard
// error.
struct ResultFile {
  std::string_view option;  // "--json"
  std::string path;         // empty: not requested
};

// Throws UsageError if a file cannot be written, or if two outputs have the same target.
void check_result_files(const std::vector<ResultFile>& files);

// A copy of the context in which commands write everything to one stream; the terminal describes
// how it will be shown there.
Context writing_to(std::ostream& stream, const Terminal& terminal, const Context& context);

// The context for the report for people: standard output, unless one of these files uses it.
Context for_people(const Context& context, const std::vector<ResultFile>& files);

// Writes the whole text or nothing; if no file is requested, does not create the text. Throws
// std::runtime_error.
void write_result(const Context& context, const std::string& path,
                  const std::function<std::string()>& text);

// The text for --junit. Throws InfrastructureError, for example without python3.
std::string junit(const Context& context, const Result& result);

// The page for --html, with the attempts at each lab from `progress`; without attempts that part is
// missing.
std::string page(const Context& context, const GradeOptions& options, const Result& result,
                 const Progress& progress);

}  // namespace gemmlab
