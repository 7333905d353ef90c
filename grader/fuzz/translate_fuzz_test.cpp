// Lab files, before and after preprocessing, and the texts that are searched in them.
#include "common/simt/translate/student_source.h"
#include "common/simt/translate/translate.h"
#include "common/simt/translate/unknown_cuda.h"

#include "grader/core/source/source_text.h"
#include "grader/fuzz/sample_input.h"

namespace gemmlab {

void examine(std::string_view bytes) {
  const auto is_trusted = [](const std::string& file) { return file.starts_with("/trusted/"); };
  simt::translate(bytes, is_trusted);
  simt::student_files(bytes, is_trusted);
  simt::find_forged_positions(bytes, "kernel.cu");
  simt::find_refused_words(bytes, "kernel.cu");
  simt::unknown_header(bytes);
  without_comments(bytes);
  without_marks(bytes);
  steps_of(bytes);
  open_steps_of(bytes);
  step_at(bytes, 20);
}

}  // namespace gemmlab
