// SPDX-License-Identifier: MIT
#include "basewalk/archive/name_list.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace basewalk::archive {
namespace {

// No system takes a longer name.
constexpr std::size_t kNameBytes = 65536;

}  // namespace

class NameList::File {
 public:
  explicit File(std::FILE* file) : file_(file) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (file_ != stdin) std::fclose(file_);
  }
  std::FILE* get() const { return file_; }

 private:
  std::FILE* file_;
};

NameList::NameList(std::unique_ptr<File> file, char end) : file_(std::move(file)), end_(end) {}
NameList::NameList(NameList&&) noexcept = default;
NameList& NameList::operator=(NameList&&) noexcept = default;
NameList::~NameList() = default;

Result<NameList> NameList::open(const std::string& name, char end) {
  std::FILE* file = name == "-" ? stdin : std::fopen(name.c_str(), "rbe");
  if (file == nullptr) return Error{"unreadable", 0, std::strerror(errno)};
  return NameList(std::make_unique<File>(file), end);
}

std::optional<std::string> NameList::next() {
  std::string name;
  for (;;) {
    const int c = ::getc_unlocked(file_->get());
    const bool at_end = c == EOF;
    if (at_end && std::ferror(file_->get()) != 0 && problem_.empty())
      problem_ = std::strerror(errno);
    if (!problem_.empty()) return {};  // what failed in mid-name is no name
    if (!at_end && static_cast<char>(c) != end_) {
      // What stands behind the NUL would not be asked for, and be missed by nobody.
      if (c == '\0')
        problem_ = "a name has a NUL in it; where names end with NUL, say -0";
      else if (name.size() == kNameBytes)
        problem_ = "a name is longer than " + std::to_string(kNameBytes) + " bytes";
      name += static_cast<char>(c);
      continue;
    }
    if (!name.empty()) return name;
    if (at_end) return {};
  }
}

}  // namespace basewalk::archive
