// gemmlab-translate SOURCE: searches a lab file for forged line markers. gemmlab-translate
// PREPROCESSED TRUSTED OUTPUT: translates preprocessed text for the simulator. Prints the reason
// for a failure as an Untranslatable in JSON; nothing on success.
#include <fstream>
#include <iostream>

#include "common/simt/translate/translate.h"
#include "grader/core/facts/fact_json.h"
#include "grader/core/read_file.h"

namespace {

using gemmlab::ForeignText;
using Kind = gemmlab::Untranslatable::Kind;

void tell(const simt::TranslateError& error) {
  constexpr Kind kinds[] = {Kind::syntax, Kind::hides_accesses, Kind::unknown_cuda};
  const gemmlab::Untranslatable why{kinds[static_cast<int>(error.kind)],
                                    {ForeignText(error.file).text(), error.line,
                                     gemmlab::Severity::error, ForeignText(error.message)}};
  std::cout << gemmlab::Json(why).text();
}

// False if it reported something.
bool is_honest(const std::string& file) {
  // /dev/zero has no end, and a source may include it.
  const bool is_file = std::filesystem::is_regular_file(file);
  const auto forged =
      simt::find_forged_positions(is_file ? gemmlab::read_file(file) : std::string(), file);
  if (forged) {
    tell(*forged);
  }
  return !forged;
}

void translate(const std::string& text, const std::string& trusted, const char* output) {
  for (const std::string& file : simt::student_files(text, trusted)) {
    if (!is_honest(file)) {
      return;
    }
  }
  const auto translated = simt::translate(text, trusted);
  if (const auto* error = std::get_if<simt::TranslateError>(&translated)) {
    tell(*error);
  } else {
    std::ofstream(output, std::ios::binary) << std::get<std::string>(translated);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 4) {
    translate(gemmlab::read_file(argv[1]), argv[2], argv[3]);
  } else if (argc == 2) {
    is_honest(argv[1]);
  } else {
    return 2;
  }
  return 0;
}
