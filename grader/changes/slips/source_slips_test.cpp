#include "grader/changes/slips/source_slips.h"

#include <gtest/gtest.h>

namespace gemmlab {
namespace {

// A kernel with lines from 2 on.
std::string kernel_with(const std::string& body, const std::string& begin = "__global__ void k") {
  return begin + "(const float* in, float* out, int m, int n, int k) {\n" + body + "\n}\n";
}

template <typename... Arguments>
std::string told(const std::string& source,
                 std::optional<Tell> (SourceSlips::*question)(Arguments...) const,
                 Arguments... arguments) {
  const SourceSlips slips(source);
  const std::optional<Tell> tell = (slips.*question)(arguments...);
  return tell ? std::to_string(tell->line) + ": " + tell->name +
                    (tell->other.empty() ? "" : ", " + tell->other)
              : "";
}

TEST(SourceSlips, TellAPointerThatIsSetInPlaceOfAnElement) {
  const auto set = [](const std::string& body) {
    return told(kernel_with(body), &SourceSlips::pointer_set);
  };
  EXPECT_EQ(set("float two = 2 * in[0];\nout = &two;"), "3: out");
  EXPECT_EQ(set("out = out + 1;\n*out = 2 * in[0];"), "");
  EXPECT_EQ(set("out = &out[n];\nstore(out, in[0]);"), "");
  EXPECT_EQ(set("float two = 2 * in[0];"), "");
}

TEST(SourceSlips, TellALaunchThatWritesWhereItReads) {
  const auto passed = [](const std::string& arguments) {
    return told(kernel_with("out[0] = in[0];") + "void f() {\nk<<<1, 1>>>(" + arguments + ");\n}\n",
                &SourceSlips::passed_twice);
  };
  EXPECT_EQ(passed("x, x, 1, 1, 1"), "5: x");
  EXPECT_EQ(passed("x, y, n, n, n"), "");
}

TEST(SourceSlips, TellAGuardThatAsksForAllElementsInPlaceOfTheColumn) {
  const std::string index = "int row = 1, col = 2;\nint at = row * n + col;\n";
  const auto flat = [&](const std::string& body) {
    return told(kernel_with(index + body), &SourceSlips::flat_guard, 5);
  };
  EXPECT_EQ(flat("if (at < m * n) {\nout[at] = 1; }"), "4: at < m * n, col < n");
  EXPECT_EQ(flat("if (at >= n * m) return;\nout[at] = 1;"), "4: at >= n * m, col < n");
  EXPECT_EQ(flat("if (row < m && col < n) {\nout[at] = 1; }"), "");
  EXPECT_EQ(flat("if (at < m) {\nout[at] = 1; }"), "");
}

TEST(SourceSlips, TellATestOfAPartOfTheIndex) {
  const auto part = [](const std::string& condition, const std::string& index) {
    return told(kernel_with("int y = 0, row0 = 0, k0 = 0, x = 0;\nbool ok = " + condition +
                            ";\nfloat v = ok ? in[" + index + "] : 0;"),
                &SourceSlips::part_tested, 4);
  };
  EXPECT_EQ(part("y < m && x < k", "(row0 + y) * k + (k0 + x)"), "3: y < m, row0 + y");
  EXPECT_EQ(part("row0 + y < m && x < k", "(row0 + y) * k + (k0 + x)"), "3: x < k, k0 + x");
  EXPECT_EQ(part("row0 + y < m && k0 + x < k", "(row0 + y) * k + (k0 + x)"), "");
  EXPECT_EQ(part("y < m && x < n", "y * n + x"), "");
}

TEST(SourceSlips, TellWhatLeavesALoopBeforeTheStore) {
  const auto left = [](const std::string& body) {
    return told(kernel_with("for (int o = 0; o < n; ++o) {\n" + body + "\n}"),
                &SourceSlips::left_before, std::string_view("t"));
  };
  EXPECT_EQ(left("if (o > m) break;\nt[o] = in[o];"), "3: t, break");
  EXPECT_EQ(left("if (o > m) {\ncontinue; }\nt[o] = in[o];"), "4: t, continue");
  EXPECT_EQ(left("t[o] = in[o];\nif (o > m) break;"), "");
  EXPECT_EQ(left("for (int p = 0; p < k; ++p) { if (p > m) break; }\nt[o] = in[o];"), "");
}

TEST(SourceSlips, TellAReadAndAWriteInOneStatement) {
  const auto both = [](const std::string& body) {
    return told(kernel_with("int t = 0;\nif (t + 1 < n) {\n" + body + " }"),
                &SourceSlips::one_statement, 4);
  };
  EXPECT_EQ(both("sums[t] += sums[t + 1];"), "3: sums");
  EXPECT_EQ(both("sums[t] = in[t];"), "");
}

TEST(SourceSlips, TellAnElementThatIsKeptAsABool) {
  const auto truth = [](const std::string& body) {
    return told(kernel_with(body), &SourceSlips::truth_value);
  };
  EXPECT_EQ(truth("bool ok = m < n,\n v = ok ? in[m] : 0.0f;"), "3: v");
  EXPECT_EQ(truth("bool v = in[n];"), "2: v");
  EXPECT_EQ(truth("bool v = in[n] > 0;"), "");
  EXPECT_EQ(truth("bool v = m < n && in[n] != 0;"), "");
  EXPECT_EQ(truth("float v = in[n];"), "");
}

TEST(SourceSlips, TellAnElementThatIsKeptAsAWholeNumber) {
  const auto whole = [](const std::string& body) {
    return told(kernel_with(body), &SourceSlips::whole_number);
  };
  EXPECT_EQ(whole("const int v = in[n];"), "2: v, int");
  EXPECT_EQ(whole("float v = in[n];"), "");
  EXPECT_EQ(whole("int v = in[n] > 0;"), "");
  EXPECT_EQ(whole("__shared__ int places[8];\nint v = places[n];"), "");
}

TEST(SourceSlips, TellAHostPointerThatAKernelGets) {
  const auto passed = [](const std::string& arguments) {
    return told(
        "__global__ void k(const float* in) {}\nvoid f(const float* in, float* other) {\nfloat* "
        "d;\n"
        "cudaMemcpy(d, in, 4, cudaMemcpyHostToDevice);\nk<<<1, 1>>>(" +
            arguments + ");\n}\n",
        &SourceSlips::host_pointer);
  };
  EXPECT_EQ(passed("in"), "5: in, d");
  EXPECT_EQ(passed("d"), "");
  EXPECT_EQ(passed("other"), "") << "nothing is copied from it";
}

TEST(SourceSlips, TellACopyOnTheWrongSideOfTheLaunch) {
  const std::string launch = "k<<<1, 1>>>(d);\n";
  const std::string there = "cudaMemcpy(d, in, 4, cudaMemcpyHostToDevice);\n",
                    back = "cudaMemcpy(in, d, 4, cudaMemcpyDeviceToHost);\n";
  const auto before = [](const std::string& body) {
    return told("void f(float* in, float* d) {\n" + body + "}\n", &SourceSlips::copied_before);
  };
  const auto after = [](const std::string& body) {
    return told("void f(float* in, float* d) {\n" + body + "}\n", &SourceSlips::copied_after);
  };
  EXPECT_EQ(before(there + back + launch), "3: d, 4");
  EXPECT_EQ(before(back + launch + back), "");
  EXPECT_EQ(before(there + launch), "");
  EXPECT_EQ(after(launch + there + back), "3: d, 2");
  EXPECT_EQ(after(there + launch + back), "");
}

TEST(SourceSlips, TellThreadsCountedAlongY) {
  const auto counted = [](const std::string& number) {
    return told(kernel_with("int tx = threadIdx.x, ty = threadIdx.y;\nint t = " + number +
                            ";\nfloat v = in[t];"),
                &SourceSlips::counted_by_columns, 4);
  };
  EXPECT_EQ(counted("tx * 16 + ty"), "3: tx * 16 + ty, ty * blockDim.x + tx");
  EXPECT_EQ(counted("ty + tx * 16"), "3: ty + tx * 16, ty * blockDim.x + tx");
  EXPECT_EQ(counted("threadIdx.x * 16 + threadIdx.y"),
            "3: threadIdx.x * 16 + threadIdx.y, threadIdx.y * blockDim.x + threadIdx.x");
  EXPECT_EQ(counted("ty * 16 + tx"), "");
  EXPECT_EQ(counted("tx * 16 + n"), "");
}

TEST(SourceSlips, TellAProductThatIsLeftOut) {
  const auto skipped = [](const std::string& body) {
    return told(kernel_with("float x = in[0], sum = 0;\n" + body), &SourceSlips::product_skipped);
  };
  EXPECT_EQ(skipped("if (x != 0.0f) sum += x * in[1];"), "3: x");
  EXPECT_EQ(skipped("for (;;) { if (x == 0) continue;\nsum += x; }"), "3: x");
  EXPECT_EQ(skipped("if (n == 0) return;\nsum += x;"), "");
}

TEST(SourceSlips, TellAnotherTemplateArgumentThanTheHosts) {
  const auto other = [](const std::string& launch) {
    return told(kernel_with("out[0] = 1;", "template <int kOutputs>\n__global__ void k") +
                    "void f() {\nconstexpr int kOutputs = 8;\n" + launch + "<<<1, 1>>>(x, y);\n}\n",
                &SourceSlips::other_argument);
  };
  EXPECT_EQ(other("k<4>"), "7: kOutputs = 8, 4");
  EXPECT_EQ(other("k<8>"), "");
  EXPECT_EQ(other("k<kOutputs>"), "");
}

TEST(SourceSlips, TellLocalArraysWithTheLoopThatCountsThroughThem) {
  const std::string source =
      kernel_with("float line[64], other[8];\nfor (int col = 0; col < n; ++col) line[col] = 0;");
  const SourceSlips slips(source);
  const auto arrays = slips.counted_arrays();
  ASSERT_EQ(arrays.size(), 1);
  EXPECT_EQ(arrays.front().name, "line");
  EXPECT_EQ(arrays.front().elements, 64);
  EXPECT_EQ(arrays.front().extent, "n");
}

TEST(SourceSlips, TellAnErrorThatIsAskedForTwice) {
  const auto again = [](const std::string& body) {
    return told(kernel_with(body), &SourceSlips::asked_again);
  };
  EXPECT_EQ(again("if (cudaGetLastError() != cudaSuccess)\nerror = cudaGetLastError();"),
            "2: cudaGetLastError()");
  EXPECT_EQ(again("error = cudaGetLastError();\nif (error) return cudaGetLastError();"), "");
  EXPECT_EQ(again("cudaGetLastError();\nk<<<1, 1>>>(x);\nerror = cudaGetLastError();"), "");
}

TEST(SourceSlips, TellWhereMemoryIsFreedTooEarly) {
  const auto freed = [](const std::string& body) {
    return told(kernel_with(body), &SourceSlips::freed_before, std::string_view("x"));
  };
  EXPECT_EQ(freed("cudaFree(x);\nmatmul(x, y);"), "2: x");
  EXPECT_EQ(freed("matmul(x, y);\ncudaFree(x);\nx = nullptr;"), "");
}

TEST(SourceSlips, TellThreadsThatTakeSeveralNeighboursEach) {
  const std::string head = "constexpr int kOutputs = 8;\n";
  const auto apart = [&](const std::string& place, const std::string& index) {
    return told(head + kernel_with("int tx = threadIdx.x, o = 0;\nint x = " + place +
                                   ";\nout[0] = in[" + index + "];"),
                &SourceSlips::threads_apart, 5);
  };
  EXPECT_EQ(apart("tx * kOutputs + o", "(m + o) * k + (n + x)"), "4: tx * kOutputs, kOutputs");
  EXPECT_EQ(apart("tx", "o * k + tx * 4 + o"), "5: tx * 4, 4");
  EXPECT_EQ(apart("tx + o * kOutputs", "o * k + x"), "");
  EXPECT_EQ(apart("tx * kOutputs", "x * k + o"), "");  // rows may be apart
}

TEST(SourceSlips, TellAnElementOfAFragmentThatStandsForAPlace) {
  const auto placed = [](const std::string& body) {
    return told(kernel_with("wmma::fragment<int> f, g;\nfloat own[8];\n" + body),
                &SourceSlips::fragment_place);
  };
  const std::string loop = "for (int e = 0; e < f.num_elements; ++e) {\n";
  EXPECT_EQ(placed(loop + "out[m + e] = f.x[e];\n}"), "5: f.x[e]");
  EXPECT_EQ(placed("out[m] = f.x[0];"), "4: f.x[0]");
  EXPECT_EQ(placed(loop + "f.x[e] = round(g.x[e]) * 2;\n}"), "");
  EXPECT_EQ(placed(loop + "own[e] = f.x[e];\n}"), "");  // the same for each element
}

TEST(SourceSlips, TellTheLoopThatGoesPastAnExtent) {
  const std::string head =
      "constexpr int kRows = 64;\nconstexpr int kDepth = 8;\nconstexpr int kCols = 32;\n";
  const auto past = [&](const std::string& extents, const std::string& loop) {
    return told(head + kernel_with("__shared__ float t" + extents + ";\nfor (int p = 0; " + loop +
                                   "; ++p) {\nout[p] = t[p][n];\n}"),
                &SourceSlips::loop_past, 7);
  };
  EXPECT_EQ(past("[kDepth][kCols]", "p < kCols"), "6: p < kCols, kDepth");
  EXPECT_EQ(past("[kRows][kDepth]", "p < kDepth"), "5: t, p < kDepth");
  EXPECT_EQ(past("[kDepth][kCols]", "p < kDepth"), "");
  EXPECT_EQ(past("[kDepth][kCols]", "p < n"), "");
}

}  // namespace
}  // namespace gemmlab
