// SPDX-License-Identifier: MIT
//
// Any bytes as a file and as a pipe: the reader ends, the messages of an mbox lie in the input in
// order with nothing but line ends between them, as MboxReader has them, and neither the size of a
// block nor a slice nor a place to go on at changes what comes.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "archive/box/mbox_splitter.h"
#include "archive/box/splitter.h"
#include "archive/packed/packed.h"
#include "archive/recode.h"
#include "basewalk/archive/mbox.h"
#include "basewalk/archive/source.h"

namespace {

using namespace basewalk::archive;

void check(bool ok) {
  if (!ok) __builtin_trap();
}

struct Got {
  std::string source;
  std::uint64_t offset;
  std::string bytes;
  std::string problem;
  bool operator==(const Got&) const = default;
};

std::vector<Got> read(const std::string& name, ReadOptions options) {
  // What is unpacked may be a thousand times as much.
  options.message_bytes = std::size_t{1} << 20;
  SourceReader reader({name}, options);
  std::vector<Got> all;
  while (const auto batch = reader.next())
    for (const Item& item : batch->items)
      all.push_back({*item.source, item.offset, std::string(item.bytes), item.problem});
  return all;
}

// A message, an mbox, or neither.
void check_mail(std::string_view input, const std::vector<Got>& all) {
  const std::string_view head = input.substr(0, 4096);
  const Form form = form_of(head);
  if (recoding_of(head) != Recoding::none || (form != Form::message && form != Form::mbox)) return;
  if (form == Form::message) {
    const bool is_mail = could_be_mail(head);
    check(all.size() == 1 && all[0].problem.empty() == is_mail && all[0].offset == 0);
    check(all[0].bytes == (is_mail ? input : ""));
    return;
  }
  std::size_t end = mbox_begin(head);
  MboxReader mbox(input);
  for (const Got& got : all) {
    check(got.offset >= end);
    for (char c : input.substr(end, got.offset - end)) check(c == '\n' || c == '\r');
    const auto span = mbox.next();
    check(span && span->begin == got.offset);
    // One that a mail program keeps for itself is not given.
    if (got.problem.empty()) check(got.bytes == span->of(input));
    end = span->end;
  }
  for (char c : input.substr(end)) check(c == '\n' || c == '\r');
  check(!mbox.next());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  if (size > 500'000) return 0;
  const int file = ::memfd_create("archive_fuzz", MFD_CLOEXEC);
  check(file >= 0 && ::write(file, data, size) == static_cast<ssize_t>(size));
  const std::string name = "/proc/self/fd/" + std::to_string(file);

  ReadOptions options;
  const std::vector<Got> whole = read(name, options);
  options.batch_bytes = 4096;
  check(read(name, options) == whole);
  if (size > 0 && content_of(input) == Content::mail) check_mail(input, whole);

  std::vector<Got> slices;
  for (std::size_t index = 0; index < 3; ++index) {
    options.shard = {index, 3};
    for (Got& got : read(name, options)) slices.push_back(std::move(got));
  }
  check(slices == whole);

  options.shard = {};
  if (!whole.empty()) {
    std::size_t from = size % whole.size();
    options.after = Position{whole[from].source, whole[from].offset};
    // Members of an archive may have one name; then it is the first that is gone on behind.
    const auto is_after = [&](const Got& got) {
      return got.source == options.after->source && got.offset == options.after->offset;
    };
    for (std::size_t i = from; i-- > 0;)
      if (is_after(whole[i])) from = i;
    check(read(name, options).size() + from + 1 == whole.size());
  }
  ::close(file);
  return 0;
}
