// SPDX-License-Identifier: MIT
//
// The whole walk over any bytes: it ends, what it reports is well-formed, and it reports the same
// twice.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "basewalk/mime/decode.h"
#include "basewalk/walk/links.h"
#include "basewalk/walk/walk.h"
#include "fuzz/fuzzing.h"

namespace {

using namespace basewalk;
using basewalk::fuzz::require;

class Check final : public Visitor {
 public:
  explicit Check(std::size_t size) : size_(size) {}
  Visit part(const PartReport& part) override {
    require(!part.section.empty() && part.offset <= size_);
    require(!part.base || part.base_from != BaseFrom::none);
    digest_ = digest_ * 31 + part.section.size() + part.size;
    return Visit::go_on;
  }
  Visit link(const Link& link) override {
    const bool omitted = link.flags.has(Flag::url_omitted);
    const bool answered = link.status != Status::unresolved && link.status != Status::invalid;
    const std::string where = extract::where(link.place);
    require(!link.part.empty() && !where.empty());
    require(link.url.has_value() == (answered && !omitted));
    require(mime::is_utf8(link.raw) && mime::is_utf8(where));
    require(mime::is_utf8(link.text.value_or("")));
    written_ += link.url.value_or("").size() + link.base.value_or("").size();
    digest_ = digest_ * 31 + link.raw.size() + link.url.value_or("").size();
    return Visit::go_on;
  }
  Visit note(const NoteReport& note) override {
    require(note.offset <= size_ && note.text.size() <= 200);
    digest_ = digest_ * 31 + static_cast<std::size_t>(note.code);
    return Visit::go_on;
  }

  std::size_t digest() const { return digest_; }
  std::size_t written() const { return written_; }

 private:
  std::size_t size_, digest_ = 0, written_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  WalkOptions options;
  options.rules = static_cast<url::Rules>(data[0] % 4);
  if ((data[0] & 0x10) != 0) options.retrieved = "http://fetched.example/from/here";
  if ((data[0] & 0x20) != 0) options.limits = {.depth = 3, .parts = 5, .links = 4};
  options.refang = (data[0] & 0x40) != 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Message message = read_message(bytes, options.limits);
  Check first(bytes.size()), second(bytes.size());
  Walker walker(options);
  const WalkSummary summary = walker.walk(message, first);
  walker.walk(message, second);
  require(first.digest() == second.digest());
  require(summary.links <= options.limits.links);
  require(links_of(message, options).size() == summary.links);
  require(first.written() <=
          options.limits.output_factor * std::max<std::size_t>(bytes.size(), 4096));
  return 0;
}
