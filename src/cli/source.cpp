// SPDX-License-Identifier: MIT
#include "cli/source.h"

#include <unistd.h>

#include "basewalk/archive/file.h"
#include "basewalk/archive/mbox.h"
#include "cli/command.h"

namespace basewalk::cli {
namespace {

class Reader {
 public:
  Reader(const SharedOptions& options, const Limits& limits,
         const std::function<bool(const MessageAt&)>& each)
      : options_(options), limits_(limits), each_(each) {}

  // False to stop.
  bool read(const std::string& name, bool only_source);
  int status() const { return status_; }

 private:
  bool read_mbox(const std::string& name, std::string_view bytes, bool only_source);
  bool give(const MessageAt& message);
  void fail(const std::string& name, std::string_view why) {
    complain(name + ": " + std::string(why));
    status_ = kIncomplete;
  }

  const SharedOptions& options_;
  const Limits& limits_;
  const std::function<bool(const MessageAt&)>& each_;
  int status_ = kDone;
};

bool Reader::give(const MessageAt& message) {
  if (message.bytes.size() <= limits_.message_bytes) return each_(message);
  fail(std::string(message.source) + ":" + std::to_string(message.offset),
       "message " + std::to_string(message.number) + " is longer than the limit (" +
           std::to_string(message.bytes.size()) +
           " bytes) and was skipped; see --limit message-bytes");
  return true;
}

bool Reader::read_mbox(const std::string& name, std::string_view bytes, bool only_source) {
  archive::MboxReader mbox(bytes);
  std::optional<mime::Span> span = mbox.next();
  for (std::size_t number = 1; span; ++number) {
    const std::optional<mime::Span> following = mbox.next();
    const bool only = only_source && number == 1 && !following;
    if (!give({name, number, span->begin, span->of(bytes), only})) return false;
    span = following;
  }
  return true;
}

bool Reader::read(const std::string& name, bool only_source) {
  const Result<archive::FileBytes> file = archive::FileBytes::open(name);
  const std::string shown = name == "-" ? "standard input" : name;
  if (!file) {
    fail(shown, file.error().code == "folder"
                    ? "this is a folder; name the messages in it, as in " + name + "/*"
                    : file.error().detail);
    return true;
  }
  const std::string_view bytes = file->bytes();
  if (bytes.empty()) {
    fail(shown, "is empty; there is no message in it");
    return true;
  }
  if (options_.as == "mbox" || (options_.as == "auto" && archive::is_mbox(bytes)))
    return read_mbox(name, bytes, only_source);
  return give({name, 1, 0, bytes, only_source});
}

}  // namespace

int for_each_message(const SharedOptions& options, const Limits& limits,
                     const std::function<bool(const MessageAt&)>& each) {
  std::vector<std::string> names = options.sources;
  if (names.empty()) {
    if (::isatty(STDIN_FILENO) != 0) {
      complain("nothing to read: name a message or an mbox, or pipe one in; see --help");
      return kUsage;
    }
    names.push_back("-");
  }
  Reader reader(options, limits, each);
  for (const std::string& name : names)
    if (!reader.read(name, names.size() == 1)) break;
  return reader.status();
}

int walk_messages(const SharedOptions& options,
                  const std::function<void(const EachMessage&)>& each) {
  const std::optional<WalkOptions> walk = walk_options(options);
  if (!walk) return kUsage;
  Output output;
  if (!options.output.empty() && !output.open(options.output)) return kIncomplete;
  Walker walker(*walk);
  const int status = for_each_message(options, walk->limits, [&](const MessageAt& at) {
    const Message message = read_message(at.bytes, walk->limits);
    each({at, message, walker, output});
    output.flush_if_full();
    return !output.failed();
  });
  if (status == kUsage) return status;
  return output.commit() ? status : kIncomplete;
}

}  // namespace basewalk::cli
