// SPDX-License-Identifier: MIT
//
// What a record says of a message and of its parts beside what the walk has found: out of their
// header fields, and hashes.
//
// Of fields that are there more than once the first counts, as it does for Message::find().
#ifndef BASEWALK_OUTPUT_FACTS_MESSAGE_FACTS_H_
#define BASEWALK_OUTPUT_FACTS_MESSAGE_FACTS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/mime/part.h"
#include "basewalk/walk/walk.h"
#include "output/facts/digests.h"
#include "output/facts/remembered.h"

namespace basewalk::output {

/// The longest of each, in bytes; what is longer is cut, but an address, which is left out.
inline constexpr std::size_t kLongestId = 250, kLongestSubject = 500, kLongestAddress = 320,
                             kLongestFileName = 250, kLongestDisposition = 127;
/// How many of each are told.
inline constexpr std::size_t kMostDomains = 100, kMostReferences = 100;

/// The Message-ID of a message without its brackets, cut where it is very long; nothing where there
/// is none.
std::optional<std::string> message_id_of(const Message& message);

struct MessageFacts {
  std::optional<std::string> date, received;  ///< of Date, and of the topmost Received
  std::optional<std::string> from, from_domain;
  std::uint64_t to_count = 0;
  std::vector<std::string> to_domains;  ///< sorted
  std::optional<std::string> subject, list_id, in_reply_to;
  std::vector<std::string> references;
  std::string sha256;
  std::optional<std::string> text_sha256;
};

/// Reads one message after the other.
class MessageReader {
 public:
  /// Begins a message.
  void begin() { texts_.begin(); }
  /// Of its first reading alone.
  void text(const TextReport& report) {
    if (!report.reading) texts_.add(report.text);
  }
  /// The texts were those since begin().
  MessageFacts of(const Message& message);

 private:
  Sha256 sha256_;
  TextDigest texts_;
  Remembered<std::string> domains_;  // domain_of_address()
};

struct PartFacts {
  std::optional<std::string> file_name, disposition;
  std::optional<std::string> sha256;
  std::optional<std::string> base_domain;
};

class PartReader {
 public:
  PartFacts of(const PartReport& report);

 private:
  Sha256 sha256_;
};

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_FACTS_MESSAGE_FACTS_H_
