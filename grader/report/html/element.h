// The page as a tree of elements. All text and attributes go through this code, so nothing from a
// student, a compiler or a file can become markup.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "grader/report/text.h"

namespace gemmlab::html {

using Node = pugi::xml_node;

inline constexpr double kDigitWidth = 6.7;  // in pixels, in drawings

// Adds a last child. Writes an end tag even if it stays empty, as HTML requires.
Node add(Node parent, const char* name, std::string_view classes = "", std::string_view text = "");

// The same for a void element of HTML or a shape of SVG, which need no end tag.
Node add_void(Node parent, const char* name, std::string_view classes = "");

void add_text(Node parent, std::string_view text);

void set(Node node, const char* attribute, std::string_view value);

// "1 234 567" with thin spaces between groups; small numbers are not split.
std::string grouped(std::uint64_t number);

// "3 checks", "1 check"
std::string counted_in_groups(std::uint64_t number, std::string_view noun);

// A whole page, which loads nothing. Only `content` may contain foreign text: every text in it is
// escaped.
std::string page(std::string_view title, std::string_view style, const pugi::xml_document& content,
                 std::string_view script = "");

// The numbers in an attribute of SVG, as in "M{} {}H{}", with two decimals at most.
template <typename... Numbers>
std::string drawn(const char* format, Numbers... numbers) {
  return fmt::format(fmt::runtime(format), short_number(numbers)...);
}

// A picture of that size, never shown larger; `label` describes it for people who cannot see it.
Node add_svg(Node parent, double width, double height, std::string_view label);

Node add_rect(Node svg, double x, double y, double width, double height, std::string_view classes);
Node add_line(Node svg, double x1, double y1, double x2, double y2, std::string_view classes);
Node add_circle(Node svg, double x, double y, double radius, std::string_view classes);
Node add_path(Node svg, const std::string& path, std::string_view classes);
Node add_label(Node svg, double x, double y, std::string_view text, std::string_view classes = "");

// The tooltip of the shape.
void add_title(Node shape, std::string_view text);

// A table with that first row; scrolls if it is too wide, by keyboard too.
Node add_table(Node parent, const std::vector<std::string>& heads, std::string_view classes = "");

// One more row of a table, with these cells.
struct Cell {
  std::string_view classes;
  std::string text;
};
Node add_row(Node table, const std::vector<Cell>& cells);

// Closed at first: only its summary is shown.
Node add_details(Node parent, std::string_view summary);

// A box for a picture that may be too wide; the keyboard can scroll it.
Node add_picture_box(Node parent);

// What a colour means; `classes` gives the item that colour.
void add_legend_item(Node legend, std::string_view classes, std::string_view text);

}  // namespace gemmlab::html
