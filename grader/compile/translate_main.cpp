// gemmlab-translate SOURCE: searches a lab file for forged line markers.
// gemmlab-translate CODE SOURCE: searches a device's code for what nvcc refuses; prints it as a
// compiler does.
// gemmlab-translate PREPROCESSED TRUSTED OUTPUT COPY [HEADER OTHER]: translates preprocessed text
// for the simulator; in the copy, OTHER takes the place of HEADER.
// The first and the last print the reason for a failure as an Untranslatable in JSON; nothing on
// success.
#include <fstream>
#include <iostream>

#include "common/simt/translate/translate.h"
#include "grader/compile/device_code.h"
#include "grader/core/facts/fact_json.h"
#include "grader/core/read_file.h"

namespace {

using gemmlab::ForeignText;
using Kind = gemmlab::Untranslatable::Kind;

constexpr std::uintmax_t kMostIncluded = 64 << 20;

void tell(const simt::TranslateError& error) {
  constexpr Kind kinds[] = {Kind::syntax, Kind::hides_accesses, Kind::unknown_cuda};
  const gemmlab::Untranslatable why{
      kinds[static_cast<int>(error.kind)],
      {ForeignText(error.file, {.lines = 1}).text(), error.line, gemmlab::Severity::error,
       ForeignText(error.message, {.lines = 1})}};
  std::cout << gemmlab::Json(why).text();
}

// False if it reported something.
bool is_honest(const std::string& file) {
  // /dev/zero has no end, and a source may include it.
  const auto forged =
      simt::find_forged_positions(gemmlab::read_foreign(file, kMostIncluded).value_or(""), file);
  if (forged) {
    tell(*forged);
  }
  return !forged;
}

// arguments: TRUSTED OUTPUT COPY [HEADER OTHER]
void translate(const std::string& text, const std::vector<std::string>& arguments) {
  const std::string& trusted = arguments[0];
  for (const std::string& file : simt::student_files(text, trusted)) {
    if (!is_honest(file)) {
      return;
    }
  }
  auto translated = simt::translate(text, trusted);
  if (const auto* error = std::get_if<simt::TranslateError>(&translated)) {
    return tell(*error);
  }
  std::string& result = std::get<std::string>(translated);
  std::ofstream(arguments[1], std::ios::binary) << result;
  const std::size_t at = arguments.size() > 3 ? result.find(arguments[3]) : result.npos;
  if (at != result.npos) {
    result.replace(at, arguments[3].size(), arguments[4]);
  }
  std::ofstream(arguments[2], std::ios::binary) << result;
}

void check_code(const std::string& code, const std::string& source) {
  constexpr std::uintmax_t kMostCode = 64 << 20;
  const std::string text = gemmlab::read_foreign(source).value_or("");
  for (const gemmlab::RefusedCode& refused :
       gemmlab::refused_device_code(gemmlab::read_foreign(code, kMostCode).value_or(""), text)) {
    std::cout << source << ':' << refused.line << ":1: error: " << refused.text << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 5 || argc == 7) {
    translate(gemmlab::read_file(argv[1]), {argv + 2, argv + argc});
  } else if (argc == 3) {
    check_code(argv[1], argv[2]);
  } else if (argc == 2) {
    is_honest(argv[1]);
  } else {
    return 2;
  }
  return 0;
}
