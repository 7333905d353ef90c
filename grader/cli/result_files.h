// Files that a command writes where somebody asks for them, such as --json F. "-" as a file is
// standard output: what people read then goes to standard error.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/cli/context.h"
#include "grader/cli/options.h"
#include "grader/cli/progress.h"

namespace gemmlab {

struct ResultFile {
  std::string_view option;  // "--json"
  std::string path;         // empty: not asked for
};

// Throws UsageError if one of them cannot be written, or two would go to the same place.
void check_result_files(const std::vector<ResultFile>& files);

// The same context, but all that commands write goes to one stream, as it will be seen there.
Context writing_to(std::ostream& stream,
                   const Terminal& terminal,
                   const Terminal& error_terminal,
                   const Context& context);

// Where people read the report: standard output, if none of these files takes it.
Context for_people(const Context& context, const std::vector<ResultFile>& files);

// Writes the text whole or not at all; where no file is asked for, it is not even made. Throws
// std::runtime_error.
void write_result(const Context& context,
                  const std::string& path,
                  const std::function<std::string()>& text);

// The page that --html asks for, with the attempts that `progress` has of each lab; where it has
// none there is no such part.
std::string page(const Context& context,
                 const Options& options,
                 const Result& result,
                 const Progress& progress);

}  // namespace gemmlab
