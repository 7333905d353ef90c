// The steps of lab 00: what each computes, and what out holds after its usual mistakes.
#include <cmath>

#include "grader/core/array_task.h"

namespace gemmlab {
namespace {

constexpr int kBlock = 256, kSide = 16;  // threads of a block, and of its sides

Shape array_of(int n, const char* reason, bool only_launch = false) {
  return {1, n, 1, reason, only_launch};
}
Shape matrix_of(int rows, int cols, const char* reason) {
  return {rows, cols, rows, reason};
}
Shape blocks_of(int blocks, const char* reason) {
  return {blocks, 1, kBlock * blocks, reason};
}

// out[i] = value(i), for as many elements as out has.
template <typename Value>
Elements each(const Shape& shape, Value value) {
  Elements out(std::size_t(shape.m) * shape.n);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = value(int(i));
  }
  return out;
}

// An element by its number within the block of element i, counted around the block.
float in_block(const std::vector<float>& in, int i, int place) {
  return in[std::size_t(i / kBlock * kBlock + (place + kBlock) % kBlock)];
}

Elements doubled(const Shape& shape, const std::vector<float>& in) {
  return each(shape, [&](int i) { return 2.0 * in[i]; });
}
Elements copied(const Shape& shape, const std::vector<float>& in) {
  return each(shape, [&](int i) { return in[i]; });
}
Elements squared(const Shape& shape, const std::vector<float>& in) {
  return each(shape, [&](int i) { return double(in[i]) * in[i]; });
}
Elements only_twos(const Shape& shape, const std::vector<float>&) {
  return each(shape, [](int) { return 2.0; });
}
// Doubled where `has_element`, else never stored.
template <typename HasElement>
Elements some_doubled(const Shape& shape, const std::vector<float>& in, HasElement has_element) {
  return each(shape, [&](int i) { return has_element(i, shape.n) ? 2.0 * in[i] : NAN; });
}
Elements first_block(const Shape& shape, const std::vector<float>& in) {
  return some_doubled(shape, in, [](int i, int) { return i < kBlock; });
}
Elements one_a_block(const Shape& shape, const std::vector<float>& in) {
  return some_doubled(shape, in, [](int i, int n) { return i < n / kBlock; });
}
Elements one_apart(const Shape& shape, const std::vector<float>& in) {
  return some_doubled(shape, in, [](int i, int n) { return i < n / kBlock + kBlock - 1; });
}
Elements all_but_last(const Shape& shape, const std::vector<float>& in) {
  return some_doubled(shape, in, [](int i, int n) { return i < n - 1; });
}
Elements only_first(const Shape& shape, const std::vector<float>& in) {
  return some_doubled(shape, in, [](int i, int) { return i == 0; });
}
Elements whole_blocks(const Shape& shape, const std::vector<float>& in) {
  return some_doubled(shape, in, [](int i, int n) { return i < n / kBlock * kBlock; });
}
Elements a_quarter(const Shape& shape, const std::vector<float>& in) {
  return some_doubled(shape, in, [](int i, int n) { return i < (n + 3) / 4; });
}
Elements one_block_of_64(const Shape& shape, const std::vector<float>& in) {
  return some_doubled(shape, in, [](int i, int) { return i % 256 < 64; });
}

Elements doubled_whole(const Shape& shape, const std::vector<float>& in) {
  return each(shape, [&](int i) { return 2 * std::trunc(in[i]); });
}
Elements whole_doubled(const Shape& shape, const std::vector<float>& in) {
  return each(shape, [&](int i) { return std::trunc(2 * in[i]); });
}

constexpr const char* kCutOff =
    "A fraction is cut off: a number is kept in a variable for whole numbers, such as int. Declare "
    "that as float.";
const Mistake kWhole{doubled_whole, kCutOff}, kStoredWhole{whole_doubled, kCutOff};
const Mistake kOnlyCopied{copied, "out holds the numbers of in, unchanged: store 2 * in[i]."};
const Mistake kSquared{squared,
                       "out holds the squares, in[i] * in[i]: twice a number is 2 * in[i]."};

const ArrayTask one_thread{
    .out = doubled,
    .mistakes = {
        {copied, "out[0] holds the number of in, unchanged: the factor 2 is missing."},
        {only_twos, "out[0] is 2, whatever in holds: multiply by in[0], do not only store."},
        kWhole,
        kStoredWhole,
        kSquared}};
const ArrayTask index{
    .out = doubled,
    .mistakes = {
        {first_block,
         "Only the first 256 elements were stored: every block has the same i, because "
         "blockIdx.x * blockDim.x is missing in it."},
        {one_a_block,
         "Only as many elements were stored as there are blocks: all threads of a block have "
         "the same i, because threadIdx.x is missing in it."},
        {one_apart,
         "Blocks begin one element apart, so that they store the same elements: blockIdx.x must be "
         "multiplied by the number of threads in a block, blockDim.x."},
        {only_first,
         "Only out[0] was stored: i must differ from thread to thread. It is blockIdx.x * "
         "blockDim.x + threadIdx.x."},
        kOnlyCopied,
        kWhole,
        kStoredWhole,
        kSquared}};
const ArrayTask guard{
    .out = doubled,
    .mistakes = {
        {all_but_last,
         "The last element, out[n - 1], was never stored: the guard leaves out one thread too "
         "many. Elements 0 to n - 1 exist, that is i < n."},
        {whole_blocks,
         "Only whole blocks stored something: the guard must ask for the element, i < n, not "
         "for the block."},
        kOnlyCopied,
        kWhole,
        kStoredWhole,
        kSquared}};

Elements row_added(const Shape& shape, const std::vector<float>& in) {
  return each(shape, [&](int i) { return double(in[i]) + i / shape.n; });
}
Elements column_added(const Shape& shape, const std::vector<float>& in) {
  return each(shape, [&](int i) { return double(in[i]) + i % shape.n; });
}
Elements row_in_block_added(const Shape& shape, const std::vector<float>& in) {
  return each(shape, [&](int i) { return double(in[i]) + i / shape.n % kSide; });
}
Elements block_row_added(const Shape& shape, const std::vector<float>& in) {
  return each(shape, [&](int i) { return double(in[i]) + i / shape.n / kSide; });
}
Elements place_added(const Shape& shape, const std::vector<float>& in) {
  return each(shape, [&](int i) { return double(in[i]) + i; });
}
Elements row_numbers(const Shape& shape, const std::vector<float>&) {
  return each(shape, [&](int i) { return i / shape.n; });
}
Elements rows_apart_by_rows(const Shape& shape, const std::vector<float>& in) {
  Elements out(in.size(), NAN);
  for (int row = 0; row < shape.m; ++row) {  // a later row may come last or first
    for (int col = 0; col < shape.n; ++col) {
      const std::size_t at = std::size_t(row) * shape.m + col;
      if (at < out.size()) {
        out[at] = double(in[at]) + row;
      }
    }
  }
  return out;
}
Elements column_by_column(const Shape& shape, const std::vector<float>& in) {
  return each(shape, [&](int i) { return double(in[i]) + i % shape.m; });
}
Elements without_last_row(const Shape& shape, const std::vector<float>& in) {
  return each(shape,
              [&](int i) { return i / shape.n < shape.m - 1 ? double(in[i]) + i / shape.n : NAN; });
}

const ArrayTask two_dimensions{
    .out = row_added,
    .mistakes =
        {{copied, "out holds in, unchanged: add the number of the row."},
         {column_added,
          "The number of the column was added. It must be that of the row, which counts with "
          "threadIdx.y and blockIdx.y."},
         {row_in_block_added,
          "The number of the row within its block was added, threadIdx.y: from the second block on "
          "it is too small. Add the number of the row in the whole matrix, row."},
         {block_row_added,
          "The number of the block was added, blockIdx.y. Add the number of the row in the whole "
          "matrix, row."},
         {place_added,
          "The place in memory was added, row * cols + col. Add the number of the row, row."},
         {row_numbers, "out holds the numbers of the rows alone: add them to in."},
         {column_by_column,
          "The elements are taken column by column, as col * rows + row. They lie row by row: "
          "element (row, col) is at row * cols + col."},
         {rows_apart_by_rows,
          "Rows are taken to begin every `rows` elements. A row has `cols` elements, so that "
          "element (row, col) is at row * cols + col."},
         {without_last_row,
          "The last row was never stored: rows 0 to rows - 1 exist, that is row < rows."}},
    .has_rows = true};
const ArrayTask stride{
    .out = doubled,
    .mistakes =
        {{first_block,
          "Each thread stored its first element only: there are 256 threads and more elements. "
          "A loop is missing, or it ends after its first turn."},
         {a_quarter,
          "Only the first quarter was stored: the loop ends too early. It goes on as long as i "
          "< n."},
         {one_block_of_64,
          "Three of every four elements are never stored: the loop steps too far."},
         {all_but_last, "The last element was never stored: elements 0 to n - 1 exist, i < n."},
         kOnlyCopied,
         kWhole,
         kStoredWhole,
         kSquared},
    .stored_again =
        "out is right, but elements were stored more than once: the threads do each "
        "other's work. From one element of a thread to its next, i grows by the number "
        "of all threads, i += threads.",
    .scattered =
        "out is right, but each thread has a piece of elements in a row. Threads of a warp work at "
        "the same time, and then their elements are far apart: memory is read in pieces of 32 "
        "bytes, of which each then serves few threads. Neighbouring threads take neighbouring "
        "elements, out[first], and go on by the number of all threads, i += threads."};
const ArrayTask launch{
    .out = doubled,
    .mistakes = {
        {whole_blocks,
         "The elements behind the last whole block were never stored: n / 256 rounds down. "
         "Round up: (n + 255) / 256."},
        {first_block,
         "Only the first 256 elements were stored: one block was launched. Between <<< and "
         ">>> comes first the number of blocks, then that of threads in a block."}}};
const ArrayTask copies{
    .out = doubled,
    .mistakes = {{copied,
                  "out holds the numbers of in: the copy back takes in_gpu, or the "
                  "kernel did not run between the copies."},
                 {a_quarter,
                  "Only the first quarter came back: cudaMemcpy counts bytes, not "
                  "elements, and a float has four. Pass `bytes`."}},
    .is_on_host = true};
const ArrayTask error{
    .out = doubled, .mistakes = {kOnlyCopied}, .is_on_host = true, .most_threads = 1024};

Elements with_right(const Shape& shape, const std::vector<float>& in) {
  return each(shape, [&](int i) { return double(in[i]) + in_block(in, i, i % kBlock + 1); });
}
Elements of_first_block(const Shape& shape, const std::vector<float>& in) {
  return each(shape, [&](int i) { return double(in[i % kBlock]) + in[(i % kBlock + 1) % kBlock]; });
}
Elements left_twice(const Shape& shape, const std::vector<float>& in) {
  return each(shape, [&](int i) {
    const int t = i % kBlock;
    return double(in[i]) + 2.0 * in_block(in, i, t - 1) + in_block(in, i, t - 2);
  });
}
Elements in_added_twice(const Shape& shape, const std::vector<float>& in) {
  return each(shape, [&](int i) { return double(in[i]) + 2.0 * in_block(in, i, i % kBlock - 1); });
}
Elements two_places_left(const Shape& shape, const std::vector<float>& in) {
  return each(shape, [&](int i) {
    const int t = i % kBlock;
    return double(in[i]) + 2.0 * in_block(in, i, t - 2) + in_block(in, i, t - 4);
  });
}
Elements reversed(const Shape& shape, const std::vector<float>& in) {
  return each(shape, [&](int i) { return in_block(in, i, kBlock - 1 - i % kBlock); });
}
Elements all_reversed(const Shape& shape, const std::vector<float>& in) {
  return each(shape, [&](int i) { return in[in.size() - 1 - i]; });
}
Elements first_reversed(const Shape& shape, const std::vector<float>& in) {
  return each(shape, [&](int i) { return in[kBlock - 1 - i % kBlock]; });
}

const ArrayTask shared_array{
    .out = with_right,
    .mistakes = {
        {of_first_block,
         "All blocks hold the sums of the first one: tile is filled from in[t], which is the "
         "first block's element. This thread's is in[i]."}}};
const ArrayTask barrier{
    .out = left_twice,
    .mistakes = {{in_added_twice,
                  "The left neighbour's element of in was added twice: in the second turn its sum "
                  "so far must lie in tile. Store mine, not in[i]."},
                 {two_places_left,
                  "The number two places to the left was added: this thread's own place of tile is "
                  "tile[t]."}}};
const ArrayTask reversal{
    .out = reversed,
    .mistakes = {
        {copied,
         "out holds in, not reversed: each thread takes back what it stored itself. Opposite "
         "of place t is place 255 - t: turn once, where you store or where you read."},
        {all_reversed,
         "The whole array is reversed. Here each block reverses its own 256 elements, and "
         "stays where it is."},
        {first_reversed,
         "All blocks hold the first block's elements: tile is filled from in[t]. This "
         "thread's element is in[i]."}}};

// The sum over a block's places of factor(t) * in.
template <typename Factor>
Elements sums(const Shape& shape, const std::vector<float>& in, Factor factor) {
  return each(shape, [&](int b) {
    double sum = 0;
    for (int t = 0; t < kBlock; ++t) {
      sum += factor(t) * in[std::size_t(b) * kBlock + t];
    }
    return sum;
  });
}
Elements block_sums(const Shape& shape, const std::vector<float>& in) {
  return sums(shape, in, [](int) { return 1; });
}
Elements firsts(const Shape& shape, const std::vector<float>& in) {
  return sums(shape, in, [](int t) { return t == 0; });
}
Elements of_powers(const Shape& shape, const std::vector<float>& in) {
  return sums(shape, in, [](int t) { return t == 0 || (t & (t - 1)) == 0; });
}
Elements lasts(const Shape& shape, const std::vector<float>& in) {
  return sums(shape, in, [](int t) { return t == kBlock - 1; });
}

const ArrayTask sum{
    .out = block_sums,
    .mistakes = {
        {firsts,
         "out holds each block's first number: nothing was added to sums[0]. Thread t adds "
         "sums[t + half] to sums[t]."},
        {lasts, "out holds each block's last number: add with +=; = only replaces what was there."},
        {of_powers,
         "out holds the sum of the places 0, 1, 2, 4, 8 ... only: all `half` threads must "
         "add in each turn, not thread 0 alone."}}};

// The first shape is the one in which mistakes show best.
Spec step(const char* name, const char* promise, const ArrayTask& task, std::vector<Shape> shapes,
          std::vector<InputKind> inputs = {InputKind::identity, InputKind::uniform}) {
  return {.lab = std::string("00_first_kernels/") + name,
          .promise = promise,
          .shapes = std::move(shapes),
          .draws_shapes = false,
          .inputs = std::move(inputs),
          .evidence = {},
          .speed = {},
          .points = {.values = 100, .evidence = 0, .speed = 0},
          .task = &task};
}

const std::vector<Shape> kAnySize = {
    array_of(1000, "a part of a block"), array_of(256, "one whole block"),
    array_of(1024, "whole blocks"), array_of(257, "one element more than a block"),
    array_of(1, "one element")};
const std::vector<Shape> kWholeBlocks = {array_of(1024, "four blocks"), array_of(256, "one block"),
                                         array_of(1280, "five blocks")};

const Spec specs[] = {
    step("01_one_thread", "out[0] = 2 * in[0]", one_thread, {array_of(1, "one number")},
         {InputKind::uniform}),  // the first of the others is 1, which is its own square
    step("02_index", "out = 2 * in for n a multiple of 256", index, kWholeBlocks),
    step("03_guard", "out = 2 * in for any n >= 1", guard, kAnySize),
    step("04_two_dimensions", "out = in + row for any rows, cols >= 1", two_dimensions,
         {matrix_of(20, 50, "parts of blocks"), matrix_of(50, 20, "more rows than columns"),
          matrix_of(16, 32, "whole blocks"), matrix_of(33, 33, "square"),
          matrix_of(1, 1, "one element")}),
    step("05_stride", "out = 2 * in for any n >= 1", stride, kAnySize),
    step("06_launch", "out = 2 * in for any n >= 1", launch,
         {array_of(1000, "a part of a block"), array_of(256, "one whole block"),
          array_of(2048, "more threads than a block may have"), array_of(1, "one element"),
          array_of(300001, "more blocks than a block may have threads", true)}),
    step("07_copies", "out = 2 * in in host memory, for any n >= 1", copies,
         {array_of(1000, "a part of a block"), array_of(256, "one whole block"),
          array_of(4, "four elements")}),
    step("08_error", "out = 2 * in in host memory for n up to 1024, above that an error", error,
         {array_of(1000, "a part of a block"), array_of(1025, "one thread too many"),
          array_of(1024, "the largest block"), array_of(1, "one element"),
          array_of(5000, "far too many threads")}),
    step("09_shared_array", "each element and its right neighbour", shared_array, kWholeBlocks),
    step("10_barrier", "twice, each element and its left neighbour", barrier, kWholeBlocks),
    step("11_reversal", "each block reversed", reversal, kWholeBlocks),
    step("12_sum", "the sum of each block", sum,
         {blocks_of(4, "four blocks"), blocks_of(1, "one block"), blocks_of(5, "five blocks")}),
};
const RegisterSpec registered[] = {
    RegisterSpec(specs[0]), RegisterSpec(specs[1]),  RegisterSpec(specs[2]),
    RegisterSpec(specs[3]), RegisterSpec(specs[4]),  RegisterSpec(specs[5]),
    RegisterSpec(specs[6]), RegisterSpec(specs[7]),  RegisterSpec(specs[8]),
    RegisterSpec(specs[9]), RegisterSpec(specs[10]), RegisterSpec(specs[11])};

}  // namespace
}  // namespace gemmlab
