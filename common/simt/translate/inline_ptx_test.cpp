#include "common/simt/translate/inline_ptx.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <variant>

#include "common/simt/translate/student_source.h"
#include "common/simt/translate/translate.h"
#include "common/simt/translate/translate_error.h"

namespace simt {
namespace {

using testing::HasSubstr;

// In a function, as text that was preprocessed.
std::string in_function(const std::string& statement) {
  const auto result = translate("void f() {\n" + statement + "\n}\n", {});
  const auto* const text = std::get_if<std::string>(&result);
  return text != nullptr ? *text : "refused: " + std::get<TranslateError>(result).message;
}

TEST(InlinePtx, BecomesACallWithTheOperandsOfItsText) {
  EXPECT_THAT(in_function("asm volatile(\"cvt.rna.tf32.f32 %0, %1;\" : \"=r\"(x) : \"f\"(y[i]));"),
              HasSubstr("::simt::ptx<::simt::Ptx::round_to_tf32, 0, 1>(::simt::written<4>(x) , "
                        "::simt::given<4>(y[i]));"));
  EXPECT_THAT(in_function("asm(\"cp.async.commit_group;\\n\" ::: \"memory\");"),
              HasSubstr("::simt::ptx<::simt::Ptx::end_copy_group>();"));
  EXPECT_THAT(in_function("asm(\"cp.async.wait_group %0;\" :: \"n\"(2));"),
              HasSubstr("::simt::ptx<::simt::Ptx::wait_for_copies, 0>(::simt::given<0>(2));"));
  EXPECT_THAT(
      in_function("__asm__ __volatile__(\"cp.async.cg.shared::cta.global.L2::128B \" \"[%1], [%0]"
                  ", 16;\" : : \"l\"(p), \"r\"(s));"),
      HasSubstr("::simt::ptx<::simt::Ptx::start_copy, 1, 0, -17>(::simt::given<8>(p), "
                "::simt::given<4>(s));"));
  EXPECT_THAT(in_function("asm(\"mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, "
                          "{%2,%3,%4,%5}, {%6,%7}, {%0,%1};\" : \"+r\"(d[0]), \"+r\"(d[1]) : "
                          "\"r\"(a), \"r\"(a), \"r\"(a), \"r\"(a), \"r\"(b), \"r\"(b));"),
              HasSubstr("<::simt::Ptx::mma_half_to_half_16, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1>("
                        "::simt::changed<4>(d[0]), "));
}

TEST(InlinePtx, KeepsTheLinesOfItsOperands) {
  EXPECT_THAT(in_function("asm(\"cvt.rna.tf32.f32 %0, %1;\"\n : \"=r\"(x)\n : \"f\"(y));\nz();"),
              HasSubstr("# 3 \"\"\n(x)"));
}

TEST(InlinePtx, IsRefusedWhereItIsNotInTheList) {
  for (const char* statement : {
           "asm(\"\");",
           "asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(x));",
           "asm(\"cvt.rna.tf32.f32 %0, %1; mov.u32 %0, 1;\" : \"=r\"(x) : \"f\"(y));",
           "asm(\"cvt.rna.tf32.f32 %0, %2;\" : \"=r\"(x) : \"f\"(y));",
           "asm(\"cvt.rna.tf32.f32 %0;\" : \"=r\"(x) : \"f\"(y));",
           "asm(\"cvt.rna.tf32.f32 %0, %1;\" : \"=m\"(x) : \"f\"(y));",
           "asm(\"cvt.rna.tf32.f32 %0, %1;\" : [x] \"=r\"(x) : \"f\"(y));",
           "asm(\"cvt.rna.tf32.f32 %0, %1;\" : \"=r\"(x) : \"f\"(y) : \"memory\" : l);",
           "asm(\"cvt.rna.tf32.f32 %0, %1;\" :: \"r\"(x), \"f\"(y));",
           "asm(\"cvt.rna.tf32.f32 %0, %1;\" : \"=l\"(x) : \"f\"(y));",
           "asm(\"cvt.rna.tf32.f32 %0, %1;\" : \"=r\"(x), \"=f\"(y));",
           "asm(\"cp.async.ca.shared.global [%0], [%1], 4;\" :: \"l\"(x), \"l\"(y));",
           "asm goto(\"cp.async.wait_all;\" : : : : l);",
           "asm(\"cp.async.wait_all;\\x0a.text\");",
           "asm(R\"(cp.async.wait_all;)\");",
           "asm(\"cp.async.wait_all;\" \"movq %rax, %rbx\");",
           "asm(\"cp.async.wait_all\" TEXT);",
           "asm(\"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0}, {%0}, {%0}, {%0};\" : "
           "\"+r\"(x));",
           "asm(\"cp.async.wait_group -1;\");",
           "register int x asm(\"rax\");",
           "asm volatile;",
       }) {
    EXPECT_THAT(in_function(statement),
                testing::StartsWith("refused: the simulator does not support "
                                    "inline PTX (asm"))
        << statement;
  }
  EXPECT_THAT(in_function("asm(\"mov.u32 %0, 1;\" : \"=r\"(x));"), HasSubstr("(asm: mov.u32)"));
}

TEST(InlinePtx, IsReadInTheFilesOwnTextToo) {
  EXPECT_FALSE(find_refused_words(
      "#define WAIT asm volatile(\"cp.async.wait_all;\" ::: \"memory\")", "f.cu"));
  EXPECT_TRUE(find_refused_words("#define TEXT(x) asm volatile(x)", "f.cu"));
  EXPECT_TRUE(find_refused_words("#define WORD asm", "f.cu"));
}

}  // namespace
}  // namespace simt
