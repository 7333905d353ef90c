// gemmlab-translate forgery SOURCE: searches a lab file for forged line markers.
// gemmlab-translate code CODE SOURCE: searches a device's code for what nvcc refuses; prints it as
// a compiler does.
// gemmlab-translate translate PREPROCESSED SOURCE OUTPUT COPY HEADER OTHER FOLDER...: translates
// the preprocessed text of a lab file for the simulator; in the copy, OTHER takes the place of
// HEADER, if that is not empty. What is below the folders is not the student's.
// gemmlab-translate compare ONE OTHER THIRD NAMES SOURCE FOLDER...: whether three compilers keep
// the same lines of a lab file and its headers, from their output of -E -dD -dI, and no line has a
// name of the file NAMES. All but the second print the reason for a failure as an Untranslatable in
// JSON; nothing on success.
#include <fmt/format.h>

#include <algorithm>
#include <boost/core/demangle.hpp>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <initializer_list>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "common/facts/json.h"
#include "common/simt/translate/alike.h"
#include "common/simt/translate/student_source.h"
#include "common/simt/translate/translate.h"
#include "common/simt/translate/translate_error.h"
#include "grader/compile/trusted_files.h"
#include "grader/core/facts/fact_json.h"
#include "grader/core/facts/refusal.h"
#include "grader/core/foreign_text.h"
#include "grader/core/fs.h"
#include "grader/core/pattern.h"
#include "grader/core/read_file.h"

