// The page as a tree of elements, and the parts of it. All text and attributes go through this
// code, so nothing from a student, a compiler or a file can become markup.
#pragma once

#include <fmt/format.h>
#include <pugixml.hpp>

#include <map>
#include <set>

#include "grader/report/formats.h"
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
std::string counted(std::uint64_t number, std::string_view noun);

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

// ---- the parts; each adds itself to a lab's section, or nothing if it has no content ----

// "good", "bad" or "plain": the CSS class of everything that shows a verdict.
std::string verdict_class(Verdict verdict);

// "PASSED", as a label.
void add_verdict(Node parent, Verdict verdict);

// What failed, most severe first, with its place in the source; then every check with its points.
void add_checks(Node section, const LabResult& lab, const HtmlOptions& options);

// A picture of C for each failed check that compared all values.
void add_heatmaps(Node parent, const std::vector<const Check*>& checks);

// The whole source; each line that accesses memory can be expanded.
void add_source(Node section, const LabResult& lab, const HtmlOptions& options);

// Which threads of a warp access which memory: its 32 lanes and the cells; nothing if the example
// has too little information.
void add_warp(Node parent, const AccessPlace& place);

// The roofline, and prediction, simulation and measurement side by side.
void add_roofline(Node section, const LabResult& lab, const HtmlOptions& options);

// The id of that line's row, if the listing has it.
std::string line_id(const LabResult& lab, int line);

// A heading within a lab, or on a page without labs.
Node add_part(Node section, std::string_view title, const char* heading = "h3");

constexpr std::int64_t kSectorBytes = 32;

// Rows or columns drawn side by side, or a gap for those left out.
struct Band {
  std::int64_t at = 0;
  std::int64_t skipped = 0;  // above 0: a gap

  bool operator==(const Band&) const = default;
};

// The memory cells that a warp accesses, reduced to fit a drawing: rows and columns of a matrix in
// global memory, the 32 banks side by side in shared memory.
struct MemoryPicture {
  Space space = Space::global;
  unsigned cell_bytes = 4;          // of an element, or of a word of a bank
  std::int64_t width = 0;           // cells in a whole row
  bool has_rows = false;            // rows and columns are those of the variable
  std::vector<Band> rows, columns;  // from the top, from the left
  std::map<std::int64_t, std::vector<unsigned>> lanes;  // that access a cell, by its index
  std::set<std::int64_t> sectors;     // the touched sectors, by index; only global
  std::map<int, unsigned> conflicts;  // words that a bank must deliver one after the other
};

// Empty rows: nothing to draw.
MemoryPicture picture_of(const AccessPlace& place);

// "a[3][17]"; "a + 128 bytes" if the variable's extents are unknown or the byte is outside.
std::string cell_name(const WarpExample& example, std::int64_t byte);

// Whether the byte is outside the variable; false if its size is unknown.
bool is_outside(const WarpExample& example, std::int64_t byte);

}  // namespace gemmlab::html
