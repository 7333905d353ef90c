#include "common/simt/translate/translate.h"

#include <cstddef>
#include <utility>

#include "common/simt/translate/inline_ptx.h"
#include "common/simt/translate/launches.h"
#include "common/simt/translate/layout.h"
#include "common/simt/translate/refusals.h"
#include "common/simt/translate/rewrite.h"
#include "common/simt/translate/shared_variables.h"
#include "common/simt/translate/statements.h"
#include "common/simt/translate/unknown_cuda.h"

namespace simt {

std::variant<std::string, TranslateError> translate(std::string_view preprocessed,
                                                    const IsTrusted& is_trusted) {
  try {
    const std::string text = with_usual_layout(preprocessed, is_trusted);
    Rewrite rewrite(text, is_trusted);
    refuse_what_hides_accesses(rewrite);
    name_what_is_unknown(rewrite);
    rewrite_inline_ptx(rewrite);
    rewrite_launches(rewrite);
    rewrite_launch_calls(rewrite);
    rewrite_indices(rewrite);
    rewrite_qualifiers(rewrite);
    rewrite_launch_bounds(rewrite);
    rewrite_shared_variables(rewrite);
    rewrite_barriers(rewrite);
    log_rounds(rewrite);
    rewrite_memory_spaces(rewrite);
    tell_long_statements(rewrite);
    return std::move(rewrite).apply();
  } catch (TranslateError& error) {
    return std::move(error);
  }
}

std::vector<std::string> student_files(std::string_view preprocessed, const IsTrusted& is_trusted) {
  return lex(preprocessed, is_trusted).student_files;
}

}  // namespace simt
