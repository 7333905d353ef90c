// What the text of a lab file tells of an access that a run has shown: what it stores to, with
// which index, and which barrier stands beside it.
#pragma once

#include <boost/core/noncopyable.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "common/simt/translate/outline.h"
#include "common/simt/translate/tokens.h"
#include "grader/changes/names_in_scope.h"

namespace gemmlab {

// A view: `source` must outlive it.
class SourceAccesses : boost::noncopyable {
 public:
  explicit SourceAccesses(const std::string& source);

  // The element of a variable that a line stores to, such as bs[tx][tx], and the thread's indices
  // that its index lacks: "ty". `dimensions`: of the block. Empty: the line does not tell.
  struct Store {
    std::string element, missing;
  };
  Store store_at(int line, std::string_view variable, int dimensions) const;

  // What an element of an array that the function also stores to is multiplied by, where a line
  // reads it: "beta". Empty: by nothing.
  std::string factor_of_old(int line) const;

  // Of the function around a line.
  struct Barrier {
    int line = 0;
    bool is_called = true, is_in_if = false;
  };
  std::vector<Barrier> barriers(int near) const;

  // Stores to an array of that name, or to any, under an if without else that asks for an extent.
  struct GuardedStore {
    int line = 0, guard = 0;  // the line of the if
  };
  std::vector<GuardedStore> guarded_stores(std::string_view array) const;

  // Pointers of the host that are used before they get a value: by an assignment, or by a function
  // that gets their address.
  struct Pointer {
    std::string name;
    int line = 0;                    // where it is used first
    bool is_given_by_value = false;  // there, to cudaMalloc, which needs its address
  };
  std::vector<Pointer> unset_pointers() const;
  // The pointer that a cudaMalloc at a line sets; empty: unknown.
  std::string allocated_at(int line) const;
  // Calls that copy to a pointer, or fill it, with a size that does not ask for sizeof.
  std::vector<int> sizes_without_sizeof(std::string_view pointer) const;

 private:
  struct Axes {
    bool x = false, y = false, is_unknown = false;
    std::vector<const DeclaredName*> names = {}, direct = {};  // that they come from
  };
  std::string text(simt::Span span) const;
  bool is_stored_to(int name) const;
  bool is_of_kernel(const DeclaredName& parameter) const;
  void collect_axes(simt::Span span, Axes& axes, int depth) const;
  std::string missing_axes(const Axes& used, int token, int dimensions) const;
  bool may_be_set_by_call(int token) const;
  bool is_used_by_call(int token) const;
  bool asks_for_extent(simt::Span span, int depth = 0) const;
  std::string factor_beside(simt::Span operand) const;
  std::string factor_of_assigned(int line) const;
  simt::Span value_of(const DeclaredName& name) const;
  simt::Span function_around(int line) const;

  const simt::Tokens tokens_;
  const simt::Outline outline_;
  const NamesInScope names_;
};

}  // namespace gemmlab
