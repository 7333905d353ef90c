#include "common/simt/translate/translate.h"

#include "common/simt/translate/passes.h"

namespace simt {

std::variant<std::string, TranslateError> translate(std::string_view preprocessed,
                                                    std::string_view trusted_prefix) {
  try {
    Rewrite rewrite(preprocessed, trusted_prefix);
    refuse_what_hides_accesses(rewrite);
    name_what_is_unknown(rewrite);
    rewrite_launches(rewrite);
    rewrite_launch_calls(rewrite);
    rewrite_indices(rewrite);
    rewrite_qualifiers(rewrite);
    rewrite_launch_bounds(rewrite);
    rewrite_shared_variables(rewrite);
    rewrite_barriers(rewrite);
    log_rounds(rewrite);
    rewrite_constants(rewrite);
    tell_long_statements(rewrite);
    return std::move(rewrite).apply();
  } catch (TranslateError& error) {
    return std::move(error);
  }
}

std::vector<std::string> student_files(std::string_view preprocessed,
                                       std::string_view trusted_prefix) {
  return lex(preprocessed, trusted_prefix).student_files;
}

}  // namespace simt
