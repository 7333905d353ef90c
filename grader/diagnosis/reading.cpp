// Hypotheses about which elements of A and B a program multiplies.
#include "grader/diagnosis/reader.h"

namespace gemmlab {
namespace {

void explain_layout(const WrongElements& is, const Reader& from, Explanations& found) {
  const auto a_rows_of = [&](int length) {
    return [&, length](int row, int, int p) { return from.in_a(std::size_t(row) * length + p); };
  };
  const auto b_rows_of = [&](int length) {
    return [&, length](int, int col, int p) { return from.in_b(std::size_t(p) * length + col); };
  };
  for (const auto& [length, extent] : {std::pair{is.n, "n"}, std::pair{is.m, "m"}}) {
    from.attempt(found, {Diagnosis::wrong_row_length,
                         fmt::format("A is read as if its rows were {} = {} elements long; they "
                                     "have k = {}: element (row, p) is a[row * k + p].",
                                     extent, length, is.k),
                         a_rows_of(length),
                         {}});
  }
  for (const auto& [length, extent] : {std::pair{is.k, "k"}, std::pair{is.m, "m"}}) {
    from.attempt(found, {Diagnosis::wrong_row_length,
                         fmt::format("B is read as if its rows were {} = {} elements long; they "
                                     "have n = {}: element (p, col) is b[p * n + col].",
                                     extent, length, is.n),
                         {},
                         b_rows_of(length)});
  }
  // With the stride that a transpose has, or with the matrix' own, as tests on squares allow.
  for (const auto& [a_stride, b_stride] : {std::pair{is.m, is.k}, std::pair{is.k, is.n}}) {
    from.try_all(
        found, Diagnosis::operand_transposed,
        "A is read transposed: row and p are swapped in its index. Element (row, p) is "
        "a[row * k + p].",
        "B is read transposed: p and col are swapped in its index. Element (p, col) is "
        "b[p * n + col].",
        "A and B are read transposed, or in the column-major order of other libraries: element "
        "(row, p) of A is a[row * k + p], element (p, col) of B is b[p * n + col].",
        [&, stride = a_stride](int row, int, int p) {
          return from.in_a(std::size_t(p) * stride + row);
        },
        [&, stride = b_stride](int, int col, int p) {
          return from.in_b(std::size_t(col) * stride + p);
        });
  }
}

void explain_operands(const WrongElements& is, const Reader& from, Explanations& found) {
  from.attempt(found,
               {Diagnosis::operands_swapped,
                "C holds B * A: the operands are swapped. Compare the order of the "
                "arguments at the launch with the kernel's parameters.",
                [&](int row, int, int p) { return from.in_b(std::size_t(row) * is.k + p); },
                [&](int, int col, int p) { return from.in_a(std::size_t(p) * is.n + col); }});
  from.try_all(
      found, Diagnosis::row_and_column_swapped,
      "A is read at row `col` where row `row` belongs: element (row, p) is "
      "a[row * k + p].",
      "B is read at column `row` where column `col` belongs: element (p, col) is "
      "b[p * n + col].",
      "Row and column are swapped in reading both A and B.",
      [&](int, int col, int p) { return from.a(col, p); },
      [&](int row, int, int p) { return from.b(p, row); });
  for (int by : {1, -1}) {
    const char* const way = by > 0 ? "after" : "before";
    from.try_all(
        found, Diagnosis::shifted_by_one,
        fmt::format("A is read one column {} the right one: its index is off by one.", way),
        fmt::format("B is read one row {} the right one: its index is off by one.", way),
        "The index p is off by one in reading A and B.",
        [&](int row, int, int p) { return from.a(row, p + by); },
        [&](int, int col, int p) { return from.b(p + by, col); });
    from.try_all(
        found, Diagnosis::shifted_by_one,
        fmt::format("A is read one row {} the right one: its index is off by one.", way),
        fmt::format("B is read one column {} the right one: its index is off by one.", way),
        "Row and column are off by one in reading A and B.",
        [&](int row, int, int p) { return from.a(row + by, p); },
        [&](int, int col, int p) { return from.b(p, col + by); });
  }
}

}  // namespace

void explain_by_reading(const WrongElements& is, Explanations& found) {
  const Reader from(is);
  explain_layout(is, from, found);
  explain_operands(is, from, found);
  for (int tile : is.tiles()) {
    explain_phases(is, from, tile, found);
    explain_steps(is, from, tile, found);
  }
  for (int threads : is.thread_counts()) {
    explain_threads(from, threads, found);
  }
  for (int tile : is.block_tiles()) {
    explain_blocks(from, tile, found);
  }
}

}  // namespace gemmlab
