// SPDX-License-Identifier: MIT
#include "worker/documents/rtf/words.h"

#include <algorithm>
#include <iterator>

namespace basewalk::worker::rtf {
namespace {

using Kind = Word::Kind;
using To = Destination;

struct Row {
  std::string_view name;
  Word word;
};
// Sorted.
constexpr Row kWords[] = {
    {"aftncn", {Kind::destination, To::skipped, 0}},
    {"aftnsep", {Kind::destination, To::skipped, 0}},
    {"aftnsepc", {Kind::destination, To::skipped, 0}},
    {"annotation", {Kind::destination, To::text, 0}},
    {"ansi", {Kind::named_page, To::text, 0x4E4}},
    {"ansicpg", {Kind::code_page, To::text, 0}},
    {"atnid", {Kind::destination, To::skipped, 0}},
    {"atnref", {Kind::destination, To::skipped, 0}},
    {"atntime", {Kind::destination, To::skipped, 0}},
    {"author", {Kind::destination, To::value, 0}},
    {"background", {Kind::destination, To::text, 0}},
    {"bkmkend", {Kind::destination, To::skipped, 0}},
    {"bkmkstart", {Kind::destination, To::skipped, 0}},
    {"blipuid", {Kind::destination, To::skipped, 0}},
    {"bullet", {Kind::character, To::text, 0x2022}},
    {"buptim", {Kind::destination, To::skipped, 0}},
    {"category", {Kind::destination, To::value, 0}},
    {"cell", {Kind::character, To::text, 9}},
    {"colorschememapping", {Kind::destination, To::skipped, 0}},
    {"colortbl", {Kind::destination, To::skipped, 0}},
    {"column", {Kind::line_end, To::text, 0}},
    {"comment", {Kind::destination, To::value, 0}},
    {"company", {Kind::destination, To::value, 0}},
    {"cpg", {Kind::font_page, To::text, 0}},
    {"creatim", {Kind::destination, To::skipped, 0}},
    {"datafield", {Kind::destination, To::field_data, 0}},
    {"datastore", {Kind::destination, To::skipped, 0}},
    {"deff", {Kind::default_font, To::text, 0}},
    {"dibitmap", {Kind::picture_kind, To::text, 5}},
    {"do", {Kind::destination, To::text, 0}},
    {"doccomm", {Kind::destination, To::value, 0}},
    {"docvar", {Kind::destination, To::value, 0}},
    {"dptxbxtext", {Kind::destination, To::text, 0}},
    {"emdash", {Kind::character, To::text, 0x2014}},
    {"emfblip", {Kind::picture_kind, To::text, 3}},
    {"emspace", {Kind::character, To::text, 0x2003}},
    {"endash", {Kind::character, To::text, 0x2013}},
    {"enspace", {Kind::character, To::text, 0x2002}},
    {"f", {Kind::font, To::text, 0}},
    {"falt", {Kind::destination, To::skipped, 0}},
    {"fchars", {Kind::destination, To::skipped, 0}},
    {"fcharset", {Kind::charset, To::text, 0}},
    {"ffdeftext", {Kind::destination, To::value, 0}},
    {"ffentrymcr", {Kind::destination, To::value, 0}},
    {"ffexitmcr", {Kind::destination, To::value, 0}},
    {"ffhelptext", {Kind::destination, To::value, 0}},
    {"ffl", {Kind::destination, To::value, 0}},
    {"ffname", {Kind::destination, To::value, 0}},
    {"ffstattext", {Kind::destination, To::value, 0}},
    {"field", {Kind::field, To::text, 0}},
    {"file", {Kind::destination, To::file, 0}},
    {"filetbl", {Kind::destination, To::skipped, 0}},
    {"fldinst", {Kind::destination, To::instruction, 0}},
    {"fldrslt", {Kind::destination, To::result, 0}},
    {"fontemb", {Kind::destination, To::skipped, 0}},
    {"fontfile", {Kind::destination, To::skipped, 0}},
    {"fonttbl", {Kind::destination, To::fonts, 0}},
    {"footer", {Kind::destination, To::text, 0}},
    {"footerf", {Kind::destination, To::text, 0}},
    {"footerl", {Kind::destination, To::text, 0}},
    {"footerr", {Kind::destination, To::text, 0}},
    {"footnote", {Kind::destination, To::text, 0}},
    {"fromhtml", {Kind::html, To::text, 0}},
    {"fromtext", {Kind::was_text, To::text, 0}},
    {"ftncn", {Kind::destination, To::skipped, 0}},
    {"ftnsep", {Kind::destination, To::skipped, 0}},
    {"ftnsepc", {Kind::destination, To::skipped, 0}},
    {"generator", {Kind::destination, To::skipped, 0}},
    {"header", {Kind::destination, To::text, 0}},
    {"headerf", {Kind::destination, To::text, 0}},
    {"headerl", {Kind::destination, To::text, 0}},
    {"headerr", {Kind::destination, To::text, 0}},
    {"hl", {Kind::destination, To::skipped, 0}},
    {"hlfr", {Kind::destination, To::value, 0}},
    {"hlinkbase", {Kind::destination, To::base, 0}},
    {"hlloc", {Kind::destination, To::link_location, 0}},
    {"hlsrc", {Kind::destination, To::link_source, 0}},
    {"htmlrtf", {Kind::html_rtf, To::text, 0}},
    {"htmltag", {Kind::destination, To::html_tag, 0}},
    {"info", {Kind::destination, To::skipped, 0}},
    {"jpegblip", {Kind::picture_kind, To::text, 2}},
    {"keywords", {Kind::destination, To::value, 0}},
    {"latentstyles", {Kind::destination, To::skipped, 0}},
    {"lbr", {Kind::line_end, To::text, 0}},
    {"lchars", {Kind::destination, To::skipped, 0}},
    {"ldblquote", {Kind::character, To::text, 0x201C}},
    {"levelnumbers", {Kind::destination, To::skipped, 0}},
    {"leveltext", {Kind::destination, To::skipped, 0}},
    {"line", {Kind::line_end, To::text, 0}},
    {"linkval", {Kind::destination, To::value, 0}},
    {"listname", {Kind::destination, To::skipped, 0}},
    {"listoverridetable", {Kind::destination, To::skipped, 0}},
    {"listtable", {Kind::destination, To::skipped, 0}},
    {"lquote", {Kind::character, To::text, 0x2018}},
    {"mac", {Kind::named_page, To::text, 0x2710}},
    {"macpict", {Kind::picture_kind, To::text, 6}},
    {"manager", {Kind::destination, To::value, 0}},
    {"mhtmltag", {Kind::destination, To::skipped, 0}},
    {"mmaddfieldname", {Kind::destination, To::value, 0}},
    {"mmathPr", {Kind::destination, To::skipped, 0}},
    {"mmconnectstr", {Kind::destination, To::value, 0}},
    {"mmconnectstrdata", {Kind::destination, To::value, 0}},
    {"mmdatasource", {Kind::destination, To::value, 0}},
    {"mmheadersource", {Kind::destination, To::value, 0}},
    {"mmodsosrc", {Kind::destination, To::value, 0}},
    {"mmodsoudl", {Kind::destination, To::value, 0}},
    {"mmquery", {Kind::destination, To::value, 0}},
    {"nestcell", {Kind::character, To::text, 9}},
    {"nestrow", {Kind::line_end, To::text, 0}},
    {"nextctrl", {Kind::destination, To::skipped, 0}},
    {"nextfile", {Kind::destination, To::next_file, 0}},
    {"nonshppict", {Kind::destination, To::skipped, 0}},
    {"objalias", {Kind::destination, To::skipped, 0}},
    {"objclass", {Kind::destination, To::value, 0}},
    {"objdata", {Kind::destination, To::data, 0}},
    {"object", {Kind::object, To::text, 0}},
    {"objname", {Kind::destination, To::value, 0}},
    {"objsect", {Kind::destination, To::skipped, 0}},
    {"objtime", {Kind::destination, To::skipped, 0}},
    {"operator", {Kind::destination, To::value, 0}},
    {"page", {Kind::line_end, To::text, 0}},
    {"panose", {Kind::destination, To::skipped, 0}},
    {"par", {Kind::line_end, To::text, 0}},
    {"passwordhash", {Kind::destination, To::skipped, 0}},
    {"pc", {Kind::named_page, To::text, 0x1B5}},
    {"pca", {Kind::named_page, To::text, 0x352}},
    {"pgptbl", {Kind::destination, To::skipped, 0}},
    {"picprop", {Kind::destination, To::skipped, 0}},
    {"pict", {Kind::destination, To::picture, 0}},
    {"plain", {Kind::plain, To::text, 0}},
    {"pn", {Kind::destination, To::text, 0}},
    {"pngblip", {Kind::picture_kind, To::text, 1}},
    {"pnseclvl", {Kind::destination, To::skipped, 0}},
    {"pntext", {Kind::destination, To::skipped, 0}},
    {"pntxta", {Kind::destination, To::skipped, 0}},
    {"pntxtb", {Kind::destination, To::skipped, 0}},
    {"printim", {Kind::destination, To::skipped, 0}},
    {"propname", {Kind::destination, To::value, 0}},
    {"protusertbl", {Kind::destination, To::skipped, 0}},
    {"qmspace", {Kind::character, To::text, 0x2005}},
    {"rdblquote", {Kind::character, To::text, 0x201D}},
    {"result", {Kind::destination, To::text, 0}},
    {"revtbl", {Kind::destination, To::skipped, 0}},
    {"revtim", {Kind::destination, To::skipped, 0}},
    {"row", {Kind::line_end, To::text, 0}},
    {"rquote", {Kind::character, To::text, 0x2019}},
    {"rsidtbl", {Kind::destination, To::skipped, 0}},
    {"sect", {Kind::line_end, To::text, 0}},
    {"shp", {Kind::destination, To::text, 0}},
    {"shpinst", {Kind::destination, To::text, 0}},
    {"shppict", {Kind::destination, To::text, 0}},
    {"shprslt", {Kind::destination, To::text, 0}},
    {"shptxt", {Kind::destination, To::text, 0}},
    {"sn", {Kind::destination, To::shape_name, 0}},
    {"softcol", {Kind::line_end, To::text, 0}},
    {"softline", {Kind::line_end, To::text, 0}},
    {"softpage", {Kind::line_end, To::text, 0}},
    {"sp", {Kind::destination, To::skipped, 0}},
    {"staticval", {Kind::destination, To::value, 0}},
    {"stylesheet", {Kind::destination, To::skipped, 0}},
    {"subject", {Kind::destination, To::value, 0}},
    {"sv", {Kind::destination, To::shape_value, 0}},
    {"tab", {Kind::character, To::text, 9}},
    {"tc", {Kind::destination, To::skipped, 0}},
    {"template", {Kind::destination, To::from_template, 0}},
    {"themedata", {Kind::destination, To::skipped, 0}},
    {"title", {Kind::destination, To::value, 0}},
    {"u", {Kind::unicode, To::text, 0}},
    {"uc", {Kind::skips, To::text, 0}},
    {"ud", {Kind::destination, To::text, 0}},
    {"userprops", {Kind::destination, To::skipped, 0}},
    {"wbitmap", {Kind::picture_kind, To::text, 5}},
    {"wgrffmtfilter", {Kind::destination, To::skipped, 0}},
    {"wmetafile", {Kind::picture_kind, To::text, 4}},
    {"wptext", {Kind::destination, To::value, 0}},
    {"writereservhash", {Kind::destination, To::value, 0}},
    {"xe", {Kind::destination, To::skipped, 0}},
    {"xmlattrvalue", {Kind::destination, To::value, 0}},
    {"xmlnstbl", {Kind::destination, To::skipped, 0}},
    {"zwbo", {Kind::character, To::text, 0x200B}},
    {"zwj", {Kind::character, To::text, 0x200D}},
    {"zwnbo", {Kind::character, To::text, 0x2060}},
    {"zwnj", {Kind::character, To::text, 0x200C}},
};
static_assert(std::is_sorted(std::begin(kWords), std::end(kWords),
                             [](const Row& a, const Row& b) { return a.name < b.name; }));

}  // namespace

Word word_of(std::string_view name) {
  const Row* row = std::lower_bound(std::begin(kWords), std::end(kWords), name,
                                    [](const Row& a, std::string_view b) { return a.name < b; });
  return row != std::end(kWords) && row->name == name ? row->word : Word{};
}

// [MS-OXRTFEX] 2.1.3.1.4
std::string_view entity_of(char32_t character) {
  switch (character) {
    case 0x2018:
      return "&lsquo;";
    case 0x2019:
      return "&rsquo;";
    case 0x201C:
      return "&ldquo;";
    case 0x201D:
      return "&rdquo;";
    case 0x2022:
      return "&bull;";
    case 0x2013:
      return "&ndash;";
    case 0x2014:
      return "&mdash;";
    case 0xA0:
      return "&nbsp;";
    case 0xAD:
      return "&shy;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '&':
      return "&amp;";
    default:
      return {};
  }
}

}  // namespace basewalk::worker::rtf
