// What a student's file consists of, read once from its tokens: functions, statements, loops,
// launches, and what a call's parentheses contain. It knows neither types nor macros. Brackets
// without a partner, as in a half-written file, make it find less, and never fail.
#pragma once

#include <vector>

#include "common/simt/translate/tokens.h"

namespace simt {

// With a body; also of a class, and a lambda, which has no name.
struct Function {
  int first = 0;    // where its declaration begins, as with template <...>
  int name = -1;    // -1: none
  Span parameters;  // with the parentheses
  Span body;        // with the braces; to the end of the text if nothing closes it
};

// for (...) or while (...). The while of do ... while (...); is one, too, with ; for its body.
struct Loop {
  int keyword = 0;
  Span header;  // with the parentheses
  Span body;
};

// kernel<<<configuration>>>(arguments). What a malformed one lacks is -1, or empty.
struct Launch {
  int kernel = -1;           // the first token of the kernel's name
  int open = 0, close = -1;  // <<< and >>>
  std::vector<Span> configuration;
  int parenthesis = -1;  // before the arguments
};

// One name of a declaration, with what belongs to it alone: *x[4][8] = {}
struct Declarator {
  int name = -1;        // -1: none, it begins with something else
  Span extents{0, -1};  // the brackets of an array; empty: none
  Span value{0, -1};    // behind its =; empty: none
  int end = 0;          // the , or ; or ) or } behind it; one behind the text if there is none
};

class Outline {
 public:
  explicit Outline(const Tokens& tokens);  // a view of them

  // The innermost bracket around a token; -1: none.
  int bracket_around(int token) const;

  // In the order of their bodies.
  const std::vector<Function>& functions() const { return functions_; }
  // The outermost function whose body a token is in; null: none.
  const Function* function_around(int token) const;
  // The same for the tokens of a line.
  const Function* function_at(int line) const;
  // The function whose declaration a token is in, before the body; null: none.
  const Function* function_declared_around(int token) const;

  // Where the declaration with a token begins.
  int declaration_begin(int token) const;
  // What begins at a token: at a name, or at the stars before it.
  Declarator declarator(int first) const;
  // The last token of the statement that begins at a token, with all statements in it; of the text
  // if nothing ends it. -1: a brace that nothing closes.
  int statement_end(int first) const;
  // The ; that ends the statement, or the part of a for's header, with a token; -1: none, or a
  // parenthesis or brace around the token closes before.
  int semicolon(int token) const;
  // From the last ; or brace to the next ; if no brace comes before it. Without what is inside of
  // parentheses.
  const std::vector<Span>& plain_statements() const { return plain_statements_; }
  // The statement behind the parentheses of if, for, while or switch, without else; {0, -1}: none.
  Span body_of(int keyword) const;
  const std::vector<Loop>& loops() const { return loops_; }

  const std::vector<Launch>& launches() const { return launches_; }
  const Launch* launch_at(int open) const;  // null: no launch has its <<< there
  // Where the name begins of an array element that ends at a token: x of x[2][i]; else that token.
  int array_of(int last) const;
  // The reverse: where the element ends whose name is at a token.
  int end_of_element(int name) const;
  // The = behind what ends at a token, as in x[i] = y and x[i] += y; -1: nothing is assigned to it.
  int assignment_to(int last) const;
  // Whether a ( opens the arguments of a call or a launch.
  bool opens_arguments(int open) const;
  // Between a ( and its partner, separated by commas outside of brackets. One behind a last comma
  // is no argument, if it is empty.
  std::vector<Span> arguments(int open) const;

 private:
  void find_brackets();
  void find_functions();
  void find_statement_ends();
  int end_of_statement_at(int first) const;
  void find_plain_statements();
  void find_loops_and_launches();
  std::vector<Span> split(int first, int end) const;

  const Tokens& tokens_;
  std::vector<int> brackets_;         // by token
  std::vector<int> function_around_;  // by token: an index, or -1
  std::vector<int> statement_ends_;   // by token, and one behind the last
  std::vector<int> semicolons_;       // likewise
  std::vector<Function> functions_;
  std::vector<Span> plain_statements_;
  std::vector<Loop> loops_;
  std::vector<Launch> launches_;
};

}  // namespace simt
