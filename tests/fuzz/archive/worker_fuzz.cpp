// SPDX-License-Identifier: MIT
//
// Any bytes as an archive, without a process around the job: it ends, begins and ends each member
// in turn, gives the same each time, and goes on behind any member as if that had been read.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/fuzzing.h"
#include "worker/jobs/pst.h"
#include "worker/program/archives/archives.h"

namespace {

using basewalk::fuzz::require;
using basewalk::fuzz::view;

using namespace basewalk::worker;

class Bytes final : public Input {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}
  std::uint64_t size() const override { return bytes_.size(); }
  std::size_t read_at(std::uint64_t offset, char* into, std::size_t size) override {
    if (offset >= bytes_.size()) return 0;
    return bytes_.copy(into, size, static_cast<std::size_t>(offset));
  }

 private:
  std::string_view bytes_;
};

struct Told final : MemberSink {
  explicit Told(std::uint64_t from) : first(from) {}

  bool begin(const Member& member) override {
    require(!is_in_member);
    is_in_member = count++ >= first;
    if (is_in_member) hash(member.name);
    return is_in_member;
  }
  void bytes(std::string_view bytes) override {
    require(is_in_member);
    hash(bytes);
  }
  void end() override {
    require(is_in_member);
    is_in_member = false;
  }
  void failure(std::string_view sentence, Trouble, std::optional<Extent> extent) override {
    require(!sentence.empty());
    require(!extent || extent->begin + extent->length >= extent->begin);
    if (is_in_member) hash(sentence);
  }
  // FNV-1a: what is unpacked may be long.
  void hash(std::string_view bytes) {
    for (const char byte : bytes)
      value = (value ^ static_cast<unsigned char>(byte)) * 1099511628211U;
  }

  std::uint64_t first, count = 0, value = 14695981039346656037U;
  bool is_in_member = false;
};

Told told(void (*read)(Input&, MemberSink&), std::string_view bytes, std::uint64_t first) {
  Bytes input(bytes);
  Told told(first);
  try {
    read(input, told);
  } catch (const std::bad_alloc&) {
    told.is_in_member = false;
  }
  require(!told.is_in_member);
  return told;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = view(data, size);
  for (const auto read : {read_rar, read_7z, read_pst}) {
    const Told whole = told(read, bytes, 0), again = told(read, bytes, 0);
    require(whole.count == again.count && whole.value == again.value);
    for (const std::uint64_t first : {whole.count / 2, whole.count})
      require(told(read, bytes, first).count == whole.count);
  }
  return 0;
}
