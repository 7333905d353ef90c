#include "grader/report/html/element.h"

#include <cstddef>
#include <initializer_list>
#include <sstream>
#include <utility>

#include "grader/core/foreign_text.h"
#include "grader/report/words/count.h"

namespace gemmlab::html {
namespace {

using Lengths = std::initializer_list<std::pair<const char*, double>>;

Node with(Node shape, const Lengths& lengths) {
  for (const auto& [attribute, length] : lengths) {
    set(shape, attribute, short_number(length));
  }
  return shape;
}

}  // namespace

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
  for (auto at = digits.size() < 5 ? 0 : int(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(std::size_t(at), "\u2009");
  }
  return digits;
}

std::string counted_in_groups(std::uint64_t number, std::string_view noun) {
  return fmt::format("{} {}", grouped(number), number == 1 ? std::string(noun) : plural(noun));
}

std::string page(std::string_view title, std::string_view style, const pugi::xml_document& content,
                 std::string_view script) {
  std::ostringstream body;
  content.save(body, "", pugi::format_raw | pugi::format_no_declaration);
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
      "<meta name=\"color-scheme\" content=\"light dark\">"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'unsafe-inline'{}\">"
      "<title>{}</title>\n<style>\n{}</style></head>\n<body>{}{}</body></html>\n",
      script.empty() ? "" : "; script-src 'unsafe-inline'", title, style, body.str(),
      script.empty() ? "" : fmt::format("<script>\n{}</script>", script));
}

Node add_svg(Node parent, double width, double height, std::string_view label) {
  const Node svg = add_void(parent, "svg");
  set(svg, "viewBox", drawn("0 0 {} {}", width, height));
  with(svg, {{"width", width}, {"height", height}});
  set(svg, "role", "img");
  set(svg, "aria-label", label);
  return svg;
}

Node add_rect(Node svg, double x, double y, double width, double height, std::string_view classes) {
  return with(add_void(svg, "rect", classes),
              {{"x", x}, {"y", y}, {"width", width}, {"height", height}});
}

Node add_line(Node svg, double x1, double y1, double x2, double y2, std::string_view classes) {
  return add_path(svg, drawn("M{} {}L{} {}", x1, y1, x2, y2), classes);
}

Node add_circle(Node svg, double x, double y, double radius, std::string_view classes) {
  return with(add_void(svg, "circle", classes), {{"cx", x}, {"cy", y}, {"r", radius}});
}

Node add_path(Node svg, const std::string& path, std::string_view classes) {
  const Node node = add_void(svg, "path", classes);
  set(node, "d", path);
  return node;
}

Node add_label(Node svg, double x, double y, std::string_view text, std::string_view classes) {
  const Node node = with(add_void(svg, "text", classes), {{"x", x}, {"y", y}});
  add_text(node, text);
  return node;
}

void add_title(Node shape, std::string_view text) {
  add(shape, "title", "", text);
}

Node add_table(Node parent, const std::vector<std::string>& heads, std::string_view classes) {
  const Node table = add(add_picture_box(parent), "table", classes);
  const Node row = add(table, "tr");
  for (const std::string& head : heads) {
    set(add(row, "th", "", head), "scope", "col");
  }
  return table;
}

Node add_row(Node table, const std::vector<Cell>& cells) {
  const Node row = add(table, "tr");
  for (const auto& [classes, text] : cells) {
    add(row, "td", classes, text);
  }
  return row;
}

Node add_details(Node parent, std::string_view summary) {
  const Node details = add(parent, "details");
  add(details, "summary", "", summary);
  return details;
}

Node add_picture_box(Node parent) {
  const Node box = add(parent, "div", "scroll");
  set(box, "tabindex", "0");
  return box;
}

void add_legend_item(Node legend, std::string_view classes, std::string_view text) {
  const Node item = add(legend, "li");
  add(item, "span", fmt::format("swatch {}", classes));
  add_text(item, text);
}

}  // namespace gemmlab::html
