#include "grader/compile/device_code.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <cctype>
#include <cstdlib>
#include <map>
#include <memory>
#include <sstream>

namespace gemmlab {
namespace {

constexpr std::size_t npos = std::string::npos;

bool is_of_name(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' || letter == '.';
}

// The symbol itself if it cannot be read.
std::string demangled(const std::string& symbol) {
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, nullptr), std::free);
  return name ? name.get() : symbol;
}

// As the source declares it: "kOffsets" of "q::kOffsets" and "kOffsets<int>".
std::string declared_name(const std::string& symbol) {
  std::string name = demangled(symbol);
  name.erase(std::min(name.find('<'), name.size()));
  return name.substr(name.rfind(':') + 1);
}

// Whether the source declares that name as constant, without a word of CUDA's such as __device__.
bool is_hosts_constant(const std::string& source, const std::string& name) {
  for (std::size_t at = source.find(name); at != npos; at = source.find(name, at + 1)) {
    const std::size_t before = at == 0 ? npos : source.find_last_of(";{}()=#", at - 1);
    const std::size_t begin = before == npos ? 0 : before + 1;
    const std::string words = source.substr(begin, at - begin);
    const bool is_whole =
        !(at > 0 && is_of_name(source[at - 1])) && !is_of_name(source.c_str()[at + name.size()]);
    if (is_whole && words.find("const") != npos && words.find("__") == npos) {
      return true;
    }
  }
  return false;
}

// The name after the @ at that place.
std::string symbol_at(const std::string& line, std::size_t at) {
  std::size_t end = at + 1;
  while (end < line.size() && is_of_name(line[end])) {
    ++end;
  }
  return line.substr(at + 1, end - at - 1);
}

// The symbols of the host's constants that are in the code because it uses more than their value;
// not those of a function.
std::map<std::string, std::string> hosts_constants(const std::string& code,
                                                   const std::string& source) {
  std::map<std::string, std::string> names;  // by symbol
  std::istringstream lines(code);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t constant = line.find(" constant ");
    if (!line.starts_with('@') || constant > line.find_first_of("[{%") ||
        line.starts_with("@_ZZ")) {
      continue;
    }
    const std::string symbol = symbol_at(line, 0);
    const std::string name = declared_name(symbol.substr(0, symbol.find(".const")));
    if (!name.empty() && is_hosts_constant(source, name)) {
      names[symbol] = name;
    }
  }
  return names;
}

// The variable in __constant__ memory to which an instruction stores; empty if it does not.
std::string stored_constant(const std::string& line) {
  const std::size_t cast = line.find("addrspacecast (");
  if (!line.starts_with("  store ") || line.find(", ") > cast || line.find('(') < cast) {
    return "";
  }
  const std::size_t space = line.find("addrspace(4)", cast), name = line.find('@', cast);
  return space < name && name != npos && line.find("[", cast) > name
             ? declared_name(symbol_at(line, name))
             : "";
}

// The source's line of an instruction or a function: of what its !dbg names.
int source_line(const std::string& code, const std::string& instruction) {
  const std::size_t number = instruction.rfind("!dbg !");
  if (number == npos) {
    return 0;
  }
  const int location = std::atoi(instruction.c_str() + number + 6);
  const std::size_t at = code.find(fmt::format("\n!{} = ", location));
  return at == npos ? 0 : std::atoi(code.c_str() + code.find("line: ", at) + 6);
}

// What nvcc refuses about a kernel's parameters and template arguments; empty if nothing.
std::string refused_signature(const std::string& kernel) {
  constexpr std::string_view kUnnamed = "(anonymous namespace)";
  std::string name = demangled(kernel);
  for (std::size_t at = name.find(kUnnamed); at != npos; at = name.find(kUnnamed)) {
    name.erase(at, kUnnamed.size());
  }
  if (name.find("{lambda") != npos || name.starts_with("_Z")) {  // such are in no function
    return "a lambda of the host cannot be the argument of a __global__ function";
  }
  if (name.find(")::") != npos) {
    return "a type defined in a host function cannot be the argument of a __global__ function";
  }
  return name.find("std::initializer_list<") == npos
             ? ""
             : "a __global__ function cannot have a parameter of type std::initializer_list";
}

}  // namespace

std::vector<Diagnostic> refused_device_code(const std::string& code, const std::string& source,
                                            const std::string& file) {
  const std::map<std::string, std::string> constants = hosts_constants(code, source);
  std::vector<Diagnostic> found;
  const auto add = [&](const std::string& line, const std::string& text) {
    found.push_back({file, source_line(code, line), Severity::error, ForeignText(text)});
  };
  std::istringstream lines(code);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("define ")) {
      const std::string symbol = symbol_at(line, line.find('@'));
      const bool is_kernel = code.find("@" + symbol + ", !\"kernel\"") != npos;
      if (const std::string why = is_kernel ? refused_signature(symbol) : ""; !why.empty()) {
        add(line, why);
      }
    }
    if (!line.starts_with("  ")) {
      continue;
    }
    if (const std::string name = stored_constant(line); !name.empty()) {
      add(line, fmt::format("cannot assign to variable '{}': a kernel only reads __constant__ "
                            "memory",
                            name));
    }
    for (std::size_t at = line.find('@'); at != npos && !constants.empty();
         at = line.find('@', at + 1)) {
      if (const auto used = constants.find(symbol_at(line, at)); used != constants.end()) {
        add(line, fmt::format("'{}' is a constant of the host: device code cannot read its memory; "
                              "declare it __constant__, or in the kernel",
                              used->second));
        break;
      }
    }
  }
  return found;
}

}  // namespace gemmlab
