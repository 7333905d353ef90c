// Names and times as people, platforms and systems write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/core/fs.h"

namespace gemmlab {

// One entry of a class's folder: whose it is, and from when.
struct HandIn {
  fs::path path;
  std::string platform = {};   // by whose rules it is named; empty: its name is the student's
  std::string student = {};    // as written there
  std::string id = {};         // the platform's number of the student
  bool is_in_rosters = false;  // the id: in those of the platform
  std::string lab = {};        // as written before the student, "lab02"
  std::string file = {};       // a single file or archive of a platform: the student's name of it
  std::string time = {};       // ISO 8601, UTC
  int version = 0;             // how often a file of this name was handed in before
  bool is_late = false;        // the platform says so
  std::string problem = {};    // why it must not be read; else empty
};

// By platforms.table. Times are read in this machine's time zone.
HandIn hand_in_of(const fs::directory_entry& entry);

// "Friday, 30 January 2026, 1:10 PM" as ISO 8601, in this machine's time zone; empty: another text.
std::string utc_of_moodle(const std::string& text);

// A name of each row of platforms.table, one per line.
std::string examples_of_hand_ins();

// In composed form (NFC), without control characters and those that nobody sees; empty: not UTF-8.
std::string plain_name(std::string_view name);
bool has_hidden_characters(std::string_view name);

// Equal for texts that differ only in case and composition.
std::string folded(std::string_view text);

// Whether it can name a student, in tables and as a file: letters of any script, digits, blanks and
// . _ - ' ( ) , + @, but no sign first, and no blank or dot last.
bool is_safe_name(std::string_view name);
inline constexpr std::size_t kMaxNameBytes = 100;

// The safe name of a student with that plain name: without dots and blanks at its end, and if it is
// too long its beginning with eight digits of its SHA-256. Empty if it cannot name a student.
std::string safe_name_for(const std::string& plain);

// Without case, and without what stands between them.
std::vector<std::string> words_of(std::string_view text);

// Equal for spellings of one name: "Lovelace, Ada" and "ada lovelace".
std::string spelling_of(std::string_view name);

// Created automatically by systems and tools: those of not_needed.table, and ._ in front.
bool is_junk(std::string_view name);

// By its name: .zip, .tar.gz and other packed formats. The length of the extension that is
// supported; 0 for others.
bool is_archive_name(std::string_view name);
std::size_t archive_ending(const std::string& name);

inline constexpr std::size_t kMaxPathBytes = 512;  // within a submission

// For display on one line: control characters replaced.
std::string shown_path(std::string_view path);
// The same for a sentence about it, between quotation marks that it cannot end; its blanks become
// kNoBreak, so that no line is broken there: the other half could look like a line of ours.
inline constexpr const char* kNoBreak = "\u2423";
std::string quoted_path(std::string_view path);

// A person's name on a terminal: on one line, and cut after so many columns.
inline constexpr int kNameColumns = 48;
std::string shown_name(std::string_view name);

// Seconds since 1970-01-01 UTC. Accepts "2026-01-31T23:59:00Z", "2026-01-31 23:59+01:00" and
// "2026-01-31"; without an offset it is UTC, without a time the first second of the day. Nothing
// for any other text or an invalid date.
std::optional<std::int64_t> parse_utc(std::string_view text);

// "2026-01-31T23:59:00Z", or with that offset in minutes "2026-02-01T00:59:00+01:00". A year
// outside 0..9999 becomes the closest one that can be written.
std::string iso8601(std::int64_t seconds, int offset = 0);

}  // namespace gemmlab
