// SPDX-License-Identifier: MIT
//
// What fuzzers share: how a broken promise ends one, how an input is taken apart, and files and
// folders whose bytes are the input.
#ifndef BASEWALK_TESTS_FUZZ_FUZZING_H_
#define BASEWALK_TESTS_FUZZ_FUZZING_H_

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <source_location>
#include <string>
#include <string_view>

#include "basewalk/sink.h"

namespace basewalk::fuzz {

/// Says where the promise stands that is broken, and ends the program.
inline void require(bool holds, std::source_location at = std::source_location::current()) {
  if (holds) return;
  std::fprintf(stderr, "%s:%u: broken\n", at.file_name(), static_cast<unsigned>(at.line()));
  __builtin_trap();
}

inline std::string_view view(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// An input, of which the front chooses and the rest is read.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : rest_(view(data, size)) {}

  /// 0 behind the end.
  unsigned byte() {
    if (rest_.empty()) return 0;
    const auto byte = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    return byte;
  }
  /// Up to such a byte, which is taken, too; all there is where there is none.
  std::string_view up_to(char end) {
    const std::string_view piece = rest_.substr(0, rest_.find(end));
    rest_.remove_prefix(std::min(piece.size() + 1, rest_.size()));
    return piece;
  }
  std::string_view line() { return up_to('\n'); }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

class StringSink final : public Sink {
 public:
  bool write(std::string_view bytes) override {
    text += bytes;
    return true;
  }
  std::string text;
};

/// A file in memory that has a name while it lives.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes)
      : file_(::memfd_create("fuzz", MFD_CLOEXEC)),
        name_("/proc/self/fd/" + std::to_string(file_)) {
    require(file_ >= 0);
    while (!bytes.empty()) {
      const ssize_t written = ::write(file_, bytes.data(), bytes.size());
      require(written > 0);
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  ~MemoryFile() { ::close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  const std::string& name() const { return name_; }

 private:
  const int file_;
  const std::string name_;
};

/// A folder that nobody else uses, gone at the end; it lies where TMPDIR says.
class Scratch {
 public:
  Scratch() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "basewalk-fuzz-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) std::abort();
    path_ = pattern;
  }
  ~Scratch() { std::filesystem::remove_all(path_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::string operator/(std::string_view name) const { return (path_ / name).string(); }
  void write(std::string_view name, std::string_view bytes) const {
    std::ofstream file(path_ / name, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    require(file.good());
  }
  std::string read(std::string_view name) const { return read_file(path_ / name); }
  /// Takes away all that is in it.
  void clear() const {
    for (const auto& entry : std::filesystem::directory_iterator(path_))
      std::filesystem::remove_all(entry.path());
  }

  static std::string read_file(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(stream), {});
  }

 private:
  std::filesystem::path path_;
};

}  // namespace basewalk::fuzz

#endif  // BASEWALK_TESTS_FUZZ_FUZZING_H_
