// SPDX-License-Identifier: MIT
//
// What a job tells of a file in memory, as plain values; and files that make_pst.py makes.
#ifndef BASEWALK_TESTS_WORKER_OUTLOOK_TOLD_H_
#define BASEWALK_TESTS_WORKER_OUTLOOK_TOLD_H_

#include <algorithm>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/files.h"
#include "support/folder.h"
#include "worker/job.h"
#include "worker/jobs/pst.h"

namespace basewalk::test {

class BytesInput final : public worker::Input {
 public:
  explicit BytesInput(std::string_view bytes) : bytes_(bytes) {}
  std::uint64_t size() const override { return bytes_.size(); }
  std::size_t read_at(std::uint64_t offset, char* into, std::size_t size) override {
    if (offset >= bytes_.size()) return 0;
    return bytes_.copy(into, size, static_cast<std::size_t>(offset));
  }

 private:
  std::string_view bytes_;
};

struct Failed {
  std::string sentence;
  worker::Trouble trouble = worker::Trouble::damaged;
};

struct ToldMember {
  std::string name, bytes;
  std::vector<Failed> failures;
};

/// Also holds the job to the order in which it may tell (job.h).
class Told final : public worker::MemberSink {
 public:
  /// `passed` members were given by a worker before.
  explicit Told(std::size_t passed = 0, std::size_t keep = std::size_t{1} << 30)
      : passed_(passed), keep_(keep) {}

  bool begin(const worker::Member& member) override {
    if (is_in_member_) throw std::logic_error("a member in a member");
    if (passed_ > 0) {
      --passed_;
      return false;
    }
    is_in_member_ = true;
    members.push_back({std::string(member.name), "", {}});
    return true;
  }
  void bytes(std::string_view bytes) override {
    if (!is_in_member_) throw std::logic_error("bytes of no member");
    size += bytes.size();
    if (size <= keep_) members.back().bytes += bytes;
  }
  void end() override {
    if (!is_in_member_) throw std::logic_error("the end of no member");
    is_in_member_ = false;
  }
  void failure(std::string_view sentence, worker::Trouble trouble,
               std::optional<worker::Extent>) override {
    (is_in_member_ ? members.back().failures : failures)
        .push_back({std::string(sentence), trouble});
    ++count_of_failures;
  }

  const ToldMember* find(std::string_view name) const {
    for (const ToldMember& member : members)
      if (member.name == name) return &member;
    return nullptr;
  }

  std::vector<ToldMember> members;
  std::vector<Failed> failures;
  std::size_t count_of_failures = 0;
  std::uint64_t size = 0;

 private:
  std::size_t passed_, keep_;
  bool is_in_member_ = false;
};

inline Told read_pst(std::string_view file, std::size_t passed = 0,
                     std::size_t keep = std::size_t{1} << 30) {
  const ExactCopy copy(file);
  BytesInput input(copy.view());
  Told told(passed, keep);
  worker::read_pst(input, told);
  return told;
}

/// A file that make_pst.py makes; each is made once.
inline const std::string& made_pst(const std::string& arguments) {
  static std::map<std::string, std::string> files;
  std::string& bytes = files[arguments];
  if (!bytes.empty()) return bytes;
  const Folder folder;
  const std::string path = folder / "x.pst";
  if (std::system((BASEWALK_MAKE_PST " " + arguments + " '" + path + "'").c_str()) != 0)
    throw std::runtime_error("make_pst.py " + arguments + " failed");
  bytes = read_file(path);
  return bytes;
}

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_WORKER_OUTLOOK_TOLD_H_
