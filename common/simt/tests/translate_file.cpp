// translate_file INPUT OUTPUT: the translator as a command, to build the tests' modules.
#include <fmt/core.h>
#include <fstream>
#include <iterator>
#include <string>
#include <variant>

#include "common/simt/translate/translate.h"
#include "common/simt/translate/translate_error.h"

int main(int count, char** arguments) {
  if (count != 3) {
    fmt::print(stderr, "usage: translate_file INPUT OUTPUT\n");
    return 2;
  }
  std::ifstream in(arguments[1]);
  const std::string source{std::istreambuf_iterator<char>(in), {}};
  const auto result = simt::translate(source, [](const std::string& file) {
    return file.starts_with(SIMT_SHIM_FOLDER) || file.starts_with("/usr/");
  });
  if (const auto* error = std::get_if<simt::TranslateError>(&result)) {
    fmt::print(stderr, "{}:{}: {}\n", error->file, error->line, error->message);
    return 1;
  }
  std::ofstream(arguments[2]) << std::get<std::string>(result);
  return 0;
}
