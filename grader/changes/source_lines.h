// Where in a lab file to look, as far as its text tells.
#pragma once

#include <array>
#include <boost/core/noncopyable.hpp>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/simt/translate/outline.h"
#include "common/simt/translate/tokens.h"
#include "grader/changes/names_in_scope.h"

namespace gemmlab {

// All functions return line numbers. A view: `source` must outlive it.
class SourceLines : boost::noncopyable {
 public:
  explicit SourceLines(const std::string& source)
      : tokens_(tokens_of(source)),
        outline_(tokens_),
        names_(tokens_, outline_),
        host_(body_of_host()),
        launch_(launch_in(host_)) {}

  // Of the function around a line, or without one of the file: lines with one of these tokens.
  std::vector<int> lines_containing(std::initializer_list<std::string_view> words,
                                    int near = 0) const;
  // Of the function around a line: calls that order less than a block's barrier, and barriers that
  // are not called.
  std::vector<int> weak_barriers(int near) const;
  // Where the loops around a line begin, innermost first, and where their ends are computed.
  std::vector<int> loops_around(int line) const;
  // Of these lines those with barriers of a loop that has more of them than waits for asynchronous
  // copies, and at least one wait.
  std::vector<int> spare_barriers(const std::vector<int>& lines) const;
  // The loops around a line, inside of those with a barrier, from which the compiler may merge
  // shared loads otherwise than from plain ones: with a condition, a pragma, an end or an index
  // that is not known when it compiles.
  std::vector<int> unusual_loops(int line) const;
  // Where the innermost loop around both lines ends.
  std::vector<int> end_of_loop(int line, int other) const;
  // Of a file without a kernel: loops that go on by more than one, after which a rest may be left.
  std::vector<int> long_steps() const;
  // Both lines, or instead of one in another function the last line that calls that function.
  std::pair<int, int> in_one_function(int line, int other) const;
  // What decides whether a line is reached: conditions around it, those under which the function or
  // loop may be left before, and where they are computed.
  std::vector<int> guards_of(int line) const;
  std::vector<int> declaration_of(std::string_view name) const;
  // Where elements of arrays, or of what pointers point to, are read or set.
  std::vector<int> elements() const;
  // Those of one matrix (0: a, 1: b, 2: c), of which a function has that pointer as a parameter.
  std::vector<int> elements_of(int matrix) const;
  // Declarations of what a line's indices, or those of one array, are computed from, unless that is
  // plain: a number, or without `axes` a thread's or block's index.
  std::vector<int> computed_for(int line, std::string_view of = "", bool axes = false) const;
  // Variables for whole numbers that get elements, or sums of them; casts to such, and rounding.
  std::vector<int> rounding() const;
  // Where fragments of tensor cores are loaded: those of this use, matrix_a or matrix_b, as far as
  // their declarations tell; else all operands'.
  std::vector<int> loads_of_fragments(std::string_view use) const;
  // In loops: where sums and the like are continued; and where such variables are set first.
  std::vector<int> operations() const;
  std::vector<int> beginnings() const;
  // Of the function around a line: names for dynamic shared memory that already has one.
  std::vector<int> same_memory(int near = 0) const;
  // Arrays of which an element is set there.
  std::set<std::string_view> stored_on(int line) const;
  // Of the sums' lines and these: those with a factor, a division, or a choice between numbers; all
  // if there is none.
  std::vector<int> scalings(const std::vector<int>& stores) const;
  // Where blockIdx.x, or .y, is used: for the indices on these lines, or without any everywhere.
  std::vector<int> origins(bool in_y, const std::vector<int>& near) const;
  // Where an index on these lines is computed that threadIdx.x, or .y, is a part of.
  std::vector<int> threads(bool in_y, const std::vector<int>& near) const;
  // Of the extents of A, "mk", or those of another matrix: those for which no condition asks that
  // decides about a line. Empty also if it is unknown what the extents are called there.
  std::string untested(int line, char matrix) const;
  // Where the loops around a line are left early.
  std::vector<int> breaks_around(int line) const;
  // Where elements of shared arrays are read at a fixed place.
  std::vector<int> fixed_reads() const;
  // A variable that changes between two lines, where both use it as an index; line 0: none.
  struct Variable {
    std::string_view name, type = {};
    int line = 0;
  };
  Variable changed_between(int first, int second) const;
  // A variable for small numbers only, and those below 0, that a line's indices are computed from;
  // line 0: none.
  Variable narrow_index(int line) const;
  bool launches_anything() const;
  // Whether the function around a line has a parameter that is a reference.
  bool takes_reference(int line) const;
  // Whether a line stores an element, in no loop, and no other line of its function does.
  bool is_only_store(int line) const;
  // Whether it calls a function that copies or fills memory.
  bool calls_copy(int line) const;
  // The launch at a line, and where its dim3 are declared; all launches if there is none.
  std::vector<int> extents(int line = 0) const;
  std::vector<int> block() const;  // where the last launch's is declared
  // Lines with x += y; and those that call the function around a line, the last one first.
  std::vector<int> sums() const;
  std::vector<int> callers(int near) const;

  // In matmul_host: the calls that allocate or copy what it passes for a matrix (0: a, 1: b, 2: c).
  std::vector<int> about_matrix(int matrix) const;
  // Where it calls matmul, or launches a kernel itself.
  std::vector<int> launch() const;
  // Its allocations without a cudaFree.
  std::vector<int> never_freed() const;
  // Its returns between launch and last cudaFree, and what it frees on a condition.
  std::vector<int> early_returns() const;
  // Its last return, where it asks for errors, and its launch if it never asks.
  std::vector<int> about_errors() const;

 private:
  // Lines with a token in the span for which this holds; none twice in a row.
  template <typename Holds>
  std::vector<int> lines_where(simt::Span span, Holds holds) const {
    std::vector<int> lines;
    for (int i = span.first; i <= span.last; ++i) {
      if (holds(i) && (lines.empty() || lines.back() != tokens_.at(i).line)) {
        lines.push_back(tokens_.at(i).line);
      }
    }
    return lines;
  }
  simt::Span body_of_host() const;
  int launch_in(simt::Span body) const;
  std::string_view launch_argument(int place) const;
  simt::Span function_around(int line) const;  // the body of the function there, or the file
  simt::Span first_value(const DeclaredName& name) const;
  bool is_constant(int token, simt::Span header, int depth = 0) const;
  bool is_in_lambda(int line) const;
  bool comes_from_thread(int token, std::string_view axis) const;
  bool is_set_in(std::string_view name, simt::Span loop) const;
  bool holds_elements(simt::Span value) const;
  int sum_before(int assignment) const;
  std::string address_of(simt::Span value) const;
  // The array of the element that ends at a token, if something is assigned to it; else empty.
  std::string_view stored_array(int last) const;
  std::array<std::string_view, 3> extents_in(const simt::Function& function) const;
  std::vector<simt::Span> conditions_of(int line, simt::Span body) const;

  const simt::Tokens tokens_;
  const simt::Outline outline_;
  const NamesInScope names_;
  const simt::Span host_;  // the body of matmul_host; empty if it is not there
  const int launch_;       // in matmul_host; -1: none
};

}  // namespace gemmlab
