// SPDX-License-Identifier: MIT
#include "extract/finds.h"

#include <boost/test/unit_test.hpp>

#include "text/offsets.h"

namespace basewalk::test {

using extract::Find;
using extract::Finds;

std::string shown(const Find& find) {
  std::string out;
  if (find.kind == extract::FindKind::base) out += "base ";
  out += extract::where(find.place) + " = " + std::string(find.raw);
  if ((find.flags & extract::kUnterminated) != 0) out += " !";
  if ((find.flags & extract::kGuessed) != 0) out += " ?";
  if ((find.flags & extract::kUnwrapped) != 0) out += " ~";
  if ((find.flags & extract::kNested) != 0) out += " *";
  if (find.scope != 0) out += " @" + std::to_string(find.scope);
  return out;
}

std::string all_shown(const Finds& finds) {
  std::string out;
  for (const Find& find : finds.finds) out += shown(find) + '\n';
  return out;
}

void check_properties(std::string_view text, const Finds& finds) {
  for (const Find& find : finds.finds) {
    BOOST_TEST(find.begin <= find.end, shown(find));
    BOOST_TEST(find.end <= text.size(), shown(find));
    BOOST_TEST(find.scope < finds.scopes.size());
    if (!find.raw.empty() && text::lies_in(find.raw, text))
      BOOST_TEST(text.substr(find.begin, find.end - find.begin) == find.raw);
  }
  BOOST_TEST(finds.scopes[0].outer == 0U);
  for (std::size_t i = 1; i < finds.scopes.size(); ++i) BOOST_TEST(finds.scopes[i].outer < i);
}

void check_row(const Row& row, const Extractor& extractor) {
  std::string wanted;
  for (std::size_t i = 1; i < row.cells.size(); ++i)
    if (!row[i].empty()) wanted += unescape(row[i]) + '\n';
  const ExactCopy text(unescape(row[0]));
  Finds finds;
  extractor(text.view(), finds);
  BOOST_TEST(all_shown(finds) == wanted, row << "\nfound\n" << all_shown(finds));
  check_properties(text.view(), finds);
}

}  // namespace basewalk::test
