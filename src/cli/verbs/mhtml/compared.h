// SPDX-License-Identifier: MIT
//
// What lies in the place of a result already, beside what is made now: whoever goes on with a run
// takes nothing else for its own.
#ifndef BASEWALK_CLI_VERBS_MHTML_COMPARED_H_
#define BASEWALK_CLI_VERBS_MHTML_COMPARED_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "basewalk/bundle/files.h"
#include "basewalk/sink.h"
#include "text/files/descriptor.h"

namespace basewalk::cli {

/// Where a result goes ("-": standard output), whole or not at all; or where it is already.
struct Place {
  std::string to;
  bool is_there = false;
  bool is_alone = false;  ///< nothing else is made: what interrupts the run ends this, too
};

/// A sentence about what is there and is another one.
std::string is_another_one(const std::string& to);

/// Takes the bytes that a file has, if it is the same.
class ComparedFile final : public Sink {
 public:
  /// Nothing is followed, and nothing waited for.
  void open(const std::string& name);
  bool write(std::string_view bytes) override;
  /// All that it was given is all that the file has.
  bool is_same();

 private:
  text::Descriptor file_;
  std::uint64_t at_ = 0;
  bool is_same_ = false;
  std::string buffer_;
};

/// The same of a folder, file by file.
class ComparedFolder final : public bundle::Files {
 public:
  explicit ComparedFolder(std::string folder) : folder_(std::move(folder)) {}
  bool begin(std::string_view name) override;
  bool write(std::string_view bytes) override { return file_.write(bytes); }
  bool end() override;
  bool is_same() const { return is_same_; }

 private:
  const std::string folder_;
  ComparedFile file_;
  bool is_same_ = true;
};

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_VERBS_MHTML_COMPARED_H_
