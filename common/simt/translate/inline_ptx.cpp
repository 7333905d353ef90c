#include "common/simt/translate/inline_ptx.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/simt/translate/ptx_statement.h"
#include "common/simt/translate/rewrite.h"
#include "common/simt/translate/tokens.h"

namespace simt {
namespace {

// An instruction of the list. operands: how many registers stand in each place, first those of a
// result, if it has one; [ for an address in shared memory, @ for one in global memory, # for a
// number; what follows a ? may be left out.
struct Instruction {
  std::string_view text, operands, function;
};

constexpr std::array kInstructions = {
    Instruction{"mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", "4424", "mma_tf32_8"},
    Instruction{"mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32", "4214", "mma_bfloat16_8"},
    Instruction{"mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", "4424", "mma_bfloat16_16"},
    Instruction{"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "4424", "mma_half_16"},
    Instruction{"mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16", "2422", "mma_half_to_half_16"},
    Instruction{"ldmatrix.sync.aligned.m8n8.x1.shared.b16", "1[", "load_matrix_1"},
    Instruction{"ldmatrix.sync.aligned.m8n8.x2.shared.b16", "2[", "load_matrix_2"},
    Instruction{"ldmatrix.sync.aligned.m8n8.x4.shared.b16", "4[", "load_matrix_4"},
    Instruction{"ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16", "1[", "load_transposed_1"},
    Instruction{"ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16", "2[", "load_transposed_2"},
    Instruction{"ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16", "4[", "load_transposed_4"},
    Instruction{"cvt.rna.tf32.f32", "11", "round_to_tf32"},
    Instruction{"cp.async.ca.shared.global", "[@#?1", "start_copy"},
    Instruction{"cp.async.cg.shared.global", "[@#?1", "start_copy"},
    Instruction{"cp.async.commit_group", "", "end_copy_group"},
    Instruction{"cp.async.wait_group", "#", "wait_for_copies"},
    Instruction{"cp.async.wait_all", "", "wait_for_all_copies"},
};

constexpr const char* kList =
    "it knows mma.sync of m16n8k8 (tf32, bf16) and m16n8k16 (f16, bf16), ldmatrix, "
    "cvt.rna.tf32.f32 and cp.async, one instruction in each asm";

// Hints and defaults change nothing here.
std::string without_hints(std::string text) {
  for (const std::string_view hint : {"::cta", ".L2::64B", ".L2::128B", ".L2::256B"}) {
    if (const std::size_t at = text.find(hint); at != std::string::npos) {
      text.erase(at, hint.size());
    }
  }
  return text;
}

const Instruction* find_instruction(const std::string& text) {
  const std::string plain = without_hints(text);
  const auto found = std::ranges::find(kInstructions, plain, &Instruction::text);
  return found == kInstructions.end() ? nullptr : &*found;
}

// Reads what follows the instruction's name.
class OperandReader {
 public:
  OperandReader(const std::vector<std::string>& words, int operands)
      : words_(words), operands_(operands) {}

  // In the order of the text; nothing if it does not fit the pattern.
  std::optional<std::vector<int>> read(std::string_view pattern) {
    bool is_first = true, may_end = false;
    for (const char place : pattern) {
      if (place == '?') {
        may_end = true;
        continue;
      }
      if (may_end && (is(";") || at_ == words_.size())) {
        break;
      }
      if (!is_first && !skip(",")) {
        return std::nullopt;
      }
      is_first = false;
      if (!(place == '[' || place == '@' ? address()
            : place == '#'               ? number()
                                         : registers(place - '0'))) {
        return std::nullopt;
      }
    }
    skip(";");
    return at_ == words_.size() ? std::optional(order_) : std::nullopt;
  }

 private:
  bool is(std::string_view word) const { return at_ < words_.size() && words_[at_] == word; }
  bool skip(std::string_view word) {
    const bool found = is(word);
    at_ += found ? 1 : 0;
    return found;
  }
  std::optional<int> whole(std::string_view digits) const {
    int value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool is_whole = error == std::errc() && end == digits.data() + digits.size();
    return is_whole && value >= 0 ? std::optional(value) : std::nullopt;
  }
  // %0
  bool operand() {
    if (at_ == words_.size() || !words_[at_].starts_with('%')) {
      return false;
    }
    const auto index = whole(std::string_view(words_[at_]).substr(1));
    if (!index || *index >= operands_) {
      return false;
    }
    order_.push_back(*index);
    ++at_;
    return true;
  }
  bool address() { return skip("[") && operand() && skip("]"); }
  bool number() {
    if (operand()) {
      return true;
    }
    const auto value = at_ < words_.size() ? whole(words_[at_]) : std::nullopt;
    if (value) {
      order_.push_back(-1 - *value);
      ++at_;
    }
    return value.has_value();
  }
  bool registers(int count) {
    const bool in_braces = skip("{");
    if (!in_braces && count > 1) {
      return false;
    }
    for (int i = 0; i < count; ++i) {
      if ((i > 0 && !skip(",")) || !operand()) {
        return false;
      }
    }
    return !in_braces || skip("}");
  }

  const std::vector<std::string>& words_;
  std::size_t at_ = 1;
  int operands_;
  std::vector<int> order_;
};

// The bytes of an operand with this constraint, 0 for a number; nothing: it is not supported.
std::optional<int> bytes_of(std::string_view constraint) {
  return constraint == "r" || constraint == "f" ? std::optional(4)
         : constraint == "l"                    ? std::optional(8)
         : constraint == "n"                    ? std::optional(0)
                                                : std::nullopt;
}

// What an operand is, by its constraint.
struct Constraint {
  int bytes = 0;
  bool is_written = false, is_read = true;
};

std::optional<Constraint> constraint_of(const Token& literal) {
  const std::string text = characters_of(literal).value_or("");
  const bool is_result = text.starts_with('='), is_changed = text.starts_with('+');
  const auto bytes = bytes_of(std::string_view(text).substr(is_result || is_changed));
  return bytes ? std::optional(Constraint{*bytes, is_result || is_changed, !is_result})
               : std::nullopt;
}

std::string wrapper_of(const Constraint& constraint) {
  const char* const name = !constraint.is_written ? "given"
                           : constraint.is_read   ? "changed"
                                                  : "written";
  return std::string("::simt::") + name + "<" + std::to_string(constraint.bytes) + ">";
}

// Whether results are written and all else is read, each with its size.
bool are_as_used(const Instruction& instruction, const std::vector<int>& order,
                 const std::vector<Constraint>& constraints) {
  std::size_t at = 0;
  for (const char place : instruction.operands) {
    const bool is_result = at == 0 && std::isdigit(static_cast<unsigned char>(place)) != 0;
    const int count = std::isdigit(static_cast<unsigned char>(place)) != 0 ? place - '0' : 1;
    for (int i = 0; place != '?' && i < count && at < order.size(); ++i, ++at) {
      if (order[at] < 0) {
        continue;  // a number in the text
      }
      const Constraint& here = constraints[static_cast<std::size_t>(order[at])];
      const int bytes = place == '@' ? 8 : place == '#' ? 0 : 4;
      if (here.bytes != bytes || (is_result ? !here.is_written : !here.is_read)) {
        return false;
      }
    }
  }
  return true;
}

struct Known {
  const Instruction* instruction = nullptr;
  std::vector<int> order;
  std::vector<std::string> wrappers;  // of each operand: "::simt::given<4>"
};

std::optional<Known> known(const Tokens& tokens, const PtxStatement& statement) {
  const std::vector<std::string> words = ptx_words(statement.text);
  Known result;
  result.instruction = words.empty() ? nullptr : find_instruction(words[0]);
  if (result.instruction == nullptr) {
    return std::nullopt;
  }
  std::vector<Constraint> constraints;
  for (const PtxStatementOperand& operand : statement.operands) {
    const auto constraint = constraint_of(tokens.at(operand.constraint));
    if (!constraint) {
      return std::nullopt;
    }
    constraints.push_back(*constraint);
    result.wrappers.push_back(wrapper_of(*constraint));
  }
  const auto order = OperandReader(words, static_cast<int>(statement.operands.size()))
                         .read(result.instruction->operands);
  if (!order || !are_as_used(*result.instruction, *order, constraints)) {
    return std::nullopt;
  }
  result.order = *order;
  return result;
}

}  // namespace

bool is_asm(const Token& token) {
  return token.is_any({"asm", "__asm", "__asm__"});
}

std::string why_ptx_is_refused(const Tokens& tokens, int index) {
  const std::optional<PtxStatement> statement = read_ptx_statement(tokens, index);
  if (statement && known(tokens, *statement)) {
    return "";
  }
  const std::vector<std::string> words =
      statement ? ptx_words(statement->text) : std::vector<std::string>();
  const std::string of = words.empty() ? "" : ": " + words[0];
  return "the simulator does not support inline PTX (asm" + of +
         ") yet, so it cannot run this file: " + kList;
}

void rewrite_inline_ptx(Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
  for (int i = 0; i < tokens.size(); ++i) {
    if (!is_asm(tokens.at(i))) {
      continue;
    }
    const std::optional<PtxStatement> statement = read_ptx_statement(tokens, i);
    const std::optional<Known> found = statement ? known(tokens, *statement) : std::nullopt;
    if (!found) {
      throw rewrite.error(TranslateError::Kind::refused, i, why_ptx_is_refused(tokens, i));
    }
    std::string begin = "::simt::ptx<::simt::Ptx::" + std::string(found->instruction->function);
    for (const int operand : found->order) {
      begin += ", " + std::to_string(operand);
    }
    begin += ">(";
    int from = i;
    // What follows keeps its line.
    const auto replace = [&](int next, const std::string& text) {
      const bool is_lower = tokens.at(next).line != tokens.at(from).line;
      rewrite.replace(from, next - 1, text + (is_lower ? rewrite.line_marker(next) : ""));
    };
    for (std::size_t k = 0; k < statement->operands.size(); ++k) {
      const Span brackets = statement->operands[k].brackets;
      replace(brackets.first, (k == 0 ? begin : ", ") + found->wrappers[k]);
      from = brackets.last + 1;
    }
    if (statement->operands.empty()) {
      replace(statement->last, begin);
    } else if (from < statement->last) {
      replace(statement->last, "");
    }
    i = statement->last;
  }
}

}  // namespace simt
