#include "grader/cli/remember.h"

#include <ostream>
#include <stdexcept>

namespace gemmlab {

Progress recall(const Context& context) {
  std::string note;
  Progress progress = read_progress(context.state, note);
  if (!note.empty()) {
    context.err << note << '\n';
  }
  return progress;
}

bool remember(const Context& context, const Progress& progress) {
  try {
    write_progress(context.state, progress);
    return true;
  } catch (const std::runtime_error& error) {
    context.err << "note: your progress is not kept: " << error.what() << '\n';
    return false;
  }
}

}  // namespace gemmlab
