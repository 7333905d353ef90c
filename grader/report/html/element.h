// The page as a tree of elements. All text and all attributes go through here, so that nothing a
// student, a compiler or a file says can become markup.
#pragma once

#include <fmt/format.h>
#include <pugixml.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace gemmlab::html {

using Node = pugi::xml_node;

inline constexpr double kDigitWidth = 6.7;  // in pixels, in drawings

// A last child. Written with an end tag even if it stays empty, as HTML demands.
Node add(Node parent, const char* name, std::string_view classes = "", std::string_view text = "");

// The same for a void element of HTML or a shape of SVG, which need none.
Node add_void(Node parent, const char* name, std::string_view classes = "");

void add_text(Node parent, std::string_view text);

void set(Node node, const char* attribute, std::string_view value);

// "1 234 567" with thin blanks between groups; small numbers stay whole.
std::string grouped(std::uint64_t number);

// "3 checks", "1 check"
std::string counted(std::uint64_t number, std::string_view noun);

// A whole page. Only `content` may hold what is not ours: there each text is escaped.
std::string page(std::string_view title, std::string_view style, const pugi::xml_document& content);

// A picture of that size, shown no larger; `label` says what it shows to those who do not see it.
Node add_svg(Node parent, double width, double height, std::string_view label);

Node add_rect(Node svg, double x, double y, double width, double height, std::string_view classes);
Node add_line(Node svg, double x1, double y1, double x2, double y2, std::string_view classes);
Node add_circle(Node svg, double x, double y, double radius, std::string_view classes);
Node add_path(Node svg, const std::string& path, std::string_view classes);
Node add_label(Node svg, double x, double y, std::string_view text, std::string_view classes = "");

// What a pointer that rests on the shape shows.
void add_title(Node shape, std::string_view text);

}  // namespace gemmlab::html
