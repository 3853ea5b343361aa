// SPDX-License-Identifier: MIT
//
// The header of a message that is made of Outlook's properties.
//
// Where the header is kept that it came with, its fields are taken as they are, but for those that
// describe a body which is not there any more.  Else the usual fields are made of properties.
//
// Before this: an OutlookItem has the properties.  After it: outlook_message.cpp writes the parts.
#ifndef BASEWALK_SRC_WORKER_JOBS_OUTLOOK_FIELDS_H_
#define BASEWALK_SRC_WORKER_JOBS_OUTLOOK_FIELDS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "worker/jobs/outlook_item.h"

namespace basewalk::worker {

/// Numbers of properties ([MS-OXPROPS]).
namespace property {
inline constexpr std::uint16_t kMessageClass = 0x001A, kSubject = 0x0037, kSubmitTime = 0x0039,
                               kFromName = 0x0042, kFromAddress = 0x0065, kHeaders = 0x007D,
                               kRecipientType = 0x0C15, kSenderName = 0x0C1A,
                               kSenderAddress = 0x0C1F, kDeliveryTime = 0x0E06, kBody = 0x1000,
                               kRtf = 0x1009, kHtml = 0x1013, kMessageId = 0x1035,
                               kReferences = 0x1039, kInReplyTo = 0x1042, kListHelp = 0x1043,
                               kListSubscribe = 0x1044, kListUnsubscribe = 0x1045, kName = 0x3001,
                               kAddress = 0x3003, kBodyLocation = 0x3014, kBodyId = 0x3015,
                               kData = 0x3701, kShortName = 0x3704, kPathName = 0x3708,
                               kLongPathName = 0x370D, kMethod = 0x3705, kLongName = 0x3707,
                               kMimeTag = 0x370E, kContentBase = 0x3711, kContentId = 0x3712,
                               kContentLocation = 0x3713, kSmtp = 0x39FE,
                               kInternetCodePage = 0x3FDE, kMessageCodePage = 0x3FFD,
                               kSenderSmtp = 0x5D01, kFromSmtp = 0x5D02;
}

/// Text as UTF-8, as far as that can be known: what is in some code page is taken for windows-1252.
std::string shown(const OutlookText& text);

/// The name of a charset; empty where it has none.
std::string charset_of(std::uint32_t code_page);

/// The fields that it came with, each ended by CRLF; empty where there are none.
std::string kept_fields(std::string_view headers);
/// Fields made of properties.
std::string made_fields(OutlookItem& message);

/// Text in the header of a message: as it is, or as encoded words (RFC 2047).
void append_words(const OutlookText& text, std::string_view charset, std::string& out);
/// `; name=value`, in the form of RFC 2231 where it needs one.
void append_parameter(std::string_view name, const OutlookText& value, std::string_view charset,
                      std::string& out);
/// A field whose value is what a program wrote, and not to be encoded; none where that is empty.
void append_field(std::string_view name, std::string_view value, std::string& out);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_JOBS_OUTLOOK_FIELDS_H_
