// Archives: what is accepted, what is refused, and each limit just below and just above.
#include <gmock/gmock.h>

#include "grader/batch/sample_submissions.h"
#include "grader/core/foreign_text.h"

namespace gemmlab {
namespace {

using testing::HasSubstr;

class Archives : public Class {
 protected:
  Submission taken(Packing packing, const std::vector<Packed>& entries) const {
    return taken_bytes(packing, packed(packing, entries));
  }
  Submission taken_bytes(Packing packing, const std::string& bytes) const {
    const char* endings[] = {"zip", "tar", "tar.gz", "tar"};
    const std::string name = std::string("ann.") + endings[static_cast<int>(packing)];
    write(name, bytes);
    const Submission submission = read(name);
    std::filesystem::remove(dir / name);
    return submission;
  }
};

TEST_F(Archives, give_the_labs_files_with_their_times) {
  for (const Packing packing : {Packing::zip, Packing::tar, Packing::tar_gz}) {
    const Submission submission = taken(packing, {{"labs/01_cpu_loop/kernel.cpp", "loop"},
                                                  {"labs/03_tiled_kernel/kernel.cu", "tile"}});
    EXPECT_EQ(submission.problem, "");
    EXPECT_EQ(submission.student, "ann");
    ASSERT_EQ(submission.files.size(), 2u);
    EXPECT_EQ(submission.files.at("01").text, "loop");
    EXPECT_EQ(submission.files.at("03").text, "tile");
    EXPECT_EQ(submission.files.at("03").submitted_at, "");  // a file's own time can be forged
    EXPECT_TRUE(submission.left_out.empty());
  }
}

// Whatever the packing calls its character set: this test's own locale is "C", as on a server.
TEST_F(Archives, may_have_names_that_are_not_ascii) {
  for (const std::string folder : {"\u00DCbung", "\u4F5C\u4E1A", "\xDC-Latin-1"}) {
    const std::vector<Packed> entries{{folder + "/01_cpu_loop/kernel.cpp", "loop"},
                                      {folder + "/notes", ""}};
    for (const Packing packing : {Packing::zip, Packing::tar, Packing::tar_gz, Packing::pax}) {
      std::vector<std::string> archives{packed(packing, entries)};
      if (!folder.starts_with('\xDC')) {
        const Utf8 names;  // a zip then says that its names are UTF-8
        archives.push_back(packed(packing, entries));
      }
      for (const std::string& bytes : archives) {
        const Submission submission = taken_bytes(packing, bytes);
        EXPECT_EQ(submission.problem, "") << folder << int(packing);
        EXPECT_EQ(submission.files.count("01"), 1u) << folder << int(packing);
        EXPECT_EQ(submission.left_out.size(), 1u);
      }
    }
  }
}

TEST_F(Archives, with_names_that_cannot_be_read_are_refused) {
  std::string zip = packed(Packing::zip, {{"\xDC/02.cu", "text"}});
  zip[7] |= 8;  // the names are UTF-8, it says, here and in the directory
  zip[zip.find("PK\x01\x02") + 9] |= 8;
  EXPECT_THAT(taken_bytes(Packing::zip, zip).problem, HasSubstr("name of a file"));
}

TEST_F(Archives, that_are_packed_in_an_unusual_way_are_refused) {
  std::string bytes = packed(Packing::zip, {{"01_cpu_loop/kernel.cpp", "loop"}});
  EXPECT_EQ(taken_bytes(Packing::zip, bytes).problem, "");
  constexpr char kLzma = 14;
  bytes[8] = bytes[bytes.find("PK\x01\x02") + 10] = kLzma;
  EXPECT_THAT(taken_bytes(Packing::zip, bytes).problem, HasSubstr("unusual way"));
}

TEST_F(Archives, that_lead_out_of_themselves_are_refused_whole) {
  for (const Packing packing : {Packing::zip, Packing::tar, Packing::tar_gz}) {
    for (const char* path :
         {"/etc/passwd", "../02.cu", "a/../../02.cu", "a/..", "..\\02.cu", "C:\\02.cu"}) {
      const Submission submission = taken(packing, {{"02.cu", "text"}, {path, "text"}});
      EXPECT_THAT(submission.problem, testing::AnyOf(HasSubstr("absolute"), HasSubstr("\"..\"")))
          << path;
      EXPECT_TRUE(submission.files.empty());
    }
    EXPECT_EQ(taken(packing, {{"..02.cu", "text"}, {"02.cu", "text"}}).problem, "");
  }
}

TEST_F(Archives, with_links_pipes_or_devices_are_refused_whole) {
  const std::pair<char, const char*> kinds[] = {
      {'l', "symbolic link"}, {'h', "hard link"}, {'p', "pipe"}, {'c', "device"}};
  for (const auto& [kind, word] : kinds) {
    const Submission submission =
        taken(Packing::tar, {{"03.cu", "text"}, {"02.cu", "", kind, "/etc/passwd"}});
    EXPECT_THAT(submission.problem, HasSubstr(word));
    EXPECT_TRUE(submission.files.empty());
  }
  EXPECT_THAT(taken(Packing::zip, {{"02.cu", "/etc/passwd", 'l', "/etc/passwd"}}).problem,
              HasSubstr("symbolic link"));
}

// A second list of contents behind the first hides what a zip holds.
TEST_F(Archives, that_contain_nothing_are_refused) {
  const std::string empty_list = std::string("PK\5\6") + std::string(18, '\0');
  const std::string zip = packed(Packing::zip, {{"02.cu", "kernel"}});
  EXPECT_NE(taken_bytes(Packing::zip, zip + empty_list).problem, "");
  for (const Packing packing : {Packing::zip, Packing::tar, Packing::tar_gz}) {
    EXPECT_NE(taken(packing, {}).problem, "");
  }
}

TEST_F(Archives, that_are_cut_short_anywhere_are_refused_whole) {
  const std::vector<Packed> entries{{"02.cu", std::string(700, 'x')},
                                    {"03.cu", std::string(300, 'y')}};
  for (const Packing packing : {Packing::zip, Packing::tar, Packing::tar_gz}) {
    const std::string whole = packed(packing, entries);
    // A tar ends in zeros; a few of them may be missing.
    const std::size_t end = packing == Packing::tar ? 2560 + 511 : whole.size();
    for (std::size_t bytes = 0; bytes < end; bytes += packing == Packing::tar ? 256 : 7) {
      const Submission submission = taken_bytes(packing, whole.substr(0, bytes));
      EXPECT_NE(submission.problem, "") << bytes << " of " << whole.size();
      EXPECT_TRUE(submission.files.empty());
    }
    EXPECT_EQ(taken_bytes(packing, whole).problem, "");
  }
}

TEST_F(Archives, that_are_none_are_refused_with_a_reason) {
  EXPECT_THAT(taken_bytes(Packing::zip, "hello").problem, HasSubstr("broken"));
  EXPECT_THAT(taken_bytes(Packing::tar_gz, "").problem, HasSubstr("broken"));
}

TEST_F(Archives, with_changed_bytes_are_refused) {
  std::string zip = packed(Packing::zip, {{"02.cu", std::string(5000, 'x') + "kernel"}});
  for (std::size_t at = 40; at < 60; ++at) {
    std::string changed = zip;
    changed[at] ^= 0x40;
    const Submission submission = taken_bytes(Packing::zip, changed);
    const bool is_same = submission.files.count("02") == 1 &&
                         submission.files.at("02").text.size() == 5006 &&
                         submission.files.at("02").text.ends_with("kernel");
    EXPECT_TRUE(!submission.problem.empty() || is_same) << at;
  }
}

TEST_F(Archives, that_are_encrypted_are_refused_whole) {
  std::string zip = packed(Packing::zip, {{"02.cu", "text"}});
  zip[6] |= 1;  // the flag, in the file's own header and in the directory
  zip[zip.find("PK\x01\x02") + 8] |= 1;
  EXPECT_THAT(taken_bytes(Packing::zip, zip).problem, HasSubstr("encrypted"));
}

TEST_F(Archives, in_a_submission_are_left_closed) {
  const Submission submission = taken(
      Packing::zip, {{"02.cu", "text"}, {"more.zip", packed(Packing::zip, {{"03.cu", "text"}})}});
  EXPECT_EQ(submission.files.size(), 1u);
  EXPECT_THAT(reasons(submission).at("more.zip"), HasSubstr("not opened"));
}

TEST_F(Archives, may_have_files_of_one_MiB) {
  const std::string limit(kMaxFileBytes, 'x');
  for (const Packing packing : {Packing::zip, Packing::tar_gz}) {
    EXPECT_EQ(taken(packing, {{"02.cu", limit}}).files.at("02").text, limit);
    const Submission over = taken(packing, {{"02.cu", limit + 'x'}, {"03.cu", "text"}});
    EXPECT_EQ(over.problem, "");
    EXPECT_EQ(over.files.size(), 1u);
    EXPECT_EQ(reasons(over).at("02.cu"), "larger than 1 MiB");
  }
}

TEST_F(Archives, may_hold_sixteen_MiB_of_files_for_labs) {
  std::vector<Packed> entries{{"notes.pdf", std::string(kMaxTotalBytes + 1, 'x')}};
  for (int i = 0; i < 16; ++i) {
    entries.push_back({"d" + std::to_string(i) + "/kernel.cpp", std::string(kMaxFileBytes, 'x')});
  }
  for (const Packing packing : {Packing::zip, Packing::tar, Packing::tar_gz}) {
    EXPECT_EQ(taken(packing, entries).problem, "");
  }
  entries.push_back({"kernel.cpp", "x"});
  for (const Packing packing : {Packing::zip, Packing::tar, Packing::tar_gz}) {
    const Submission over = taken(packing, entries);
    EXPECT_THAT(over.problem, HasSubstr("larger than 16 MiB"));
    EXPECT_TRUE(over.files.empty());
  }
}

TEST_F(Archives, that_are_bombs_are_not_unpacked) {
  const std::string much(64 << 20, '\0');
  EXPECT_THAT(taken(Packing::tar_gz, {{"02.cu", much}}).problem, HasSubstr("larger than 48 MiB"));
  const Submission zip = taken(Packing::zip, {{"02.cu", much}, {"notes", much}});
  EXPECT_TRUE(zip.files.empty());
  EXPECT_EQ(reasons(zip).at("02.cu"), "larger than 1 MiB");
}

TEST_F(Archives, may_be_a_repository_with_all_that_tools_made) {
  std::vector<Packed> entries{{"work/.git/link", "", 'l', "/etc/passwd"}};
  for (int i = 0; i < 2000; ++i) {
    entries.push_back({"work/.git/objects/" + std::to_string(i), ""});
    entries.push_back({"work/build/" + std::to_string(i), ""});
    entries.push_back({"work/notes/" + std::to_string(i), ""});
  }
  entries.push_back({"work/02.cu", "text"});
  for (const Packing packing : {Packing::zip, Packing::tar_gz}) {
    const Submission repository = taken(packing, entries);
    EXPECT_EQ(repository.files.count("02"), 1u);
    EXPECT_THAT(reasons(repository).at(".git, build"), HasSubstr("tools"));
  }
  entries.resize(kMaxEntries, {".git/x", ""});
  EXPECT_EQ(taken(Packing::zip, entries).problem, "");
  entries.push_back({".git/x", ""});
  EXPECT_THAT(taken(Packing::zip, entries).problem, HasSubstr("more than 50000"));
}

TEST_F(Archives, with_names_that_take_no_columns_are_told_of_shortly) {
  std::string marks;
  for (int i = 0; i < 20'000; ++i) {
    marks += "\u0301";
  }
  const auto size = [](const Submission& submission) {
    std::size_t bytes = submission.problem.size();
    for (const LeftOut& left : submission.left_out) {
      bytes += left.path.size();
    }
    return bytes;
  };
  std::vector<Packed> entries;
  for (int i = 0; i < 200; ++i) {
    entries.push_back({std::to_string(i) + marks, ""});
  }
  EXPECT_LT(size(taken(Packing::tar, entries)), 10'000u);
  for (int i = 0; i < 500; ++i) {  // as long as they may be, and of letters
    entries.push_back({std::to_string(i) + std::string(kMaxPathBytes - 10, '\xE9'), ""});
  }
  const Submission many = taken(Packing::tar, entries);
  EXPECT_LT(size(many), 70'000u);
  EXPECT_THAT(reasons(many).at("..."), HasSubstr("more, which are not listed"));
  EXPECT_LT(size(taken(Packing::tar_gz, {{"/" + marks, ""}})), 1000u);
  EXPECT_LT(size(taken(Packing::tar, {{"a" + marks, "", 'l', "x"}})), 1000u);
}

TEST_F(Archives, may_have_long_and_deep_paths) {
  std::string deep;
  for (int i = 1; i < kMaxDepth; ++i) {
    deep += "d/";
  }
  const std::string half(kMaxPathBytes / 2 - 1, 'p');
  const std::string lengthy = half + '/' + half + 'p';
  ASSERT_EQ(lengthy.size(), kMaxPathBytes);
  const Submission submission =
      taken(Packing::tar,
            {{deep + "under", ""}, {deep + "d/over", ""}, {lengthy, ""}, {lengthy + 'q', ""}});
  EXPECT_EQ(submission.problem, "");
  int deeper = 0, longer = 0;
  for (const LeftOut& left : submission.left_out) {
    deeper += left.reason == LeftOutReason::deep_path;
    longer += left.reason == LeftOutReason::long_path;
  }
  EXPECT_EQ(deeper, 1);
  EXPECT_EQ(longer, 1);
}

TEST_F(Archives, with_strange_names_show_nothing_strange) {
  const Submission submission = taken(Packing::tar, {{"a\x1b[31m\nb", "x"}, {"\xff\xfe", "y"}});
  EXPECT_EQ(submission.left_out.size(), 2u);
  for (const LeftOut& left : submission.left_out) {
    EXPECT_EQ(left.path.find_first_of("\x1b\n"), std::string::npos);
  }
}

}  // namespace
}  // namespace gemmlab
