// SPDX-License-Identifier: MIT
#include "worker/documents/onenote/onenote.h"

#include <cstdint>
#include <string_view>

#include "text/binary/numbers.h"
#include "worker/documents/onenote/findings.h"
#include "worker/documents/onenote/package.h"
#include "worker/documents/onenote/scan.h"
#include "worker/documents/onenote/store.h"
#include "worker/documents/rest.h"

namespace basewalk::worker {
namespace {

using namespace std::string_view_literals;

// [MS-ONESTORE] 2.3.1: guidFileType of .one and of .onetoc2.
constexpr auto kSection = "\xE4\x52\x5C\x7B\x8C\xD8\xA7\x4D\xAE\xB1\x53\x78\xD0\x29\x96\xD3"sv;
constexpr auto kContents = "\xA1\x2F\xFF\x43\xD9\xEF\x76\x4C\x9E\xE2\x10\xEA\x57\x22\x76\x5F"sv;
// guidFileFormat of 2.3.1 and of 2.8.
constexpr auto kStore = "\x3F\xDD\x9A\x10\x1B\x91\xF5\x49\xA5\xD0\x17\x91\xED\xC8\xAE\xD8"sv;
constexpr auto kPackage = "\x2F\xE9\x8D\x63\xD4\xA6\xC1\x4B\x9A\x36\xB3\xFC\x25\x11\xA5\xB7"sv;
constexpr std::size_t kFormat = 0x30;

// Behind the length that the header of a store says, cbExpectedFileLength in 2.3.1, which is that
// of the file.
std::string_view behind_store(std::string_view bytes) {
  constexpr std::size_t kHeader = 0x400, kExpectedLength = 0xC4;
  const std::uint64_t length = text::little(bytes, kExpectedLength, 8);
  return length < kHeader ? std::string_view() : text::slice(bytes, length, bytes.size());
}

}  // namespace

void open_onenote(const Document& document, DocumentSink& sink) {
  onenote::Findings findings(document);
  const std::string_view bytes = document.bytes;
  const std::string_view format = bytes.substr(bytes.size() < kFormat ? bytes.size() : kFormat);
  bool is_known = true;
  if (!bytes.starts_with(kSection) && !bytes.starts_with(kContents)) findings.damaged("its header");
  if (format.starts_with(kStore))
    read_store(findings);
  else if (format.starts_with(kPackage))
    read_package(findings);
  else
    is_known = false;
  if (!is_known && !findings.is_damaged())
    findings.lack(Lack::no_opener, "",
                  "is of a version of OneNote that was searched for links only");
  // All have at least the object that is their root.
  if (is_known && findings.objects() == 0) findings.damaged("what is in it");
  onenote::scan_for_files(findings);
  // Between objects, in what no list leads to and behind the end, too.
  onenote::scan_for_links(findings);
  if (findings.is_empty()) findings.lack(Lack::empty, "", "has neither text nor files in it");
  findings.tell(sink);
  std::uint64_t left = document.bounds.bytes;
  if (format.starts_with(kStore)) tell_rest(behind_store(bytes), left, sink);
}

}  // namespace basewalk::worker
