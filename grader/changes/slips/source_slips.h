// Statements that are wrong together with what a run has shown: a question for each such failure.
#pragma once

#include <boost/core/noncopyable.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/simt/translate/outline.h"
#include "common/simt/translate/tokens.h"
#include "grader/changes/names_in_scope.h"
#include "grader/core/facts/tell.h"

namespace gemmlab {

// All functions return nothing if the text tells nothing. A view: `source` must outlive it.
class SourceSlips : boost::noncopyable {
 public:
  explicit SourceSlips(const std::string& source)
      : tokens_(tokens_of(source)), outline_(tokens_), names_(tokens_, outline_) {}

  // Nothing was ever stored to the result.
  std::optional<Tell> pointer_set() const;
  std::optional<Tell> passed_twice() const;
  // Two threads stored to one element, or an access was outside of its matrix, at a line.
  std::optional<Tell> flat_guard(int line) const;
  std::optional<Tell> part_tested(int line) const;
  // An element of an array was never stored.
  std::optional<Tell> left_before(std::string_view array) const;
  // A race within a line.
  std::optional<Tell> one_statement(int line) const;
  // Values are wrong.
  std::optional<Tell> truth_value() const;
  std::optional<Tell> whole_number() const;
  std::optional<Tell> product_skipped() const;
  // Right or wrong: an element of a fragment of tensor cores stands for a place in its matrix.
  std::optional<Tell> fragment_place() const;
  std::optional<Tell> other_argument() const;
  // A host program ended: local arrays whose index a loop counts up to `extent`.
  struct LocalArray {
    int line = 0;
    std::string_view name;
    int elements = 0;
    std::string_view extent;
  };
  std::vector<LocalArray> counted_arrays() const;
  // An error was lost.
  std::optional<Tell> asked_again() const;
  // Memory was used after it was freed.
  std::optional<Tell> freed_before(std::string_view pointer) const;
  // The compiler has proved that an index at a line is outside of its array.
  std::optional<Tell> loop_past(int line) const;
  // Neighbouring threads access elements far apart, at a line.
  std::optional<Tell> threads_apart(int line) const;
  std::optional<Tell> counted_by_columns(int line) const;
  // A kernel accessed host memory.
  std::optional<Tell> host_pointer() const;
  // The caller's result holds nothing of the kernel's; or the kernel read what nothing had filled.
  std::optional<Tell> copied_before() const;
  std::optional<Tell> copied_after() const;

 private:
  struct Copy {
    int call = 0;
    simt::Span target, source;
    std::string_view kind;
  };
  std::vector<Copy> copies_in(simt::Span body) const;
  std::string device_pointer_for(const DeclaredName& host, simt::Span body) const;
  std::optional<Tell> copied_at_wrong_time(TellKind kind) const;
  int line_of(int token) const { return tokens_.at(token).line; }
  std::string text(simt::Span span) const;
  bool begins_statement(int token) const;
  bool stores_through(std::string_view pointer, simt::Span body) const;
  int element_on(int line) const;
  bool is_own_array(int open) const;
  bool tells_place(int number, simt::Span body) const;
  std::vector<simt::Span> terms_of(simt::Span sum) const;
  bool comes_from_thread(simt::Span value, int depth) const;
  bool is_thread_index(int token, std::string_view axis) const;
  int factor_of_thread(simt::Span term) const;
  int number_named(std::string_view name, int token) const;

  const simt::Tokens tokens_;
  const simt::Outline outline_;
  const NamesInScope names_;
};

}  // namespace gemmlab
