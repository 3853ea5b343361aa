// SPDX-License-Identifier: MIT
//
// Which leaves are more to who opens them than the text that was searched: programs, of whose
// strings nobody here knows what they make; tables with formulas; files that nothing here opens.
//
// Before this: attached.cpp has said what the leaf is, and the text was searched for URLs.  After
// it: walk.cpp tells that others may come out of it.
#ifndef BASEWALK_WALK_LEAF_PROGRAMS_H_
#define BASEWALK_WALK_LEAF_PROGRAMS_H_

#include <cstdint>
#include <string_view>

#include "basewalk/mime/part.h"

namespace basewalk {

/// Does who opens the text of that leaf, which has no file's name, run the scripts in it?  A
/// browser does, which opens what is attached or is no page of a mail; no mail program has run one
/// of its pages for twenty years.
bool is_opened_by_browser(const Message& message, std::uint32_t index, std::string_view type);

/// What is told of such.
inline constexpr std::string_view kProgram = "is a program, which is searched and not run";
/// Is it a program that a desktop runs where it is opened: JavaScript, VBScript, commands?
bool is_program(std::string_view media_type, std::string_view file_name);

/// What begins so is one on Unix where its name has no ending, as what a package of programs has
/// carried out when it is installed.
inline constexpr std::string_view kBeginsProgram = "#!";
bool is_name_without_ending(std::string_view media_type, std::string_view file_name);

/// Is it an archive of pages by Safari, a property list whose strings are searched?
inline constexpr std::string_view kWebArchive =
    "is an archive of pages, which is searched and not opened";
bool is_web_archive(std::string_view media_type, std::string_view file_name);

/// Does it say that a file stands in it, encoded for a text (uuencode, BinHex, yEnc)?
bool is_encoded_file(std::string_view media_type, std::string_view file_name);

/// Is such a text one that spreadsheets open, with the formulas in it?
bool is_table(std::string_view media_type, std::string_view file_name);

/// What is told of the next two.
inline constexpr std::string_view kNamedOtherwise =
    "is opened by its name, which is none of its type, and nothing here does";
/// Is the name one of a file that is neither played, nor a font, nor a signature, which the types
/// are that no link stands in (Unread::not_text)?  Without an ending it says nothing.
bool is_named_otherwise(std::string_view media_type, std::string_view file_name);

/// Is what was read as a text none, and is its name none of a text?  `text` is in UTF-8.  Cost
/// linear.
bool is_binary(std::string_view text);
bool is_no_name_of_text(std::string_view media_type, std::string_view file_name);

}  // namespace basewalk

#endif  // BASEWALK_WALK_LEAF_PROGRAMS_H_
