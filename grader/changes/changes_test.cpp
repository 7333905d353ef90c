#include "grader/changes/changes.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <vector>

#include "grader/core/facts/check.h"

namespace gemmlab {
namespace {

using testing::HasSubstr;
using testing::Not;

// The kernel's statements are from line 3 on.
std::string kernel(const std::string& statements) {
  return "__global__ void k(const float* a, const float* b, float* c, int m, int n, int k) {\n"
         "int row = blockIdx.y, col = threadIdx.x; float sum = 0;\n" +
         statements + "\n}\n";
}

// Whether one of the changes is this.
testing::AssertionResult offers(const std::string& source, const std::string& was,
                                const std::string& now) {
  const std::vector<Change> changes = changeable(source).changes;
  const auto is_it = [&](const Change& each) { return each.was == was && each.now == now; };
  if (std::ranges::any_of(changes, is_it)) {
    return testing::AssertionSuccess();
  }
  auto result = testing::AssertionFailure() << "no " << was << " -> " << now << " among";
  for (const Change& each : changes) {
    result << "\n  " << each.line << ": " << each.was << " -> " << each.now;
  }
  return result;
}

TEST(Changes, TakeAnotherVariableOfTheSameKind) {
  EXPECT_TRUE(offers(kernel("sum += a[row * n + col];"), "a[row * n + col]", "a[row * k + col]"));
  EXPECT_TRUE(offers(kernel("sum += a[row * n];"), "a[row * n]", "a[col * n]"));
  EXPECT_TRUE(offers(kernel("sum += a[row * n + col];"), "a[row * n + col]", "b[row * n + col]"));
  EXPECT_FALSE(offers(kernel("sum += a[row * n + col];"), "a[row * n + col]", "c[row * n + col]"));
}

TEST(Changes, PutNoNameInASumThatHasIt) {
  EXPECT_FALSE(offers(kernel("sum += a[row * n + col];"), "a[row * n + col]", "a[col * n + col]"));
  EXPECT_FALSE(offers(kernel("int x = row; x = x + 1;"), "x + 1", "row + x"));
}

TEST(Changes, GuardAnElementByItsOwnIndex) {
  const std::string flag = kernel(
      "const bool inside = row < m;\n"
      "sum += inside ? b[(row + 1) * n + (col + 2)] : 0;");
  EXPECT_TRUE(offers(flag, "row < m", "row + 1 < k && col + 2 < n"));
  EXPECT_TRUE(
      offers(kernel("if (row < m) c[row * n + col] = sum;"), "row < m", "row < m && col < n"));
  EXPECT_FALSE(offers(kernel("if (row < m) c[row + col] = sum;"), "row < m", "row < m && col < n"));
  EXPECT_FALSE(offers(kernel("if (row < m) for (int p = 0; p < k; ++p) sum += a[row * k + p];"),
                      "row < m", "row < m && p < k"));
}

TEST(Changes, AskAboutTheElementThatIsAccessed) {
  const std::string loop = kernel("for (int i = 0; i < n; i += m) c[col + i] = 1;");
  EXPECT_TRUE(offers(loop, "i < n", "col + i < n"));
  EXPECT_TRUE(offers(kernel("if (row < n) c[row + col] = 1;"), "row < n", "row + col < n"));
  EXPECT_TRUE(offers(kernel("const int at = row + col;\nif (row < n) c[at] = 1;"), "row < n",
                     "row + col < n"));
  EXPECT_FALSE(offers(kernel("for (int i = 0; i < n; ++i) c[i] = 1;"), "i < n", "col + i < n"));
  EXPECT_FALSE(offers(kernel("for (int i = 0; i < n; ++i) { int x = col;\nc[x + i] = 1; }"),
                      "i < n",
                      "x + i < n"));  // not known there
}

TEST(Changes, ExchangeBlockAndThread) {
  const auto index = [](const std::string& value) {
    return kernel("const int i = " + value + ";");
  };
  const std::string right = "blockIdx.x * blockDim.x + threadIdx.x";
  EXPECT_TRUE(offers(index("blockIdx.x + blockDim.x * threadIdx.x"),
                     "blockIdx.x + blockDim.x * threadIdx.x", right));
  EXPECT_TRUE(offers(index("threadIdx.x * blockDim.x + blockIdx.x"),
                     "threadIdx.x * blockDim.x + blockIdx.x", right));
  EXPECT_TRUE(offers(index("threadIdx.x * 16 + blockIdx.x"), "threadIdx.x * 16 + blockIdx.x",
                     "blockIdx.x * 16 + threadIdx.x"));
  EXPECT_TRUE(offers(index("col * 16 + row"), "col * 16 + row", "row * 16 + col"))
      << "variables that are the same";
  EXPECT_FALSE(offers(index("threadIdx.x * gridDim.x + blockIdx.x"),
                      "threadIdx.x * gridDim.x + blockIdx.x",
                      "blockIdx.x * gridDim.x + threadIdx.x"));
  EXPECT_FALSE(offers(index("threadIdx.x * 16 + blockIdx.y"), "threadIdx.x * 16 + blockIdx.y",
                      "blockIdx.y * 16 + threadIdx.x"));
}

TEST(Changes, StepFromPhaseToPhaseByAConstant) {
  const auto phases = [](const std::string& step) {
    return "constexpr int kTile = 4;\n" +
           kernel("for (int k0 = 0; k0 < k; " + step + ") { __syncthreads(); }");
  };
  EXPECT_TRUE(offers(phases("k0 += 1"), "k0 += 1", "k0 += kTile"));
  EXPECT_TRUE(offers(phases("++k0"), "++k0", "k0 += kTile"));
  EXPECT_FALSE(offers("constexpr int kTile = 4;\n" + kernel("for (int p = 0; p < k; ++p) ++sum;"),
                      "++p", "p += kTile"));
}

TEST(Changes, DoubleWhereAReductionBegins) {
  EXPECT_TRUE(offers(kernel("for (int d = 8; d > 0; d /= 2) sum += d;"), "8", "16"));
  EXPECT_TRUE(offers(kernel("for (int d = 8; d > 0; d /= 2) sum += d;"), "8", "4"));
}

TEST(Changes, EndALoopOverPhasesLater) {
  EXPECT_TRUE(offers(kernel("for (int p = 0; p + 4 <= k; p += 4) ++sum;"), "p + 4 <= k", "p < k"));
  EXPECT_TRUE(offers(kernel("for (int p = 0; p < k - 4; p += 4) ++sum;"), "p < k - 4", "p < k"));
}

TEST(Changes, ExchangeTheEndsOfAllLoops) {
  EXPECT_TRUE(offers(kernel("for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) c[i] = 0;"),
                     "n", "m"));
}

TEST(Changes, NumberAThreadInItsBlockAndInTheGrid) {
  const std::string numbers = kernel("const int tx = threadIdx.x, ty = threadIdx.y;\nint t = tx;");
  EXPECT_TRUE(offers(numbers, "tx", "ty * blockDim.x + tx"));
  EXPECT_TRUE(offers(numbers, "threadIdx.y", "blockIdx.y * blockDim.y + threadIdx.y"));
}

TEST(Changes, MoveParentheses) {
  EXPECT_TRUE(
      offers(kernel("c[row + col * n + 1] = sum;"), "row + col * n + 1", "(row + col) * n + 1"));
  EXPECT_TRUE(offers(kernel("c[row * (n + col)] = sum;"), "row * (n + col)", "row * n + col"));
  EXPECT_TRUE(offers(kernel("int blocks = n + m - 1 / m;"), "n + m - 1 / m", "(n + m - 1) / m"));
  EXPECT_FALSE(offers(kernel("c[row * n + col] = sum;"), "row * n + col", "(row) * n + col"));
}

TEST(Changes, TakeBackASlipOfTheHand) {
  EXPECT_TRUE(offers(kernel("c[15 - row] = sum;"), "15 - row", "row"));
  EXPECT_TRUE(offers(kernel("if (!row == n) sum = 0;"), "!row", "row"));
  EXPECT_TRUE(offers(kernel("if (row != n) sum = 0;"), "row != n", "row == n"));
  EXPECT_TRUE(
      offers(kernel("c[row + n] += c[row];"), "c[row + n] += c[row]", "c[row] += c[row + n]"));
  EXPECT_FALSE(
      offers(kernel("c[row + n] += a[row];"), "c[row + n] += a[row]", "c[row] += a[row + n]"));
  EXPECT_TRUE(offers(kernel("float4 q = f(a);\nsum += q.z;"), "q.z", "q.w"));
  EXPECT_FALSE(offers(kernel("float2 q = f(a);\nsum += q.x;"), "q.x", "q.w"));
  EXPECT_TRUE(offers(kernel("int t = 0;\nif (row) { ++n; }"), "++n", "++t"));
  EXPECT_TRUE(offers(kernel("int t = 0;\nif (row) { n++; }"), "n++", "t++"));
  EXPECT_FALSE(offers(kernel("const int t = 0;\nif (row) { ++n; }"), "++n", "++t"));
}

TEST(Changes, MultiplyTheNumberOfABlock) {
  EXPECT_TRUE(offers(kernel("int i = blockIdx.x + threadIdx.x;"), "blockIdx.x + threadIdx.x",
                     "blockIdx.x * blockDim.x + threadIdx.x"));
  EXPECT_FALSE(offers(kernel("int i = blockIdx.x * 32 + threadIdx.x;"),
                      "blockIdx.x * 32 + threadIdx.x",
                      "blockIdx.x * blockDim.x * 32 + threadIdx.x"));
}

TEST(Changes, LeaveOutTermsAndFactors) {
  EXPECT_TRUE(offers(kernel("c[row] = sum + 2 * c[row];"), "sum + 2 * c[row]", "sum"));
  EXPECT_TRUE(offers(kernel("row = (row + 1) * n + col;"), "(row + 1) * n + col", "(row + 1) * n"));
  EXPECT_FALSE(offers(kernel("row = (row + 1) * n;"), "(row + 1) * n", "(row"));
  EXPECT_TRUE(offers(kernel("row = col - 1;"), "col - 1", "col"));
  EXPECT_TRUE(offers(kernel("row = col * 4;"), "col * 4", "col"));
  EXPECT_TRUE(offers(kernel("sum = row < m ? a[row] : 1.0f;"), ": 1.0f", ": 0.0f"));
}

TEST(Changes, FitTheRestOfTheFile) {
  const auto likeness = [](const std::string& source, const std::string& now) {
    const std::vector<Change> changes = changeable(source).changes;
    const auto found = std::ranges::find(changes, now, &Change::now);
    return found == changes.end() ? std::nullopt : std::optional(found->likeness);
  };
  const std::string launch =
      kernel("") +
      "void f(const float* a, const float* b, float* c, int m, int n, int k) {\n"
      "k<<<1, 1>>>(b, a, c, m, n, k); }\n";
  EXPECT_EQ(likeness(launch, "a, b, c, m, n, k"), Likeness::like_names);
  EXPECT_EQ(likeness(launch, "b, a, c, n, m, k"), Likeness::unlike);
  const std::string rows = "constexpr int kStep = 4, kOutputs = 8;\n" +
                           kernel(
                               "int o = 1;\nrow = col + o * kStep;\nsum += a[col + o * kStep];\n"
                               "int y = col * kOutputs + o;");
  EXPECT_EQ(likeness(rows, "col + o * kStep"), Likeness::like_others);
}

TEST(Changes, ShowWhichOfSeveralPlacesOfALine) {
  EXPECT_TRUE(offers(kernel("dim3 block(m, m);"), "dim3 block(m, m);", "dim3 block(m, n);"));
  EXPECT_TRUE(offers(kernel("float s = a[row] + a[row];"), "float s = a[row] + a[row];",
                     "float s = a[row] + a[col];"));
}

TEST(Changes, SetBackAPointerThatALoopMoves) {
  EXPECT_TRUE(offers(kernel("float* pc = c + row;\nfor (int p = 0; p < k; ++p) { *pc++ = sum; }"),
                     "{", "pc = c + row"));
  EXPECT_FALSE(offers(kernel("float* pc = c + row;\nfor (int p = 0; p < k; ++p) { pc[p] = sum; }"),
                      "{", "pc = c + row"));
}

TEST(Changes, PutParenthesesAroundTheParametersOfAMacroThatMultipliesThem) {
  const std::string macro = "#define AT(r, c, w) r * w + c\n",
                    sum = kernel("sum += a[AT(row + 1, col, k)];"),
                    plain = kernel("sum += a[AT(row, col + 1, k)];");
  EXPECT_TRUE(offers(macro + sum, "r * w + c", "(r) * (w) + (c)"));
  EXPECT_THAT(changeable(macro + sum).text, HasSubstr("? (row + 1) * (k) + (col) : AT(row + 1, "));
  EXPECT_FALSE(offers(macro + plain, "r * w + c", "(r) * (w) + (c)"));
  EXPECT_FALSE(
      offers(macro + kernel("sum += 2 * AT(row + 1, col, k);"), "r * w + c", "(r) * (w) + (c)"));
}

TEST(Changes, LookAtSomeMacrosOnly) {
  std::string source;
  for (int i = 0; i < 600; ++i) {
    source += "#define A(a, b, c, d, e, f, g, h) a*b*c*d*e*f*g*h\n";
  }
  for (int i = 0; i < 80; ++i) {
    source += kernel("sum = A(1+1, 1+1, 1+1, 1+1, 1+1, 1+1, 1+1, 1+1);");
  }
  const auto began = std::chrono::steady_clock::now();
  EXPECT_THAT(changeable(source).changes, Not(testing::IsEmpty()));
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(20));
}

TEST(Changes, GoOnWhereALoopReturns) {
  EXPECT_TRUE(offers(kernel("for (int p = 0; p < k; ++p) { if (p > 3) return; else sum += p; }"),
                     "return;", "continue;"));
  EXPECT_FALSE(offers(kernel("if (row > 3) return;"), "return;", "continue;"));
}

TEST(Changes, TakeOtherNamesBehindAnAnd) {
  EXPECT_TRUE(offers(kernel("if (row < m && col < n) sum = 1;"), "col < n", "row < n"));
  EXPECT_FALSE(offers(kernel("int* p = &row;"), "&row", "&col"));
}

TEST(Changes, MeasureTheSharedMemoryOfALaunchInBytes) {
  EXPECT_TRUE(offers(kernel("k<<<m, n, k>>>(a);"), "k", "k * sizeof(float)"));
  EXPECT_FALSE(offers(kernel("k<<<m, n>>>(a);"), "n", "n * sizeof(float)"));
}

TEST(Changes, KnowTheConstantsOfNamespaces) {
  const std::string loop = kernel("for (int i = 0; i < A; ++i) sum += i;"),
                    constants = "{ constexpr int A = 4, B = 8; }\n";
  EXPECT_TRUE(offers("namespace " + constants + loop, "i < A", "i < B"));
  EXPECT_TRUE(
      offers("namespace sizes " + constants + "using namespace sizes;\n" + loop, "i < A", "i < B"));
}

TEST(Changes, TakeTileSizesAndSteps) {
  const std::string tile = "constexpr int T = 16;\n";
  EXPECT_TRUE(offers(tile + kernel("row = blockIdx.y * blockDim.y;"), "blockIdx.y * blockDim.y",
                     "blockIdx.y * T"));
  EXPECT_TRUE(offers(tile + kernel("sum += a[row * k];"), "a[row * k]", "a[row * T]"));
  EXPECT_TRUE(offers(tile + kernel("for (int t = 0; t < gridDim.x; ++t) sum += t;"),
                     "t < gridDim.x", "t < (k + T - 1) / T"));
  EXPECT_TRUE(offers(kernel("sum = a[row + 8];\nsum = a[row + 16];\nsum = a[row + 16];"),
                     "a[row + 16]", "a[row + 24]"));
}

TEST(Changes, LeaveADirectiveAloneOnItsLine) {
  const std::string source =
      kernel("for (int t = 0; t < k; ++t) {\n#pragma unroll\nfor (int p = 0; p < 4; ++p) ++sum; }");
  EXPECT_THAT(changeable(source).text, HasSubstr("\n#pragma unroll\n"));
}

TEST(Changes, MeasureAVariableSizeInBytes) {
  const auto with_size = [](const std::string& size) {
    return kernel("float* x; int size = " + size + "; cudaMalloc(&x, size); cudaMalloc(&x, size);");
  };
  EXPECT_TRUE(offers(with_size("m * k"), "m * k", "m * k * sizeof(float)"));
  EXPECT_FALSE(offers(with_size("4 * m * k"), "4 * m * k", "4 * m * k * sizeof(float)"));
}

TEST(Changes, TurnAxesAndExchangeNames) {
  EXPECT_TRUE(offers(kernel("row = threadIdx.x;"), "threadIdx.x", "threadIdx.y"));
  EXPECT_TRUE(offers(kernel("__shared__ float t[4][4]; sum += t[row][col];"), "t[row][col]",
                     "t[col][row]"));
}

TEST(Changes, TakeAPartOfAFlagThatJoinsConditions) {
  const std::string joined =
      kernel("const bool in_c = row < m && col < n;\nif (in_c) c[row] = a[col];");
  EXPECT_TRUE(offers(joined, "in_c", "(row < m)"));
  EXPECT_TRUE(offers(joined, "in_c", "(col < n)"));
  const std::string single = kernel("const bool in_c = row < m;\nif (in_c) c[row] = a[col];");
  EXPECT_FALSE(offers(single, "in_c", "(row < m)"));
}

TEST(Changes, AreUnlikelyIfNothingUsesAParameterAnyMore) {
  const auto is_unlikely = [](const std::string& source, const std::string& now) {
    const std::vector<Change> changes = changeable(source).changes;
    const auto found = std::ranges::find(changes, now, &Change::now);
    return found == changes.end() ? std::nullopt
                                  : std::optional(found->likeness == Likeness::unlikely);
  };
  EXPECT_EQ(is_unlikely(kernel("sum += a[row * n];"), "a[row * k]"), true);
  EXPECT_EQ(is_unlikely(kernel("sum += a[row * n] + n;"), "a[row * k]"), false);
}

TEST(Changes, CompareWithOneMoreOrLess) {
  EXPECT_TRUE(offers(kernel("for (int p = 0; p < k; ++p) sum += a[p];"), "p < k", "p <= k"));
  EXPECT_TRUE(offers(kernel("if (row <= m) c[row] = sum;"), "row <= m", "row < m"));
  EXPECT_TRUE(offers(kernel("if (m > row) c[row] = sum;"), "m > row", "m >= row"));
}

TEST(Changes, JoinConditionsOtherwiseAndLeaveOutOrAddSome) {
  const std::string guarded = kernel("if (row < m || col < n) { c[row * n + col] = sum; }");
  EXPECT_TRUE(offers(guarded, "row < m || col < n", "row < m && col < n"));
  const std::string two =
      kernel("if (row < m && col < n) sum += a[col];\nif (row < m) c[row] = 1;");
  EXPECT_TRUE(offers(two, "row < m && col < n", "row < m"));
  EXPECT_TRUE(offers(two, "row < m", "row < m && col < n"));
  EXPECT_TRUE(offers(kernel("if (row >= m) return;"), "row >= m", "false"));
  const std::string of_tiles = kernel(
      "const int tx = threadIdx.x, ty = threadIdx.y, k0 = 0;\nconst bool in_a = row < m;\n"
      "const bool in_b = k0 + ty < k;");
  EXPECT_TRUE(offers(of_tiles, "row < m", "row < m && k0 + tx < k"));
}

TEST(Changes, SetOrAdd) {
  EXPECT_TRUE(offers(kernel("c[row] += sum;"), "c[row] += sum", "c[row] = sum"));
  EXPECT_TRUE(offers(kernel("sum = a[row];"), "sum = a[row]", "sum += a[row]"));
  EXPECT_TRUE(offers(kernel("float t;\nt += a[row];"), "t", "t = 0"));
}

TEST(Changes, KeepASumThatBeginsAnewInEachRound) {
  const std::string in_loop =
      kernel("for (int p = 0; p < k; ++p) {\nfloat t = 0.0f;\nt += a[p];\n}");
  EXPECT_TRUE(offers(in_loop, "float t = 0.0f;", "float t = 0.0f;"));
  const std::string before = kernel("float t = 0.0f;\nfor (int p = 0; p < k; ++p) { t += a[p]; }");
  EXPECT_FALSE(offers(before, "float t = 0.0f;", "float t = 0.0f;"));
}

TEST(Changes, CompareTheElementThatIsLoaded) {
  const std::string text = kernel(
      "int tx = threadIdx.x;\nfor (int k0 = 0; k0 < k; ++k0) {\nif (row < k) sum += b[k0 + "
      "tx];\n}");
  EXPECT_TRUE(offers(text, "row < k", "(k0 + tx) < k"));
}

TEST(Changes, KnowNumbersThatAreDeclaredAsAuto) {
  EXPECT_TRUE(offers(kernel("auto i = 0;\nint j = 1;\nsum += a[i];"), "a[i]", "a[j]"));
  EXPECT_FALSE(offers(kernel("auto i = row;\nint j = 1;\nsum += a[i];"), "a[i]", "a[j]"));
}

TEST(Changes, KnowTheNumbersOfATemplate) {
  const std::string text = "template <int kRows, int kTile>\n" +
                           kernel("for (int t = 0; t < k; ++t) {\nint r = col;\nsum += b[r];\n}");
  EXPECT_TRUE(offers(text, "col", "(col + t * kTile)"));
}

TEST(Changes, ShareArraysAndRevealWhatIsHidden) {
  EXPECT_TRUE(offers(kernel("float t[4][4];\nt[row][col] = 1;"), "float t[4][4];",
                     "__shared__ float t[4][4];"));
  EXPECT_TRUE(offers(kernel("if (row < m) { float sum = 1; c[row] = sum; }"), "float sum = 1;",
                     "sum = 1;"));
}

TEST(Changes, ExchangeWhatALaunchTakes) {
  const std::string host =
      "void f(int m, int n, int k) { dim3 g(n / 16, m / 16); kern<<<g, 16>>>(m); "
      "cudaMalloc(&p, m * n); cudaMemcpy(x, y, m, cudaMemcpyHostToDevice); }";
  EXPECT_TRUE(offers(host, "<<<g, 16>>>", "<<<16, g>>>"));
  EXPECT_TRUE(offers(host, "g(n / 16, m / 16)", "g(m / 16, n / 16)"));
  EXPECT_TRUE(offers(host, "n / 16", "(n + 16 - 1) / 16"));
  EXPECT_TRUE(offers(host, "m * n", "n * k * sizeof(float)"));
  EXPECT_TRUE(offers(host, "x, y", "y, x"));
  EXPECT_TRUE(offers(host, "cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost"));
}

TEST(Changes, CompareAllOfAConditionWithOneMoreOrLess) {
  EXPECT_TRUE(offers(kernel("if (row <= m && col <= n) c[row] = sum;"), "row <= m && col <= n",
                     "row < m && col < n"));
}

TEST(Changes, LeaveOutFactorsAndStoreZeroOtherwise) {
  const std::string tiles = "constexpr int kT = 4; __shared__ float t[kT];\n";
  EXPECT_TRUE(offers(kernel(tiles + "sum += a[row * kT + col];"), "row * kT", "row"));
  for (const char* one : {"if (col < n) t[row] = a[col];", "if (col < n) { t[row] = a[col]; }"}) {
    EXPECT_TRUE(offers(kernel(tiles + one), "t[row] = ...", "t[row] = ..., else 0"));
  }
}

TEST(Changes, ExchangeArgumentsOfLaunchesAndCalls) {
  EXPECT_TRUE(offers("void f(int m, int n) { kern<<<1, 2>>>(n, m); }", "n, m", "m, n"));
}

TEST(Changes, EndLoopsAtAConstantOrAtAnExtent) {
  const std::string loop = "constexpr int kT = 4; for (int p = 0; p < k; ++p) sum += a[p];";
  EXPECT_TRUE(offers(kernel(loop), "p < k", "p < kT"));
}

TEST(Changes, AddToAnIndex) {
  EXPECT_TRUE(
      offers(kernel("for (int p = 0; p < k; ++p) sum += a[row];"), "a[row]", "a[(row + p)]"));
}

TEST(Changes, LeaveConstantExpressionsLinesAndCommentsAlone) {
  const std::string source =
      kernel("constexpr int kTile = 16; __shared__ float t[kTile][kTile];  // a[n]\nsum = a[n];");
  for (const Change& each : changeable(source).changes) {
    EXPECT_NE(each.was, "kTile");
  }
  const std::string text = changeable(source, {2}).text;
  EXPECT_THAT(text, HasSubstr("int row = blockIdx.y, col = threadIdx.x; float sum = 0;\n"));
  EXPECT_THAT(text, HasSubstr("// a[n]\n"));
  EXPECT_EQ(std::ranges::count(text, '\n'), std::ranges::count(source, '\n'));
}

TEST(Changes, AreNoneOutsideOfFunctions) {
  EXPECT_TRUE(changeable("int a = 1;\n#define N 0\n").changes.empty());
  EXPECT_TRUE(changeable("").changes.empty());
}

TEST(Changes, AreBounded) {
  std::string names = "void f() { int a0", uses = "x = 0";
  for (int i = 1; i < 600; ++i) {
    names += ", a" + std::to_string(i);
    uses += " + a" + std::to_string(i);
  }
  EXPECT_LE(changeable(names + "; " + uses + "; }").changes.size(), 2600U);
  std::string deep(60'000, '(');
  changeable("void f() { if " + deep);
  changeable("void f() { " + std::string(3'000, '{'));
  EXPECT_TRUE(changeable("void f() {" + std::string(70'000, ' ') + "}").text.size() > 70'000);
  std::string sum = "#define SUM 1", blanks = "#define A " + std::string(3'000, ' ');
  for (int i = 0; i < 15'000; ++i) {
    sum += "+1";
  }
  changeable(sum + "\n");
  changeable(blanks + std::string(3'000, '/') + "\r\n");
}

TEST(Changes, WriteLittleTextForLongNames) {
  const std::string name(20'000, 'a');
  std::string uses, calls = "void g(";
  for (int i = 0; i < 1'000; ++i) {
    uses += " x = x + x;";
  }
  EXPECT_LE(changeable("void f(int x, int " + name + ") {" + uses + "}").text.size(), 10U << 20);
  for (int i = 0; i < 60; ++i) {
    calls += "int " + std::string(200, 'a') + std::to_string(i) + (i < 59 ? ", " : ") {");
  }
  for (int i = 0; i < 600; ++i) {
    calls += "cudaMalloc(&p, n);\n";
  }
  EXPECT_LE(changeable(calls + "}").text.size(), 10U << 20);
}

TEST(Changes, BearTextThatIsNotAProgram) {
  for (const char* text :
       {"}{)(][", "void f() {", "void f() { if (", "void f() { x = = ; }", "k<<<",
        "void f() { k<<<1,; }", "void f() { a[ }", "for (", "dim3 (", "void f() { return && ; }",
        "void f() { cudaMemcpy(,,,); }", "\xff{\x01"}) {
    changeable(text);
  }
}

// Digraphs and macros hide brackets, so the others have no partner.
TEST(Changes, LeaveTextAsItIsWhoseBracketsDoNotPair) {
  const std::string statement = "sum += a[row * n + col];";
  EXPECT_FALSE(changeable(kernel(statement)).changes.empty());
  for (const char* one :
       {"float x[3][2:>;", "float x<:3];", "x OPEN 2] = 0;", "f OP 1);", "{", "]"}) {
    EXPECT_TRUE(changeable(kernel(one + statement)).changes.empty()) << one;
    EXPECT_EQ(changeable(kernel(one + statement)).text, kernel(one + statement));
  }
}

// A file with tiles, whose kernel has these statements.
std::string tiles(const std::string& statements) {
  return "constexpr int kTile = 64, kDepth = 8, kPad = 4;\n"
         "__device__ float4& quad(float* x);\n"
         "template <int kN> __device__ void copy(float* to, int row, int col) { *to = row + col; "
         "}\n"
         "__global__ void k(int m, int n, int k) {\n"
         "__shared__ float at[kDepth][kTile + kPad]; __shared__ Tiles stages[3];\n"
         "int thread = threadIdx.x, row = 0, col = 0;\n" +
         statements + "\n}\n";
}

TEST(Changes, CountQuadsAndElementsOfATile) {
  EXPECT_TRUE(offers(tiles("row = thread / kTile; col = thread % kTile * 4;"), "thread / kTile",
                     "thread / (kTile / 4)"));
  EXPECT_TRUE(offers(tiles("const int x = thread % (kTile / 4);"), "thread % (kTile / 4)",
                     "(thread % (kTile / 4)) * 4") ||
              offers(tiles("const int x = thread % (kTile / 4);"), "thread % (kTile / 4)",
                     "thread % (kTile / 4) * 4"));
  EXPECT_TRUE(offers(tiles("at[row][8 * col] = 0;"), "at[row][8 * col]", "at[row][4 * col]"));
}

TEST(Changes, CountThePadOfARow) {
  EXPECT_TRUE(
      offers(tiles("float* x = &at[0][0] + row * kTile + col;"), "kTile", "(kTile + kPad)"));
  EXPECT_TRUE(offers(tiles("load_matrix_sync(f, &at[0][0], kTile);"), "kTile", "kTile + kPad"));
}

TEST(Changes, TakeAnotherStage) {
  EXPECT_TRUE(offers(tiles("f(stages[row]);"), "stages[row]", "stages[(row + 1) % 3]"));
  EXPECT_TRUE(offers(tiles("f(stages[0]);"), "stages[0]", "stages[1]"));
}

TEST(Changes, WaitForOtherGroups) {
  EXPECT_TRUE(offers(tiles("__pipeline_wait_prior(1);"), "__pipeline_wait_prior(1)",
                     "__pipeline_wait_prior(0)"));
  EXPECT_TRUE(offers(tiles("__pipeline_wait_prior(0);"), "__pipeline_wait_prior(0);",
                     "__pipeline_wait_prior(0); __syncthreads();"));
  EXPECT_FALSE(offers(tiles("f(row);"), "f(row);", "f(row); __syncthreads();"));
}

TEST(Changes, ExchangeWhatAnElementOfATileIsCopiedFrom) {
  EXPECT_TRUE(offers(tiles("copy<1>(&at[row][col], row, col);"), "&at[row][col], row, col",
                     "&at[row][col], col, row"));
}

// Wide and narrow changes of one expression, each as it is told: all brackets close where they
// should, whichever of them comes first.
TEST(Changes, NestAsTheyAreWide) {
  const std::string text = changeable(tiles("const int x = thread % kTile + 1;")).text;
  int depth = 0;
  for (const char each : text) {
    depth += each == '(' ? 1 : each == ')' ? -1 : 0;
    EXPECT_GE(depth, 0);
  }
  EXPECT_EQ(depth, 0);
}

}  // namespace
}  // namespace gemmlab
