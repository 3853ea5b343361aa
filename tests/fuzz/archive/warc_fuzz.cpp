// SPDX-License-Identifier: MIT
//
// Any bytes as a web archive: the reader ends, its work is bounded, records come in order and are
// read again by their places, and what is read of an answer is not longer than was allowed.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/memory_stream.h"
#include "archive/warc/http.h"
#include "archive/warc/reader.h"
#include "fuzz/fuzzing.h"

using namespace basewalk;

namespace {

using basewalk::fuzz::require;
using basewalk::fuzz::view;

constexpr std::size_t kMost = 1 << 16;

void read_answer(std::string_view block) {
  const Result<archive::HttpAnswer> answer = archive::read_http_head(block);
  if (!answer) {
    require(answer.error().code == "http");
    return;
  }
  require(answer->size <= block.size() && answer->status >= 0 && answer->status <= 999);
  const Result<std::string> payload =
      archive::http_payload(block, *answer, kMost, worker::Place::here);
  if (payload)
    require(payload->size() <= std::max(kMost, block.size()));
  else
    require(payload.error().code == "coding" || payload.error().code == "damaged" ||
            payload.error().code == "limit-bytes");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = view(data, size);
  test::MemoryStream file(bytes);
  archive::WarcReader reader(file, worker::Place::here);
  std::vector<archive::WarcReader::Found> all;
  while (std::optional<archive::WarcReader::Found> found = reader.next()) {
    require(found->at < size && (all.empty() || all.back().at < found->at));
    require(reader.is_packed() || archive::begins_warc(bytes.substr(found->at)));
    all.push_back(*std::move(found));
    if (all.size() > 1000) break;
  }
  require(reader.troubles().size() <= reader.trouble_count());
  if (!reader.is_packed()) require(file.handed_out() <= 4 * size + (std::size_t{1} << 20));
  for (std::size_t i = 0; i < all.size() && i < 20; ++i) {
    const Result<std::string> block = reader.block(all[i].at, kMost);
    require(block && block->size() == std::min<std::uint64_t>(all[i].header.length, kMost));
    read_answer(*block);
  }
  read_answer(bytes);
  return 0;
}
