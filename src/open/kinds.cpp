// SPDX-License-Identifier: MIT
#include "basewalk/open/kinds.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/enum_table.h"

namespace basewalk::open {
namespace {

struct Row {
  Kind kind;
  std::string_view name;
  bool is_built;
};
constexpr Row kKinds[] = {
    {Kind::pdf, "pdf", BASEWALK_OPENS_PDF},
    {Kind::office, "office", BASEWALK_OPENS_OFFICE},
    {Kind::outlook, "outlook", BASEWALK_OPENS_OUTLOOK},
    {Kind::rtf, "rtf", BASEWALK_OPENS_RTF},
    {Kind::archive, "archive", BASEWALK_OPENS_ARCHIVE},
    {Kind::smime, "smime", BASEWALK_OPENS_SMIME},
    {Kind::openpgp, "openpgp", BASEWALK_OPENS_OPENPGP},
    {Kind::shortcut, "shortcut", BASEWALK_OPENS_SHORTCUT},
    {Kind::onenote, "onenote", BASEWALK_OPENS_ONENOTE},
    {Kind::picture, "picture", BASEWALK_OPENS_PICTURE},
    {Kind::drawing, "drawing", BASEWALK_OPENS_DRAWING},
};
static_assert(is_table_of(kKinds, &Row::kind));

std::string built() {
  std::string words;
  for (const Row& row : kKinds)
    if (row.is_built) words.append(row.name).append(", ");
  return words + "all, none";
}

}  // namespace

std::string_view name(Kind kind) { return kKinds[static_cast<std::size_t>(kind)].name; }

Kinds Kinds::all() {
  Kinds kinds;
  for (const Row& row : kKinds)
    if (row.is_built) kinds.add(row.kind);
  return kinds;
}

Result<Kinds> Kinds::parse(std::string_view list) {
  Kinds kinds;
  bool is_none = false;
  std::size_t begin = 0;
  while (begin <= list.size()) {
    const std::size_t comma = std::min(list.find(',', begin), list.size());
    const std::string_view word = ascii::trim(list.substr(begin, comma - begin));
    const auto row = std::find_if(std::begin(kKinds), std::end(kKinds),
                                  [&](const Row& each) { return each.name == word; });
    if (word == "all") {
      kinds = all();
    } else if (row == std::end(kKinds)) {
      is_none = is_none || word == "none";
      if (!word.empty() && word != "none")
        return Error{
            "unknown-kind", begin,
            "there is no kind of document '" + std::string(word) + "'; there are " + built()};
    } else if (!row->is_built) {
      return Error{"not-built", begin,
                   "this basewalk was built without what opens '" + std::string(word) +
                       "'; there are " + built()};
    } else {
      kinds.add(row->kind);
    }
    begin = comma + 1;
  }
  if (is_none && !kinds.empty())
    return Error{"unknown-kind", 0, "'none' stands alone, without kinds of documents"};
  return kinds;
}

}  // namespace basewalk::open
