#include "common/simt/translate/toolkit_headers.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <vector>

#include "common/facts/text_table.h"
#include "common/simt/translate/unknown_cuda_table.h"

namespace simt {
namespace {

using gemmlab::read_table;
using gemmlab::TableRow;

// A row of toolkit_headers.table.
struct Header {
  std::vector<std::string> headers;
  std::string what;
  std::vector<std::string> opens, names, includes;
};

// "a,b"; empty: "-".
std::vector<std::string> parts(const std::string& cell) {
  std::vector<std::string> found;
  for (std::size_t at = 0; cell != "-" && at <= cell.size();) {
    const std::size_t end = std::min(cell.find(',', at), cell.size());
    found.push_back(cell.substr(at, end - at));
    at = end + 1;
  }
  return found;
}

const std::vector<Header>& all_headers() {
  static const std::vector<Header> all = [] {
    std::vector<Header> rows;
    for (const TableRow& row :
         read_table(kToolkitHeadersTable, "common/simt/translate/toolkit_headers.table",
                    {"headers", "what", "opens", "names", "includes"})) {
      rows.push_back({parts(row.text("headers")), row.text("what"), parts(row.text("opens")),
                      parts(row.text("names")), row.words("includes")});
      std::erase(rows.back().includes, "-");
    }
    return rows;
  }();
  return all;
}

const Header* find_header(std::string_view name) {
  const auto is_of = [name](const std::string& each) {
    return each.ends_with('/')   ? name.starts_with(each)
           : each.ends_with('*') ? name.starts_with(each.substr(0, each.size() - 1))
                                 : name == each;
  };
  const auto found = std::ranges::find_if(
      all_headers(), [&](const Header& row) { return std::ranges::any_of(row.headers, is_of); });
  return found == all_headers().end() ? nullptr : &*found;
}

// It becomes the name of a file of ours.
bool is_plain(std::string_view name) {
  constexpr std::size_t kLongest = 120;
  return name.size() <= kLongest && name.find("..") == name.npos &&
         std::ranges::all_of(name, [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '_' || c == '.' || c == '-' || c == '/';
         });
}

}  // namespace

std::optional<std::string> toolkit_header(std::string_view header) {
  const Header* const found = find_header(header);
  if (found == nullptr || !is_plain(header) || header.ends_with('/')) {
    return std::nullopt;
  }
  std::string text = "#pragma once\n";
  for (const std::string& other : found->includes) {
    text += "#include <" + other + ">\n";
  }
  for (const std::string& space : found->opens) {
    text += "namespace " + space + " {}\n";
  }
  return text;
}

std::string toolkit_part(std::string_view header) {
  const Header* const found = find_header(header);
  return found == nullptr || found->what == "-" ? "" : found->what;
}

std::string meaning_in_toolkit(std::string_view header, std::string_view name) {
  const Header* const found = find_header(header);
  if (found == nullptr) {
    return "";
  }
  const auto is_named = [&](const std::string& begin) {
    return begin.ends_with('=') ? begin == std::string(name) + '=' : name.starts_with(begin);
  };
  const auto is_opened = [&](const std::string& space) {
    return space.substr(0, space.find(':')) == name;
  };
  const bool is_one =
      std::ranges::any_of(found->names, is_named) || std::ranges::any_of(found->opens, is_opened);
  return is_one ? found->what : "";
}

}  // namespace simt