namespace {

using namespace gemmlab;

using Kind = Untranslatable::Kind;

constexpr std::uintmax_t kMostIncluded = 64 << 20;

void tell(const simt::TranslateError& error) {
  constexpr Kind kinds[] = {Kind::syntax, Kind::hides_accesses, Kind::unknown_cuda};
  const Untranslatable why{kinds[static_cast<int>(error.kind)],
                           {ForeignText(error.file, {.lines = 1}).text(), error.line,
                            Severity::error, ForeignText(error.message, {.lines = 1})}};
  std::cout << Json(why).text();
}

// /dev/zero has no end, and a source may include it.
std::string text_of(const std::string& file) {
  return read_foreign(file, kMostIncluded).value_or("");
}

void search_forgery(const std::string& file) {
  if (const auto forged = simt::find_forged_positions(text_of(file), file)) {
    tell(*forged);
  }
}

// arguments: PREPROCESSED SOURCE OUTPUT COPY HEADER OTHER FOLDER...
void translate(const std::vector<std::string>& arguments) {
  const std::string text = read_file(arguments[0]);
  const TrustedFiles trusted({arguments.begin() + 6, arguments.end()}, arguments[1]);
  const auto is_trusted = [&](const std::string& file) { return trusted.hold(file); };
  auto translated = simt::translate(text, is_trusted);
  std::optional<simt::TranslateError> refused;
  for (const std::string& file : simt::student_files(text, is_trusted)) {
    const std::string source = text_of(file);
    refused = refused ? refused : simt::find_forged_positions(source, file);
    // What is found in the text that runs has the better reason.
    if (std::holds_alternative<std::string>(translated)) {
      refused = refused ? refused : simt::find_refused_words(source, file);
    }
  }
  const auto* const error = std::get_if<simt::TranslateError>(&translated);
  if (refused || error != nullptr) {
    return tell(refused ? *refused : *error);
  }
  std::string& result = std::get<std::string>(translated);
  std::ofstream(arguments[2], std::ios::binary) << result;
  const std::string& header = arguments[4];
  const std::size_t at = header.empty() ? result.npos : result.find(header);
  if (at != result.npos) {
    result.replace(at, header.size(), arguments[5]);
  }
  std::ofstream(arguments[3], std::ios::binary) << result;
}

// arguments: ONE OTHER THIRD NAMES SOURCE FOLDER...
void compare(const std::vector<std::string>& arguments) {
  const TrustedFiles trusted({arguments.begin() + 5, arguments.end()}, arguments[4]);
  const auto is_trusted = [&](const std::string& file) { return trusted.hold(file); };
  const std::string one = text_of(arguments[0]);
  simt::Sources sources;
  for (const std::string& file : simt::student_files(one, is_trusted)) {
    if (fs::is_regular_file(file)) {
      sources[file] = text_of(file);
    }
  }
  std::optional<simt::TranslateError> found;
  for (const std::string& other : {arguments[1], arguments[2]}) {
    found = found ? found : simt::find_other_lines(one, text_of(other), sources, is_trusted);
  }
  const std::vector<std::string> names = split_at_blanks(text_of(arguments[3]));
  found = found ? found
                : simt::find_other_names(one, sources, is_trusted, {names.begin(), names.end()});
  if (found) {
    tell(*found);
  }
}

// ---- the search of a device's code ----

constexpr std::size_t npos = std::string::npos;
constexpr std::size_t kLongest = 4000;  // of a line that is looked at, for the patterns' stack

// As the source declares it: "kOffsets" of "q::kOffsets" and "kOffsets<int>".
std::string declared_name(const std::string& symbol) {
  std::string name = boost::core::demangle(symbol.c_str());
  name.erase(std::min(name.find('<'), name.size()));
  return name.substr(name.rfind(':') + 1);
}

// Whether the source declares that name as constant, without a word of CUDA's such as __device__.
bool is_hosts_constant(const std::string& source, const std::string& name) {
  const auto is_of_name = [&](std::size_t at) {
    return at < source.size() && (std::isalnum(source[at] & 0xff) != 0 || source[at] == '_');
  };
  constexpr std::size_t kFarthest = 200;  // what a declaration begins with
  for (std::size_t at = source.find(name, 1); at != npos; at = source.find(name, at + 1)) {
    const std::size_t from = at - std::min(at, kFarthest);
    std::string words = source.substr(from, at - from);
    words.erase(0, words.find_last_of(";{}()=") + 1);
    if (const std::size_t directive = words.rfind('#'); directive != npos) {
      words.erase(0, words.find('\n', directive));
    }
    if (!is_of_name(at - 1) && !is_of_name(at + name.size()) && words.find("const") != npos &&
        words.find("__") == npos) {
      return true;
    }
  }
  return false;
}

// What nvcc refuses about a kernel's parameters and template arguments; empty if nothing.
std::string refused_signature(const std::string& kernel) {
  static const Pattern unnamed(R"(\(anonymous namespace\))");
  const std::string name = unnamed.replace(boost::core::demangle(kernel.c_str()), "");
  // Nobody reads the symbol of a lambda in no function.
  const bool is_of_variable = name.starts_with("_Z") && name.find("Ul") != npos;
  if (is_of_variable || name.find("{lambda") != npos) {
    return "a lambda of the host cannot be the argument of a __global__ function";
  }
  if (name.find(")::") != npos) {
    return "a type defined in a host function cannot be the argument of a __global__ function";
  }
  return name.find("std::initializer_list<") == npos
             ? ""
             : "a __global__ function cannot have a parameter of type std::initializer_list";
}

// The source's line of an instruction or a function: of what its !dbg names; 0 if it names none.
int source_line(const std::string& code, const std::string& instruction) {
  static const Pattern named(R"(!dbg (!\d+))");
  const auto debug = named.first_in(instruction);
  const std::size_t at = debug ? code.find(fmt::format("\n{} = ", (*debug)[1])) : npos;
  return at == npos ? 0 : std::atoi(code.c_str() + code.find("line: ", at) + 6);
}

// What clang compiles for a device although nvcc refuses it: kernels that use the address of a
// host's constant, store to a __constant__ variable, or have a type that nvcc refuses for their
// arguments. What this costs is up to who wrote the source: here, in a process with limits.
//   code_file: clang's for the device, as LLVM's text with line tables, not optimised
//   source_file: the lab file that it was made from
void check_code(const std::string& code_file, const std::string& source_file) {
  constexpr std::uintmax_t kMostCode = 64 << 20;
  const std::string code = read_foreign(code_file, kMostCode).value_or("");
  const std::string source = read_foreign(source_file).value_or("");
  // A constant is there if more than its value is used; @_ZZ: a function's own.
  static const Pattern constant(R"(@((?!_ZZ)\w+)(\.const)? = [^@[{%]* constant .*)");
  static const Pattern function(R"(define [^@]*@(\w+)\(.*)");
  static const Pattern stored(R"(  store [^@]*, \S+ addrspacecast \([^@[]*\(4\)\*? @(\w+) to .*)");
  static const Pattern used(R"(@([\w.]+))");
  std::map<std::string, std::string> constants;  // their names, by symbol
  std::istringstream lines(code);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("@llvm.global.annotations")) {  // what is declared with a word of CUDA's
      std::erase_if(constants,
                    [&](const auto& each) { return line.find("@" + each.first + " ") != npos; });
      continue;
    }
    const auto add = [&](const std::string& text) {
      std::cout << source_file << ':' << source_line(code, line) << ":1: error: " << text << '\n';
    };
    if (line.size() > kLongest && !line.starts_with('@')) {
      continue;
    }
    if (const auto declared = constant.match(line.substr(0, kLongest))) {
      const std::string name = declared_name((*declared)[1]);
      if (!name.empty() && is_hosts_constant(source, name)) {
        constants[(*declared)[1] + (*declared)[2]] = name;
      }
    } else if (const auto defined = function.match(line)) {
      const bool is_kernel = code.find("@" + (*defined)[1] + ", !\"kernel\"") != npos;
      if (const auto why = is_kernel ? refused_signature((*defined)[1]) : ""; !why.empty()) {
        add(why);
      }
    } else if (const auto to = stored.match(line)) {
      add(fmt::format("cannot assign to variable '{}': a kernel only reads __constant__ memory",
                      declared_name((*to)[1])));
    } else if (line.starts_with("  ")) {
      for (const Match& use : used.all_in(line)) {
        if (const auto of_host = constants.find(use[1]); of_host != constants.end()) {
          add(
              fmt::format("'{}' is a constant of the host: device code cannot read its memory; "
                          "declare it __constant__, or in the kernel",
                          of_host->second));
          break;
        }
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string task = argc > 1 ? argv[1] : "";
  const std::vector<std::string> arguments(argv + std::min(argc, 2), argv + argc);
  if (task == "translate" && arguments.size() >= 6) {
    translate(arguments);
  } else if (task == "code" && arguments.size() == 2) {
    check_code(arguments[0], arguments[1]);
  } else if (task == "compare" && arguments.size() >= 5) {
    compare(arguments);
  } else if (task == "forgery" && arguments.size() == 1) {
    search_forgery(arguments[0]);
  } else {
    return 2;
  }
  return 0;
}
