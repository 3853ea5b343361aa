// SPDX-License-Identifier: MIT
//
// Any bytes as a file and as a pipe: the reader ends, the messages of an mbox lie in the input in
// order with nothing but line ends between them, as MboxReader has them, and neither the size of a
// block nor a slice nor a place to go on at changes what comes.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/box/mbox_splitter.h"
#include "archive/box/splitter.h"
#include "archive/packed/packed.h"
#include "archive/recode.h"
#include "basewalk/archive/file.h"
#include "basewalk/archive/mbox.h"
#include "basewalk/archive/source.h"
#include "fuzz/fuzzing.h"

namespace {

using basewalk::fuzz::MemoryFile;
using basewalk::fuzz::require;
using basewalk::fuzz::view;

using namespace basewalk::archive;

struct Got {
  std::string source;
  std::uint64_t offset;
  std::string bytes;
  std::string problem;
  std::optional<std::uint64_t> member;
  bool operator==(const Got&) const = default;
};

ReadOptions bounded() {
  ReadOptions options;
  // What is unpacked may be a thousand times as much.
  options.message_bytes = std::size_t{1} << 20;
  // A sanitizer sees nothing of another process.
  options.unpack_here = true;
  return options;
}

std::vector<Got> read(const std::string& name, const ReadOptions& options) {
  SourceReader reader({name}, options);
  std::vector<Got> all;
  while (const auto batch = reader.next())
    for (const Item& item : batch->items)
      all.push_back(
          {*item.source, item.offset, std::string(item.bytes), item.problem, item.member});
  return all;
}

// A message, an mbox, or neither.
void check_mail(std::string_view input, const std::vector<Got>& all) {
  const std::string_view head = input.substr(0, 4096);
  const Form form = form_of(head);
  if (recoding_of(head) != Recoding::none || (form != Form::message && form != Form::mbox)) return;
  if (form == Form::message) {
    const bool is_mail = could_be_mail(head);
    require(all.size() == 1 && all[0].problem.empty() == is_mail && all[0].offset == 0);
    require(all[0].bytes == (is_mail ? input : ""));
    return;
  }
  std::size_t end = mbox_begin(head);
  MboxReader mbox(input);
  for (const Got& got : all) {
    require(got.offset >= end);
    for (char c : input.substr(end, got.offset - end)) require(c == '\n' || c == '\r');
    const auto span = mbox.next();
    require(span && span->begin == got.offset);
    // One that a mail program keeps for itself is not given.
    if (got.problem.empty()) require(got.bytes == span->of(input));
    end = span->end;
  }
  for (char c : input.substr(end)) require(c == '\n' || c == '\r');
  require(!mbox.next());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input = view(data, size);
  if (size > 500'000) return 0;
  const MemoryFile file(input);
  const std::string& name = file.name();
  const auto bytes = FileBytes::open(name);
  require(bytes && bytes->bytes() == input);

  ReadOptions options = bounded();
  const std::vector<Got> whole = read(name, options);
  options.batch_bytes = 4096;
  require(read(name, options) == whole);
  // Each can be had alone, by its place.
  for (std::size_t i = 0; i < whole.size() && i < 5; ++i) {
    if (!whole[i].problem.empty()) continue;
    const Batch alone = message_at(whole[i].source, whole[i].offset, options);
    require(!alone.items.empty() && alone.items.back().problem.empty());
    for (std::size_t j = 0; j + 1 < alone.items.size(); ++j)
      require(alone.items[j].trouble == Trouble::doubtful);
    const auto has_place = [&](const Got& got) {
      return got.source == whole[i].source && got.offset == whole[i].offset;
    };
    if (std::count_if(whole.begin(), whole.end(), has_place) == 1)
      require(alone.items.back().bytes == whole[i].bytes);
  }
  if (size > 0 && content_of(input) == Content::mail) check_mail(input, whole);
  MboxReader any(input);
  const auto first = any.next();
  require(!first || (first->end <= size && first->begin <= first->end));
  require(!is_mbox(input) || first);

  std::vector<Got> slices;
  for (std::size_t index = 0; index < 3; ++index) {
    options.shard = {index, 3};
    for (Got& got : read(name, options)) slices.push_back(std::move(got));
  }
  require(slices == whole);

  // What is gone on behind is a message.
  options.shard = {};
  if (std::size_t from = whole.empty() ? 0 : size % whole.size();
      !whole.empty() && whole[from].problem.empty()) {
    options.after = Position{whole[from].source, whole[from].offset};
    // Members of an archive may have one name, and are told apart by their numbers.
    options.after->member = whole[from].member;
    const auto is_after = [&](const Got& got) {
      return got.problem.empty() && got.source == options.after->source &&
             got.offset == options.after->offset && got.member == options.after->member;
    };
    from = static_cast<std::size_t>(std::find_if(whole.begin(), whole.end(), is_after) -
                                    whole.begin());
    require(read(name, options).size() + from + 1 == whole.size());
  }
  return 0;
}
