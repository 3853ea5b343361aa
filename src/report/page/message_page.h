// SPDX-License-Identifier: MIT
//
// The page of one message.  What stands where is said by theme/message.html.
// What comes before: mail.h.  What comes after: report.cpp writes it to its folder or file.
#ifndef BASEWALK_REPORT_MESSAGE_PAGE_H_
#define BASEWALK_REPORT_MESSAGE_PAGE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "report/mail.h"
#include "report/page/glossary.h"
#include "report/page/theme.h"
#include "report/page/values.h"

namespace basewalk::report {

/// Which messages get a page of their own.
enum class Pages : std::uint8_t { all, flagged, none };

/// How pages are made.
struct PageOptions {
  /// Style and script stand in the page, which is a file of its own.
  bool single = false;
  /// "A4", "letter": everything is unfolded, for paper of that size; empty: for a screen.
  std::string paper;
  /// What a link is opened by: gives what its URL becomes, empty where it cannot be opened; null:
  /// links are text.
  std::function<std::string(const MailLink&)> live;
  /// A database was read, which has no bytes of messages.
  bool from_database = false;
};

/// Where the links to the pages before and behind are put into a page; a theme may leave it out.
inline constexpr std::string_view kNeighboursHere = "<!--neighbours-->";

/// What all pages begin with.  `root` leads to the report's folder: "../".
void fill_head(Values page, const Theme& theme, const PageOptions& options, std::string_view title,
               std::string_view root);

/// Appends the page; false where its template cannot be filled.  `root` as in fill_head().
bool append_message_page(const Mail& mail, const Theme& theme, const Glossary& glossary,
                         const PageOptions& options, std::string_view root, std::string& out);

/// The links to the pages before and behind; names may be empty.
bool append_neighbours(const Theme& theme, std::string_view previous, std::string_view next,
                       std::string& out);

}  // namespace basewalk::report

#endif  // BASEWALK_REPORT_MESSAGE_PAGE_H_
