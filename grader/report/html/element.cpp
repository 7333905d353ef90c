#include "grader/report/html/element.h"

#include <sstream>

#include "grader/report/text.h"

namespace gemmlab::html {

Node add(Node parent, const char* name, std::string_view classes, std::string_view text) {
  const Node node = add_void(parent, name, classes);
  add_text(node, text);
  return node;
}

Node add_void(Node parent, const char* name, std::string_view classes) {
  const Node node = parent.append_child(name);
  if (!classes.empty()) {
    set(node, "class", classes);
  }
  return node;
}

void add_text(Node parent, std::string_view text) {
  parent.append_child(pugi::node_pcdata).set_value(printable(text).c_str());
}

void set(Node node, const char* attribute, std::string_view value) {
  node.append_attribute(attribute) = printable(value).c_str();
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  if (digits.size() < 5) {
    return digits;
  }
  for (std::size_t at = digits.size() - 3; at < digits.size(); at -= 3) {
    if (at > 0) {
      digits.insert(at, "\u2009");
    }
  }
  return digits;
}

std::string counted(std::uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", grouped(number), noun, number == 1 ? "" : "s");
}

std::string page(std::string_view title,
                 std::string_view style,
                 const pugi::xml_document& content) {
  std::ostringstream body;
  content.save(body, "", pugi::format_raw | pugi::format_no_declaration);
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
      "<meta name=\"color-scheme\" content=\"light dark\">"
      "<title>{}</title>\n<style>\n{}</style></head>\n<body>{}</body></html>\n",
      title, style, body.str());
}

}  // namespace gemmlab::html
