// SPDX-License-Identifier: MIT
#include "run/mbox_message.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "archive/box/mbox_splitter.h"
#include "basewalk/archive/mbox.h"
#include "mime/line/separator.h"
#include "text/ascii.h"

namespace basewalk::run {
namespace {

using mime::kNowhere;

constexpr std::string_view kField = "content-length:";

// The header of a message behind its `From ` line, as archive::MboxSplitter reads it.
struct Header {
  std::size_t end = 0;              // behind the empty line
  std::vector<mime::Span> lengths;  // the digits of each Content-Length
};

Header header_of(std::string_view message) {
  Header header;
  for (std::size_t at = 0; at < message.size(); at = header.end) {
    const std::size_t line_end = message.find('\n', at);
    header.end = line_end == message.npos ? message.size() : line_end + 1;
    const std::string_view line = message.substr(at, header.end - at);
    if (at == 0) continue;
    if (line == "\n" || line == "\r\n" || line == "\r") return header;
    if (!ascii::istarts_with(line, kField)) continue;
    const std::string_view digits = ascii::trim(line.substr(kField.size()));
    const auto begin = static_cast<std::size_t>(digits.data() - message.data());
    header.lengths.push_back({begin, begin + digits.size()});
  }
  return header;
}

// Where the body of the first message ends by a Content-Length that is believed.
std::optional<std::size_t> believed_end(std::string_view mbox) {
  const std::optional<std::size_t> claimed = archive::MboxSplitter().claimed_end(mbox, true);
  if (!claimed || *claimed == kNowhere) return {};
  if (archive::true_end(mbox, *claimed, true).value_or(kNowhere) == kNowhere) return {};
  return claimed;
}

}  // namespace

bool fit_in_place(std::string_view mbox, mime::Span message, std::string& made) {
  const std::string_view rest = mbox.substr(message.begin);
  if (const std::optional<std::size_t> claimed = believed_end(rest)) {
    const Header before = header_of(rest.substr(0, message.size()));
    const Header now = header_of(made);
    // It may point behind the message, or before its last line ends.
    const std::size_t length = *claimed - before.end + (made.size() - now.end);
    const std::string digits = std::to_string(length - (message.size() - before.end));
    for (auto at = now.lengths.rbegin(); at != now.lengths.rend(); ++at)
      made.replace(at->begin, at->end - at->begin, digits);
  }
  // As much of what follows as decides where it ends.
  std::string there = made;
  there += rest.substr(message.size(), 2 * mime::kSeparatorBytes);
  const std::optional<mime::Span> found = archive::MboxReader(std::string_view(there)).next();
  return found && found->begin == 0 && found->end == made.size();
}

}  // namespace basewalk::run
