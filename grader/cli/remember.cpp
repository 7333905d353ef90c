#include "grader/cli/remember.h"

#include <ostream>
#include <stdexcept>

namespace gemmlab {

Progress recall(const Context& context) {
  std::string note;
  Progress progress;
  for (const JournalEntry& entry : read_journal(context.state, note)) {
    take_in(entry, progress);
  }
  if (!note.empty()) {
    context.err << "note: " << note << '\n';
  }
  return progress;
}

bool remember(const Context& context, const JournalEntry& entry) {
  try {
    append_to_journal(context.state, entry);
    return true;
  } catch (const std::runtime_error& error) {
    context.err << "note: your progress is not kept: " << error.what() << '\n';
    return false;
  }
}

}  // namespace gemmlab
