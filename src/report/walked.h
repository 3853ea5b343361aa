// SPDX-License-Identifier: MIT
//
// What a report shows of a message whose bytes are at hand, beside what the records say: its
// header, the bases as they stand in its parts, and its bodies as a reader sees them.
// What comes before: work.cpp has the message walked.  What comes after: message_page.h.
#ifndef BASEWALK_REPORT_WALKED_H_
#define BASEWALK_REPORT_WALKED_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "basewalk/bundle/bundle.h"
#include "basewalk/walk/walk.h"
#include "report/mail.h"

namespace basewalk::report {

/// Looks on while a message is walked, in the order in which rows are made of it.
class Walked {
 public:
  void begin(const Message& message);
  void part(const PartReport& report, MailBuilder& builder);
  void text(const TextReport& report, MailBuilder& builder);
  void link(const Link& link);

  /// Puts it into the message, whose rows are complete.
  void add_to(Mail& mail, MailBuilder& builder, const WalkOptions& options, bundle::Profile profile,
              bool with_views);

 private:
  struct Declarations {
    void add(MailPart::Declaration declaration);
    std::vector<MailPart::Declaration> first;
    std::size_t beyond = 0;
  };

  const Message* message_ = nullptr;
  std::vector<Declarations> declarations_;  // of each part, in the order of the rows
  std::optional<std::string> section_;      // of the last of these
  // Of links, by the part and the place in its text, in the first reading.
  std::map<std::pair<std::uint32_t, std::size_t>, std::size_t> numbers_;
  std::size_t links_ = 0;
  std::uint32_t text_part_ = 0;  // of the message itself; kNone where the text is of another one
};

}  // namespace basewalk::report

#endif  // BASEWALK_REPORT_WALKED_H_
