#include "common/simt/translate/translate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "common/facts/text_table.h"
#include "common/simt/translate/lexer.h"
#include "common/simt/translate/tokens.h"
#include "common/simt/translate/toolkit_headers.h"
#include "common/simt/translate/translate_error.h"
#include "common/simt/translate/unknown_cuda.h"
#include "common/simt/translate/unknown_cuda_table.h"

namespace simt {
namespace {

using Kind = TranslateError::Kind;
using ::testing::HasSubstr;

std::string glue(const std::string& kernel) {
  return ")([=](auto... simt_a) __attribute__((no_sanitize(\"thread\"))) { " + kernel +
         "(simt_a...); }, [=](auto simt_p) __attribute__((no_sanitize(\"thread\"))) -> decltype("
         "::simt::parameters(simt_p, " +
         kernel + ")) { return ::simt::parameters(simt_p, " + kernel + "); })";
}

bool is_trusted(const std::string& file) {
  return file.starts_with("/simulator/") || file.starts_with("/usr/");
}

std::string translated(const std::string& text) {
  const auto result = translate("# 1 \"k.cu\"\n" + text, is_trusted);
  if (const auto* error = std::get_if<TranslateError>(&result)) {
    return "line " + std::to_string(error->line) + ": " + error->message;
  }
  return std::get<std::string>(result).substr(std::string("# 1 \"k.cu\"\n").size());
}

std::string launched(const std::string& kernel, const std::string& name,
                     const std::string& configuration) {
  return "::simt::launch(\"" + name + "\", " + configuration + glue(kernel);
}

std::string long_statements(const std::string& lines) {
  return "\nstatic const int simt_long_statements[] asm(\"simt_long_statements\") "
         "__attribute__((used)) = {" +
         lines + "};\n";
}

std::string loops(const std::string& lines) {
  return "\nstatic const int simt_loops[] asm(\"simt_loops\") __attribute__((used)) = {" + lines +
         "};\n";
}

std::string constant(const std::string& name) {
  return "\nstatic const char simt_constant_" + name + " asm(\"simt_constant_" + name +
         "\") __attribute__((used)) = 0;\n";
}

struct Case {
  std::string name, before, after;
};

class Rewrites : public testing::TestWithParam<Case> {};

TEST_P(Rewrites, Text) {
  EXPECT_EQ(translated(GetParam().before), GetParam().after);
}

std::string name_of(const testing::TestParamInfo<Case>& info) {
  return info.param.name;
}

const std::string k = launched("k", "k", "g, b");

// The compiler says what is wrong with it.
TEST(Translate, AnAttributeWithoutItsEndStaysAsItIs) {
  EXPECT_EQ(translated("__attribute__(()] int x;"), "__attribute__(()] int x;");
}

INSTANTIATE_TEST_SUITE_P(
    Launches, Rewrites,
    testing::Values(
        Case{"Plain", "k<<<g, b>>>(c);", k + "(c);"},
        Case{"WithSharedBytesAndStream", "k<<<1, 2, 3, s>>>();",
             launched("k", "k", "1, 2, 3, s") + "();"},
        Case{"ArgumentsStayAsTheyAre", "k<<<g, b>>>(f<1>(a), (b, c));", k + "(f<1>(a), (b, c));"},
        Case{"TemplateArguments", "k<16, float><<<g, b>>>(c);",
             launched("k<16, float>", "k<16, float>", "g, b") + "(c);"},
        Case{"NestedTemplateArguments", "k<A<B<C<1>>>><<<g, b>>>();",
             launched("k<A<B<C<1>>>>", "k<A<B<C<1>>>>", "g, b") + "();"},
        Case{"ComparisonInTemplateArguments", "k<(16 > 8 ? 8 : 4)><<<g, b>>>();",
             launched("k<(16 > 8 ? 8 : 4)>", "k<(16 > 8 ? 8 : 4)>", "g, b") + "();"},
        Case{"QualifiedName", "ns :: k < 4 ><<<g, b>>>();",
             launched("ns :: k < 4 >", "ns :: k < 4 >", "g, b") + "();"},
        Case{"GloballyQualifiedName", "else ::ns::k<<<g, b>>>();",
             "else " + launched("::ns::k", "::ns::k", "g, b") + "();"},
        Case{"MemberOfTemplate", "T<1>::template k<2><<<g, b>>>();",
             launched("T<1>::template k<2>", "T<1>::template k<2>", "g, b") + "();"},
        Case{"PointerInParentheses", "if (x) (*fp)<<<g, b>>>();",
             "if (x) " + launched("(*fp)", "(*fp)", "g, b") + "();"},
        Case{"TableOfPointers", "table[i][0]<<<g, b>>>();",
             launched("table[i][0]", "table[i][0]", "g, b") + "();"},
        Case{"FunctionThatReturnsAKernel", "pick(n)<<<g, b>>>();",
             launched("pick(n)", "pick(n)", "g, b") + "();"},
        Case{"MemberPointer", "this->kernel<<<g, b>>>();",
             launched("this->kernel", "this->kernel", "g, b") + "();"},
        Case{"BracesInConfiguration", "k<<<{(n + 15) / 16, 1}, {32}>>>();",
             launched("k", "k", "{(n + 15) / 16, 1}, {32}") + "();"},
        Case{"ShiftInConfiguration", "k<<<n >> 4, 1 << 5>>>();",
             launched("k", "k", "n >> 4, 1 << 5") + "();"},
        Case{"TornBrackets", "k << <g, b >> > (c);", launched("k", "k", " g, b ") + "  (c);"},
        Case{"TornByTabs", "k <<\t<g, b>>\t>(c);", launched("k", "k", "\tg, b") + "\t(c);"},
        Case{"TornAtTheEndAlone", "k<<<g, b>> >(c);", k + " (c);"},
        Case{"TornByALine", "k<<<g, b>>\n>(c); d();", k + "\n(c); d();" + long_statements("1,2,")},
        Case{"NoTornBracketsOfTemplates", "A<B<C<int>> > x; operator<< <T>(out);",
             "A<B<C<int>> > x; operator<< <T>(out);"},
        Case{"AfterReturn", "return k<<<g, b>>>();", "return " + k + "();"},
        Case{"Two", "k<<<g, b>>>(); k<<<g, b>>>();", k + "(); " + k + "();"},
        Case{"NotInStrings", "f(\"k<<<1, 2>>>()\", R\"(k<<<1, 2>>>())\", '<');",
             "f(\"k<<<1, 2>>>()\", R\"(k<<<1, 2>>>())\", '<');"},
        Case{"NotInComments", "// k<<<1, 2>>>()\n/* k<<<1, 2>>>() */",
             "// k<<<1, 2>>>()\n/* k<<<1, 2>>>() */"},
        Case{"NotTheShiftOperator", "operator<<<T>(out, x);", "operator<<<T>(out, x);"},
        Case{"OverSeveralLinesKeepsLineNumbers", "k\n<<<g,\n b>>>(c);",
             "::simt::launch(\"k\", \n# 2 \"k.cu\"\ng,\n b\n# 1 \"k.cu\"\n" + glue("k") +
                 "\n# 3 \"k.cu\"\n(c);" + long_statements("1,3,")}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    LongStatements, Rewrites,
    testing::Values(
        Case{"AreTold", "x = 1;\ny =\n  c ? 1\n  : 2;\nz = 3;",
             "x = 1;\ny =\n  c ? 1\n  : 2;\nz = 3;" + long_statements("2,4,")},
        Case{"EndWhereAMacroWas", "x = a[(i)\n\n ] + 1;\ny;", "x = a[(i)] + 1;\n\n \ny;"},
        Case{"BeginAfterBraces", "void f() {\n  g(1,\n    2);\n}\nvoid h() { ; }",
             "void f() {\n  g(1,\n    2);\n}\nvoid h() { ; }" + long_statements("2,3,")},
        Case{"AreNotThoseOfOneLine", "for (int i = 0; i < 3; ++i) { x[i] = 1; }",
             "for (int i = 0; i < 3; ++i) { x[i] = 1; }"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Rounds, Rewrites,
    testing::Values(
        Case{"OfALoopWithACondition", "for (int i = 0; i < 3; ++i) { if (x) y; }",
             "for (int i = 0; (i < 3) && ::simt::round(); ++i) { if (x) y; }" + loops("1,1,")},
        Case{"OfALoopForEver", "for (;;) if (x) break;",
             "for (;::simt::round();) if (x) break;" + loops("1,1,")},
        Case{"OfAWhile", "while (i-- > f(2))\n{\n  if (x) continue; else y; }",
             "while ((i-- > f(2)) && ::simt::round())\n{\n  if (x) continue; else y; }" +
                 loops("1,3,")},
        Case{"OfNestedLoops", "for (; a;)\n  for (; b;)\n    if (x) y;",
             "for (; (a) && ::simt::round();)\n  for (; (b) && ::simt::round();)\n    if (x) y;" +
                 loops("1,3,2,3,") + long_statements("1,3,")},
        Case{"NotOfALoopWithout", "for (int i = 0; i < 3; ++i) y = i + a;",
             "for (int i = 0; i < 3; ++i) y = i + a;"},
        Case{"NotOverARange", "for (int i : {1, 2}) if (i) y;", "for (int i : {1, 2}) if (i) y;"},
        Case{"NotOfADoLoop", "do { if (x) y; } while (z);", "do { if (x) y; } while (z);"},
        Case{"NotOfADeclaration", "while (int i = f()) if (i) y;", "while (int i = f()) if (i) y;"},
        Case{"NotOfBrokenText", "for (int i = 0; i < 3; ++i { if (x",
             "for (int i = 0; i < 3; ++i { if (x"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Constants, Rewrites,
    testing::Values(
        Case{"AreTold", "__constant__ float x[3];", " float x[3];" + constant("x")},
        Case{"OneAfterTheOther", "__constant__ int m = f(a, b), n;",
             " int m = f(a, b), n;" + constant("m") + constant("n")},
        Case{"OnceEach", "namespace a { __constant__ int n; } namespace b { __constant__ int n; }",
             "namespace a {  int n; } namespace b {  int n; }" + constant("n")},
        Case{"AsTheStrongest", "__attribute__(()) __constant__ int n;", "  int n;" + constant("n")},
        Case{"WithoutFunctions",
             "__attribute__(()) float f(int x) { return x; } int y; __constant__ int n{3};",
             " float f(int x) { return x; } int y;  int n{3};" + constant("n")}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    SharedVariables, Rewrites,
    testing::Values(
        Case{"Array", "void f() { __shared__ float a[T][T + 1], b[2]; }",
             "void f() { static thread_local float a[T][T + 1], b[2]; }"},
        Case{"AfterTheType", "void f() { float __shared__ a[2]; }",
             "void f() { float static thread_local a[2]; }"},
        Case{"AlreadyStatic", "void f() { static __shared__ float a[2]; }",
             "void f() { static thread_local float a[2]; }"},
        Case{"AlignedByAlignas", "void f() { __shared__ alignas(16) float a[2]; }",
             "void f() {  alignas(16) static thread_local float a[2]; }"},
        Case{"AlignedByAttribute",
             "void f() { __shared__ __attribute__((aligned(16))) float a[2]; }",
             "void f() {  __attribute__((aligned(16))) static thread_local float a[2]; }"},
        Case{"OfAnUnnamedStruct", "void f() { __shared__ struct { float x = 1; } s; }",
             "void f() { static thread_local struct { float x = 1; } s; }"},
        Case{"Dynamic", "void f() { extern __shared__ float s[]; }",
             "void f() { float (&s)[] = reinterpret_cast<float (&)[]>(simt_dyn); }"},
        Case{"DynamicInATemplate",
             "template <class T> __global__ void f() { extern __shared__ T s[]; }",
             "template <class T> __global__ void f() { T (&s)[] = reinterpret_cast<T "
             "(&)[]>(simt_dyn); }"},
        Case{"DynamicVolatileAndAligned",
             "void f() { extern __shared__ __attribute__((aligned(16))) volatile unsigned char "
             "s[]; }",
             "void f() { volatile unsigned char (&s)[] = reinterpret_cast<volatile unsigned char "
             "(&)[]>(simt_dyn); }"},
        Case{"DynamicOfTwoDimensions", "void f() { extern __shared__ float s[][16]; }",
             "void f() { float (&s)[][16] = reinterpret_cast<float (&)[][16]>(simt_dyn); }"},
        Case{"DynamicInAnyOrder", "void f() { volatile __shared__ extern float s[]; }",
             "void f() { volatile float (&s)[] = reinterpret_cast<volatile float (&)[]>(simt_dyn); "
             "}"},
        Case{"DynamicStruct", "void f() { extern __shared__ S s; }",
             "void f() { S &s = reinterpret_cast<S &>(simt_dyn); }"},
        Case{"DynamicOfTwoNames", "void f() { extern __shared__ float s[], t[]; }",
             "void f() { float (&s)[] = reinterpret_cast<float (&)[]>(simt_dyn), (&t)[] = "
             "reinterpret_cast<float (&)[]>(simt_dyn); }"},
        Case{"DynamicOfTheFile", "extern __shared__ float s[];",
             "extern __thread float s[] __asm__(\"simt_dyn\");"},
        Case{"DynamicOfANamespace",
             "namespace ns { struct S { void f() { } }; extern __shared__ float s[]; }",
             "namespace ns { struct S { void f() { } }; extern __thread float s[] "
             "__asm__(\"simt_dyn\"); }"},
        Case{"DynamicBehindATrailingType", "auto f() -> int { extern __shared__ int s[]; }",
             "auto f() -> int { int (&s)[] = reinterpret_cast<int (&)[]>(simt_dyn); }"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Barriers, Rewrites,
    testing::Values(Case{"AreNumbered", "__syncthreads(); __syncthreads ( );",
                         "::simt::barrier(0); ::simt::barrier(1 );"},
                    Case{"OfTheGlobalNamespace", "{ ::__syncthreads(); }",
                         "{ ::simt::barrier(0); }"},
                    Case{"AfterElse", "if (a) x(); else ::__syncthreads();",
                         "if (a) x(); else ::simt::barrier(0);"},
                    Case{"InParentheses", "(__syncthreads)(); n = (::__syncthreads_or)(a);",
                         "::simt::barrier(0); n = ::simt::barrier_or(1, a);"},
                    Case{"NotCalled", "x = 1; __syncthreads;", "x = 1; (void)0;"},
                    Case{"ThatCount", "n = __syncthreads_count(a > b) + __syncthreads_or(f(x));",
                         "n = ::simt::barrier_count(0, a > b) + ::simt::barrier_or(1, f(x));"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Indices, Rewrites,
    testing::Values(
        Case{"AreUsed", "int i = blockIdx.x * blockDim.y + threadIdx.z;",
             "int i = ::simt::x(blockIdx) * ::simt::y(blockDim) + ::simt::z(threadIdx);"},
        Case{"AsAWhole", "f(threadIdx, blockDim); auto d = gridDim; return blockIdx;",
             "f(::simt::get(threadIdx), ::simt::get(blockDim)); auto d = ::simt::get(gridDim); "
             "return ::simt::get(blockIdx);"},
        Case{"Declared", "void f(dim3 gridDim) { const dim3 blockDim(4), threadIdx = 1; }",
             "void f(dim3 gridDim) { const dim3 blockDim(4), threadIdx = 1; }"},
        Case{"OfTheGlobalNamespace", "int i = ::threadIdx.x + N::threadIdx.x; return ::blockIdx;",
             "int i = ::simt::x(threadIdx) + N::threadIdx.x; return ::simt::get(blockIdx);"},
        Case{"InBracesAndChosen", "uint3 t{threadIdx}; t = c ? blockIdx : threadIdx;",
             "uint3 t{::simt::get(threadIdx)}; t = c ? ::simt::get(blockIdx) : "
             "::simt::get(threadIdx);"},
        Case{"InitialisedAsAMember", "S() : blockDim(4), gridDim{1} {}",
             "S() : blockDim(4), gridDim{1} {}"},
        Case{"OfAStruct", "x.blockDim.x + y->gridDim.y", "x.blockDim.x + y->gridDim.y"},
        Case{"InAConfiguration", "k<<<gridDim, blockDim.x>>>();",
             launched("k", "k", "gridDim, ::simt::x(blockDim)") + "();"},
        Case{"WithoutBlanks", "x%blockDim.x; y ?0:threadIdx.x;",
             "x% ::simt::x(blockDim); y ?0: ::simt::x(threadIdx);"},
        Case{"InAKernelsName", "k<blockDim.x><<<1, 2>>>();",
             launched("k<blockDim.x>", "k<blockDim.x>", "1, 2") + "();"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(Qualifiers, Rewrites,
                         testing::Values(Case{"NoInline", "static __noinline__ void f();",
                                              "static __attribute__((noinline)) void f();"},
                                         Case{"NotInAttributes",
                                              "__attribute__((__noinline__)) void f();",
                                              "__attribute__((__noinline__)) void f();"}),
                         name_of);

std::string bounded(const std::string& threads) {
  return "{ ::simt::keep_bound<::simt::bound_of(" + threads + ")>();";
}

INSTANTIATE_TEST_SUITE_P(
    LaunchBounds, Rewrites,
    testing::Values(
        Case{"BeforeTheName", "void __launch_bounds__(256) k(float* c) { x; }",
             "void  k(float* c) " + bounded("256") + " x; }"},
        Case{"BeforeAllElse", "__launch_bounds__(T * T, 2) void k(int (*c)[2] = {}) {}",
             "    void k(int (*c)[2] = {}) " + bounded("T * T, 2") + "}"},
        Case{"OfATemplate", "template <int N> __launch_bounds__(A<N, 2>::n) void k<N>() {}",
             "template <int N>   void k<N>() " + bounded("A<N, 2>::n") + "}"},
        Case{"OverSeveralLines", "void __launch_bounds__(1,\n2) k()\n{\n#pragma x\n}",
             "void \n k()\n" + bounded("1, 2") + "\n#pragma x\n}"},
        Case{"OfADeclaration", "void __launch_bounds__(2) k(); void f() {}",
             "void  k(); void f() {}"},
        Case{"HiddenByAParameter", "void __launch_bounds__(n) k(int n) {}", "void  k(int n) {}"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    TrustedText, Rewrites,
    testing::Values(
        Case{"BelowThePrefix", "# 1 \"/simulator/x.h\" 1 3\nasm(\"\"); __shared__ int x;\n",
             "# 1 \"/simulator/x.h\" 1 3\nasm(\"\"); __shared__ int x;\n"},
        Case{"OfTheSystem", "# 1 \"/usr/include/x.h\" 1 3 4\nint f() asm(\"\");\n",
             "# 1 \"/usr/include/x.h\" 1 3 4\nint f() asm(\"\");\n"},
        Case{"ButNotBehindIt",
             "# 1 \"/simulator/x.h\" 1 3\nasm(\"\");\n# 7 \"k.cu\" 2\n__syncthreads();",
             "# 1 \"/simulator/x.h\" 1 3\nasm(\"\");\n# 7 \"k.cu\" 2\n::simt::barrier(0);"}),
    name_of);

struct Refusal {
  std::string name, text;
  Kind kind;
  std::string words;  // of the message
};

class Refuses : public testing::TestWithParam<Refusal> {};

// Line 12 is the offending one in each text.
TEST_P(Refuses, WithALine) {
  const std::string text = "# 10 \"dir/my kernel.cu\"\n\n\n" + GetParam().text + "\n\n";
  const auto result = translate(text, is_trusted);
  const auto* error = std::get_if<TranslateError>(&result);
  ASSERT_NE(error, nullptr);
  EXPECT_EQ(error->kind, GetParam().kind) << error->message;
  EXPECT_EQ(error->file, "dir/my kernel.cu");
  EXPECT_EQ(error->line, 12);
  EXPECT_NE(error->message.find(GetParam().words), std::string::npos) << error->message;
}

std::string refusal_name(const testing::TestParamInfo<Refusal>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(
    HiddenAccesses, Refuses,
    testing::Values(
        Refusal{"Assembly", "asm volatile(\"nop\");", Kind::refused, "inline PTX"},
        Refusal{"AssemblyOfTheFile", "__asm__(\".incbin \\\"x\\\"\");", Kind::refused,
                "inline PTX"},
        Refusal{"BuiltinOfIntel", "__builtin_ia32_movnti(p, 0);", Kind::refused, "__builtin_ia32_"},
        Refusal{"BuiltinOfArm", "__builtin_aarch64_st1v4sf(p, v);", Kind::refused,
                "__builtin_aarch64_"},
        Refusal{"BuiltinOfStrings", "__builtin_strncpy(p, q, 4);", Kind::refused,
                "__builtin_strncpy"},
        Refusal{"BuiltinCopy", "__builtin_memcpy(p, q, 32);", Kind::refused, "__builtin_memcpy"},
        Refusal{"BuiltinWithAResultBeside", "__builtin_frexpf(x, p);", Kind::refused,
                "__builtin_frexpf"},
        Refusal{"BuiltinNanOfMemory", "x = __builtin_nanf(p);", Kind::refused, "__builtin_nanf"},
        Refusal{"BuiltinNanNearALiteral", "x = __builtin_nanf(\"\" + d);", Kind::refused,
                "__builtin_nanf"},
        Refusal{"AtomicBuiltin", "__atomic_load(p, &x, 0);", Kind::refused, "__atomic_load"},
        Refusal{"AtomicOfOldBuiltins", "__sync_fetch_and_add(p, 0);", Kind::refused,
                "__sync_fetch_and_add"},
        Refusal{"UnknownBuiltin", "__builtin_not_known_yet(p);", Kind::refused,
                "__builtin_not_known_yet"},
        Refusal{"NoSanitize", "__attribute__((no_sanitize(\"thread\"))) void f();", Kind::refused,
                "no_sanitize"},
        Refusal{"NoSanitizeThread", "[[gnu::no_sanitize_thread]] void f();", Kind::refused,
                "no_sanitize_thread"},
        Refusal{"NoSanitizeInUnderscores", "__attribute__((__no_sanitize__(\"thread\"))) void f();",
                Kind::refused, "no_sanitize"},
        Refusal{"OwnHook", "extern \"C\" void __tsan_read4(void*) {}", Kind::refused,
                "__tsan_read4"},
        Refusal{"OwnHookInPlace", "static void __builtin___tsan_read4(void*) {}", Kind::refused,
                "__builtin___tsan_read4"},
        Refusal{"OwnMemcpy", "extern \"C\" void* __wrap_memcpy(void*);", Kind::refused, "__wrap_"},
        Refusal{"SanitizerInterface", "__sanitizer_print_stack_trace();", Kind::refused,
                "__sanitizer_"},
        Refusal{"Runtime", "::simt::reset();", Kind::refused, "simt"},
        Refusal{"RuntimesNamespace", "namespace simt { int x; }", Kind::refused, "simt"},
        Refusal{"RuntimeByItsMangledName", "extern \"C\" void _ZN4simt5resetEv();", Kind::refused,
                "_ZN4simt"},
        Refusal{"SharedBlock", "simt_dyn[0] = 1;", Kind::refused, "simt_dyn"},
        Refusal{"OptimizePragma", "#pragma GCC optimize(\"O0\")", Kind::refused, "pragma"},
        Refusal{"PushOptionsPragma", "#pragma GCC push_options", Kind::refused, "pragma"},
        Refusal{"TargetPragma", "#pragma GCC target(\"avx2\")", Kind::refused, "pragma"},
        Refusal{"SectionAttribute", "[[gnu::section(\".a\")]] int x;", Kind::refused, "section"},
        Refusal{"OptimizeAttribute", "__attribute__((optimize(\"O0\"))) void f();", Kind::refused,
                "optimize"},
        Refusal{"TargetAttribute", "[[gnu::target(\"avx2\")]] void f();", Kind::refused, "target"}),
    refusal_name);

INSTANTIATE_TEST_SUITE_P(
    WhatNvccRefuses, Refuses,
    testing::Values(
        Refusal{"Float128", "__device__ __float128 sum(float);", Kind::syntax, "__float128"},
        Refusal{"ComputedGoto", "void f(void* p) { goto *p; }", Kind::syntax, "goto"},
        Refusal{"Vectors", "typedef float V __attribute__((__vector_size__(16)));", Kind::syntax,
                "vector_size"},
        Refusal{
            "OneArrayOfTwoTypes",
            "void f() { extern __shared__ float4 s[]; } void g() { extern __shared__ float s[]; }",
            Kind::syntax, "'s' is declared as float4 before"}),
    refusal_name);

INSTANTIATE_TEST_SUITE_P(
    UnknownCuda, Refuses,
    testing::Values(
        Refusal{"Textures", "float x = tex2D<float>(t, 0, 0);", Kind::unknown, "textures"},
        Refusal{"TextureObjects", "void f(cudaTextureObject_t t);", Kind::unknown, "textures"},
        Refusal{"GridGroups", "cooperative_groups::this_grid().sync();", Kind::unknown,
                "groups of the whole grid (this_grid)"},
        Refusal{"WideTiles", "auto t = cooperative_groups::tiled_partition<64>(block);",
                Kind::unknown, "tiles of more than 32 threads"},
        Refusal{"Clusters", "using namespace cooperative_groups; cluster_group all;", Kind::unknown,
                "clusters (cluster_group)"},
        Refusal{"Capture", "cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);", Kind::unknown,
                "CUDA graphs (cudaStreamBeginCapture)"},
        Refusal{"FragmentsOfDoubles", "wmma::fragment<wmma::accumulator, 8, 8, 4, double> sums;",
                Kind::unknown, "products of doubles (fragment)"},
        Refusal{"FragmentsOfBits", "using nvcuda::wmma::experimental::precision::b1;",
                Kind::unknown, "1-bit numbers (experimental)"},
        Refusal{"Header",
                "# 1 \"/usr/local/cuda/include/cufft.h\" 1 3\nint x;\n# 13 \"dir/my kernel.cu\" 2",
                Kind::unknown, "<cufft.h>"},
        Refusal{"HeaderInAFolder",
                "# 1 \"/usr/local/cuda/include/cuda/pipeline\" 1 3\nint x;\n# 13 \"dir/my "
                "kernel.cu\" 2",
                Kind::unknown, "<cuda/pipeline>"}),
    refusal_name);

INSTANTIATE_TEST_SUITE_P(
    Syntax, Refuses,
    testing::Values(
        Refusal{"LaunchWithoutEnd", "k<<<1, 2(c);", Kind::syntax, "without >>>"},
        Refusal{"LaunchWithoutKernel", "; <<<1, 2>>>(c);", Kind::syntax, "kernel name"},
        Refusal{"LaunchWithoutBlock", "k<<<1>>>(c);", Kind::syntax, "a grid and a block"},
        Refusal{"LaunchWithoutArguments", "k<<<1, 2>>>;", Kind::syntax, "arguments"},
        Refusal{"SharedWithValue", "void f() { __shared__ float x = 1; }", Kind::syntax,
                "initialised"},
        Refusal{"SharedWithoutEnd", "void f() { __shared__ float x }", Kind::syntax, "semicolon"},
        Refusal{"DynamicWithoutName", "void f() { extern __shared__ 3; }", Kind::syntax,
                "like this"},
        Refusal{"BarrierWithArgument", "__syncthreads(1);", Kind::syntax, "__syncthreads();"},
        Refusal{"BarrierWithoutArgument", "__syncthreads_or();", Kind::syntax,
                "__syncthreads_or(p);"},
        Refusal{"BoundWithoutThreads", "__global__ void __launch_bounds__() k() {}", Kind::syntax,
                "__launch_bounds__(256)"},
        Refusal{"BarrierWithoutCall", "auto f = __syncthreads;", Kind::syntax, "__syncthreads();"}),
    refusal_name);

// A system header's macros leave their words without its flag.
TEST(Translate, BeginsAStatementInItsOwnFile) {
  const std::string header =
      "# 1 \"/usr/include/h.h\" 1 3\nvoid f();\n# 2 \"/usr/include/h.h\"\n__attribute__(()) "
      "inline\n"
      "# 2 \"/usr/include/h.h\" 3\nvoid g() {}\n# 13 \"dir/my kernel.cu\" 2\n";
  const std::string text = translated(header + "extern __shared__ unsigned char raw[];\n");
  EXPECT_NE(text.find("\nextern __thread unsigned char raw[] __asm__(\"simt_dyn\");\n"), text.npos);
}

TEST(Translate, AllowsOrdinaryUsesOfAttributesWords) {
  const std::string text =
      "bool optimize = target[0][0]; float alias(int weak);\n#pragma unroll target\n";
  EXPECT_EQ(translated(text), text);
}

TEST(Translate, NamesTheKernelOfALaunchCall) {
  const std::string launch = "::simt::launch_from_pointers(\"k<2, T>\", k<2, T>, g, b, p);";
  EXPECT_EQ(translated("cudaLaunchKernel((void*)k<2, T>, g, b, p);"), launch);
  EXPECT_EQ(translated("cudaLaunchKernel((const void *) k<2, T>, g, b, p);"), launch);
  EXPECT_EQ(translated("cudaLaunchKernel(k<2, T>, g, b, p);"), launch);
  EXPECT_EQ(translated("cudaLaunchKernel(reinterpret_cast<const void*>(k<2, T>), g, b, p);"),
            launch);
  const std::string other = "auto f = &cudaLaunchKernel; cudaLaunchKernel();";
  EXPECT_EQ(translated(other), other);
}

TEST(Translate, AllowsWordsOfGroupsWhereThereAreNone) {
  const std::string text = "int this_grid = 1; void barrier_wait(int grid_group);\n";
  EXPECT_EQ(translated(text), text);
}

TEST(Translate, EndsOnBrokenText) {
  for (const std::string text :
       {"\"", "'", "R\"(", "/*", "k<<<", ">>>", "<<<>>>", "((((", "}}}}", "__shared__",
        "extern __shared__", "__launch_bounds__", "__launch_bounds__(1", "__launch_bounds__(1) f(",
        "__syncthreads", "# ", "#"}) {
    translate(text, {});
  }
}

// Each of these once took time in proportion to the square of the text's length, or more memory
// than a stack has.
TEST(Translate, ReadsDeepAndLongTextsInTime) {
  const auto times = [](int count, const std::string& part) {
    std::string text;
    for (int i = 0; i < count; ++i) {
      text += part;
    }
    return text;
  };
  for (const std::string& text :
       {times(200'000, "[[") + times(200'000, "]]"), times(100'000, "for(;;)") + ";",
        times(100'000, "if(1)") + ";", times(50'000, "while(1){") + "if(1);" + times(50'000, "}"),
        times(70'000, "__constant__ ") + ";", times(70'000, "__attribute__(())") + ";",
        times(400'000, "R\""), std::string("for(;;) if")}) {
    const auto began = std::chrono::steady_clock::now();
    EXPECT_FALSE(std::get<std::string>(translate(text, {})).empty());
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(10))
        << text.substr(0, 20);
  }
}

TEST(UnknownHeader, IsFoundByNameOrPath) {
  EXPECT_TRUE(unknown_header("/opt/cuda/include/cooperative_groups/scan.h"));
  EXPECT_TRUE(unknown_header("cub/cub.cuh"));
  EXPECT_TRUE(unknown_header("crt/mma.h"));
  EXPECT_TRUE(unknown_header("cutlass/cutlass.h"));
  EXPECT_FALSE(unknown_header("vector"));
  EXPECT_FALSE(unknown_header("cuda_runtime.h"));
  EXPECT_FALSE(unknown_header("cooperative_groups.h"));
  EXPECT_FALSE(unknown_header("/home/me/cuda/labs/tile.h"));
}

TEST(UnknownName, IsFoundInWhatACompilerSays) {
  const std::set<std::string> first{"cuda_runtime.h"};
  EXPECT_TRUE(
      unknown_name("'__dp4a' was not declared in this scope; did you mean '__popc'?", first));
  EXPECT_TRUE(unknown_name("use of undeclared identifier 'cudaLimitStackSize'", first));
  EXPECT_TRUE(unknown_name("aggregate 'cudaPointerAttributes of' has incomplete type", first));
  EXPECT_TRUE(unknown_name("'struct cudaDeviceProp' has no member named 'luid'", first));
  EXPECT_FALSE(unknown_name("'struct Mine' has no member named 'luid'", first));
  EXPECT_FALSE(unknown_name("'struct cudaDeviceProp' has no member named 'mine'", first));
  EXPECT_FALSE(unknown_name("too few arguments to function 'int __dp4a(int, int)'", first));
  EXPECT_FALSE(unknown_name("expected __dp4a", first));
  EXPECT_FALSE(unknown_name("it's not '", first));
  EXPECT_FALSE(unknown_name("'__hcmadd' was not declared in this scope", first));
  EXPECT_TRUE(unknown_name("'__hcmadd' was not declared in this scope", {"cuda_fp16.h"}));
}

TEST(UnknownName, IsOfTheLibraryThatWasIncluded) {
  const auto said = [](const std::string& name, const std::string& header) {
    return unknown_name("'" + name + "' was not declared in this scope", {header}).value_or("");
  };
  EXPECT_THAT(said("bmma_sync", "mma.h"), HasSubstr("'bmma_sync'"));
  EXPECT_THAT(said("device_vector", "thrust/sort.h"), HasSubstr("Thrust (device_vector)"));
  EXPECT_THAT(said("BlockReduce", "cub/cub.cuh"), HasSubstr("CUB (BlockReduce)"));
  EXPECT_THAT(said("memcpy_async", "cooperative_groups/memcpy_async.h"), HasSubstr("memcpy_async"));
  EXPECT_THAT(said("curandState", "curand_kernel.h"), HasSubstr("cuRAND (curandState)"));
  EXPECT_THAT(said("cublasHandle_t", "cublas_v2.h"), HasSubstr("cuBLAS (cublasHandle_t)"));
  EXPECT_EQ(said("curandState", "cuda_runtime.h"), "");
  EXPECT_EQ(said("mine", "thrust/sort.h"), "");
}

TEST(ToolkitHeader, StandsForAnyOfCudas) {
  for (const char* header :
       {"thrust/device_vector.h", "cub/cub.cuh", "cuda/std/array", "cuda/pipeline",
        "cooperative_groups/memcpy_async.h", "curand_kernel.h", "cufft.h", "cusolverDn.h",
        "cuda_gl_interop.h", "cuda_occupancy.h", "nvtx3/nvToolsExt.h", "nvToolsExt.h", "npp.h"}) {
    EXPECT_TRUE(toolkit_header(header)) << header;
  }
  for (const char* header :
       {"vector", "tile.h", "cuda/../../x", "thrust/", "device_utils.h", "curand_mine.h",
        "thrust/a b", "cuda", "cutlass/cutlass.h", "helper_cuda.h"}) {
    EXPECT_FALSE(toolkit_header(header)) << header;
  }
  EXPECT_THAT(toolkit_header("cuda_awbarrier.h").value_or(""),
              HasSubstr("namespace nvcuda::experimental {}"));
}

TEST(UnknownCuda, IsTheHeapInWhatOnlyAGpuRuns) {
  const auto is_refused = [](const std::string& text) {
    return std::holds_alternative<TranslateError>(translate(text, {}));
  };
  const std::string device = "__attribute__(())";
  EXPECT_TRUE(is_refused(device + " int* f() { return new int; }"));
  EXPECT_TRUE(is_refused(device + " void f(int* p) { { delete[] p; } }"));
  EXPECT_TRUE(is_refused(device + " void* f() { return std::malloc(3); }"));
  EXPECT_FALSE(is_refused(device + " void f(P* p) { new (p) P; p->free(); }"));
  EXPECT_FALSE(is_refused(device + " int f(); int* g() { return new int; }"));
  EXPECT_FALSE(is_refused("__host__ " + device + " int* f() { return new int; }"));
  EXPECT_FALSE(is_refused(device + "__host__ int* f() { return new int; }"));
  EXPECT_TRUE(is_refused("static " + device + device + " T f() { g(); } " + device +
                         " void h() { free(p); }"));
  EXPECT_FALSE(is_refused(device + " int x = 3; int* g() { return new int; }"));
  EXPECT_FALSE(is_refused("struct P { " + device + " void free() { } P(P&) = delete; };"));
}

// The words of unknown_cuda.table by what they are.
std::vector<std::pair<std::string, std::string>> unknown_words() {
  std::vector<std::pair<std::string, std::string>> words;
  for (const gemmlab::TableRow& row :
       gemmlab::read_table(kUnknownCudaTable, "unknown_cuda.table", {"kind", "begin", "what"})) {
    if (row.text("kind") == "word" || row.text("kind") == "group") {
      words.emplace_back(row.text("begin"), row.text("what"));
    }
  }
  return words;
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(UnknownCuda, IsToldOfOnItsPage) {
  std::string page = text_of(SIMT_DOCS_PAGE);
  std::replace(page.begin(), page.end(), '\n', ' ');
  ASSERT_GT(unknown_words().size(), 50u);
  for (const auto& [begin, what] : unknown_words()) {
    EXPECT_NE(page.find(what), std::string::npos) << what << " (" << begin << ")";
  }
}

TEST(UnknownCuda, IsNothingThatTheHeadersDeclare) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(SIMT_SHIM_FOLDER)) {
    const std::string text = entry.is_regular_file() ? text_of(entry.path()) : "";
    for (const Token& token : lex_source(text).all) {
      for (const auto& [begin, what] : unknown_words()) {
        EXPECT_FALSE(token.kind == TokenKind::identifier && token.text.starts_with(begin))
            << entry.path() << ": " << token.text;
      }
    }
  }
}

}  // namespace
}  // namespace simt
