// Shapes of inline pictures. Lengths are pixels.
#pragma once

#include <string>
#include <string_view>

#include "grader/report/html/element.h"

namespace gemmlab::html {

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
