// SPDX-License-Identifier: MIT
#include "worker/program/archives/xar_around.h"

#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "text/binary/numbers.h"
#include "worker/documents/may_have_url.h"
#include "worker/documents/strings_in.h"

namespace basewalk::worker {

void tell_xar_around(std::string_view bytes, DocumentSink& sink) {
  constexpr std::size_t kHead = 28, kSizeAt = 4, kPackedAt = 8, kTableAt = 16;
  // libarchive takes no longer one.
  constexpr std::uint64_t kMostTable = std::uint64_t{16} << 20;
  if (!bytes.starts_with("xar!") || bytes.size() < kHead) return;
  const auto head =
      static_cast<std::size_t>(std::min<std::uint64_t>(text::big(bytes, kSizeAt, 2), bytes.size()));
  const std::uint64_t packed = text::big(bytes, kPackedAt, 8), size = text::big(bytes, kTableAt, 8);
  if (head < kHead || packed > bytes.size() - head) return tell_strings(bytes, "header", sink);
  tell_strings(bytes.substr(kHead, head - kHead), "header", sink);
  std::string table(static_cast<std::size_t>(std::min(size, kMostTable)), '\0');
  uLongf made = static_cast<uLongf>(table.size());
  uLong taken = static_cast<uLong>(packed);
  const int status = ::uncompress2(reinterpret_cast<Bytef*>(table.data()), &made,
                                   reinterpret_cast<const Bytef*>(bytes.data() + head), &taken);
  table.resize(made);
  if (status != Z_OK)
    sink.lack(size > kMostTable ? Lack::limit : Lack::damaged, "",
              size > kMostTable ? "has a longer table of contents than is read"
                                : "has a table of contents that cannot be unpacked");
  if (is_worth_searching(table)) sink.text({"application/xml", table, "table of contents"});
  // Also what fills up the room that the table is said to have.
  tell_strings(bytes.substr(head + static_cast<std::size_t>(taken)), "header", sink);
}

}  // namespace basewalk::worker
