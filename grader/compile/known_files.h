// The files that messages may name and quote. What a tool prints is text that a submission can make
// up: no path in it is ever opened or looked for; it either equals the name of a file that the
// judge knows, or it is text.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "grader/core/foreign_text.h"
#include "grader/core/fs.h"

namespace gemmlab {

class KnownFiles {
 public:
  // Nothing is known.
  KnownFiles() = default;
  // The lab file: its name as compilers get it, and its text.
  KnownFiles(const std::string& name, std::string text);

  // A file that only may be named.
  void add(const fs::path& file);
  // A file that also may be quoted. It is read, as a source, if a line of it is asked for: only for
  // those that whoever wrote the lab file may read.
  void add_quotable(const fs::path& file);

  // The file of that name; nothing if the name is only text.
  bool hold(const std::string& name) const { return find(name) != nullptr; }
  bool is_lab_file(const std::string& name) const;
  const std::string& lab_file() const { return lab_file_; }

  // A line, from 1 on, cut to what a message may quote; empty if the file has none or may not be
  // quoted.
  ForeignText line(const std::string& name, int number) const;

 private:
  struct Known {
    fs::path to_read;  // empty: the text is complete
    mutable std::optional<std::string> text;
  };
  const Known* find(const std::string& name) const;

  std::string lab_file_;
  std::map<std::string, Known> files_;  // by names as tools' output has them, without . and ..
};

}  // namespace gemmlab
