// gemmlab-translate SOURCE: looks for what would forge line markers in a lab file.
// gemmlab-translate PREPROCESSED TRUSTED OUTPUT: translates preprocessed text for the simulator.
// Prints why that cannot be done, as an Untranslatable in JSON; nothing if it can.
#include <fstream>
#include <iostream>
#include <iterator>

#include "common/simt/translate/translate.h"
#include "grader/core/refusal_json.h"

namespace {

using Kind = gemmlab::Untranslatable::Kind;

std::string content_of(const std::string& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) {
    return "";  // /dev/zero has no end, and a source may include it
  }
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Kind kind_of(simt::TranslateError::Kind kind) {
  return kind == simt::TranslateError::Kind::syntax    ? Kind::syntax
         : kind == simt::TranslateError::Kind::refused ? Kind::hides_accesses
                                                       : Kind::unknown_cuda;
}

void tell(const simt::TranslateError& error) {
  const gemmlab::ForeignText file(error.file);
  std::cout << nlohmann::json(gemmlab::Untranslatable{
      kind_of(error.kind),
      {file.text(), error.line, gemmlab::Severity::error, gemmlab::ForeignText(error.message)}});
}

// False if it told of something.
bool is_honest(const std::string& file) {
  const auto forged = simt::find_forged_positions(content_of(file), file);
  if (forged) {
    tell(*forged);
  }
  return !forged;
}

int translate(const std::string& preprocessed, const std::string& trusted, const char* output) {
  const std::string text = content_of(preprocessed);
  for (const std::string& file : simt::student_files(text, trusted)) {
    if (!is_honest(file)) {
      return 0;
    }
  }
  const auto translated = simt::translate(text, trusted);
  if (const auto* error = std::get_if<simt::TranslateError>(&translated)) {
    tell(*error);
    return 0;
  }
  std::ofstream out(output, std::ios::binary);
  out << std::get<std::string>(translated);
  return out.flush() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 4) {
    return translate(argv[1], argv[2], argv[3]);
  }
  if (argc != 2) {
    return 2;
  }
  is_honest(argv[1]);
  return 0;
}
