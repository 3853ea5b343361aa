// SPDX-License-Identifier: MIT
//
// Lays a page out, and sees where what is painted.
//
// litehtml does the layout: it asks its container for the sizes of characters, and tells it of each
// background and word.  What it has no notion of here is a font: characters are as wide as those of
// a terminal, but for blanks, and their boxes are filled as wide and high as the line is.
#include <gumbo.h>
#include <litehtml/litehtml.h>

#include <algorithm>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "text/ascii.h"
#include "text/number.h"
#include "text/references.h"
#include "text/utf8.h"
#include "worker/documents/drawn/drawn.h"
#include "worker/documents/drawn/elements.h"
#include "worker/documents/drawn/marks.h"
#include "worker/documents/drawn/pictures.h"
#include "worker/documents/drawn/svg.h"
#include "worker/documents/drawn/teller.h"
#include "worker/shown_page.h"

namespace basewalk::worker {
namespace {

using drawn::Mark;
using drawn::Marks;
using drawn::Pictures;
using drawn::Teller;

constexpr int kPageWidth = 1000, kPageHeight = 800;
constexpr int kFontSize = 16;
// Pixels for which a mark counts: what it takes to lay it out.
constexpr std::uint64_t kPixelsOfMark = 1280;
// A tree that is deeper is not laid out, since litehtml goes through it by recursion.
constexpr std::size_t kDeepest = 512;
constexpr std::size_t kMostSvg = 100;
// How often a picture is repeated to a side: what is repeated is a pattern, and no code.
constexpr std::int64_t kMostRepeated = 8;
// No SVG of so few bytes has a code in it, which takes a number for each run of modules.
constexpr std::size_t kSmallestSvg = 480;

// What elements look like before the page says anything (HTML 15.3).
constexpr const char* kStyleSheet = R"(
html,body,address,article,aside,blockquote,center,dd,details,dialog,dir,div,dl,dt,fieldset,
figcaption,figure,footer,form,h1,h2,h3,h4,h5,h6,header,hgroup,hr,legend,listing,main,menu,nav,ol,
optgroup,option,p,plaintext,pre,search,section,summary,ul,xmp { display: block }
[hidden],area,base,basefont,datalist,head,link,meta,noembed,noframes,param,rp,script,style,
template,title,audio,video,object,iframe,select { display: none }
body { margin: 8px }
p,blockquote,dl,ol,ul,menu,dir,figure { margin-top: 1em; margin-bottom: 1em }
blockquote,figure { margin-left: 40px; margin-right: 40px }
dd { margin-left: 40px }
ol,ul,menu,dir { padding-left: 40px }
li { display: list-item }
h1 { font-size: 2em; margin: 0.67em 0 }
h2 { font-size: 1.5em; margin: 0.83em 0 }
h3 { font-size: 1.17em; margin: 1em 0 }
h4 { margin: 1.33em 0 }
h5 { font-size: 0.83em; margin: 1.67em 0 }
h6 { font-size: 0.67em; margin: 2.33em 0 }
pre,listing,plaintext,xmp { white-space: pre; margin: 1em 0; font-family: monospace }
pre,code,kbd,samp,tt { font-family: monospace; font-size: 13px }
center { text-align: center }
nobr { white-space: nowrap }
table { display: table; border-collapse: separate; border-spacing: 2px; text-indent: 0;
  line-height: normal; font-size: 16px; white-space: normal }
caption { display: table-caption; text-align: center }
colgroup { display: table-column-group }
col { display: table-column }
thead { display: table-header-group }
tbody { display: table-row-group }
tfoot { display: table-footer-group }
tr { display: table-row }
td,th { display: table-cell; padding: 1px; vertical-align: middle }
br,img,input,button,textarea,svg,canvas { display: inline-block }
big { font-size: 1.17em }
small,sub,sup { font-size: 0.83em }
)";

struct Font {
  int size;
  bool is_monospace;
};

// Is the first of a list of names one of fonts whose characters are all of one width?
bool is_monospace(std::string_view names) {
  const std::string first = ascii::lowered(names.substr(0, names.find(',')));
  for (const std::string_view part : {"mono", "courier", "consolas", "menlo", "terminal", "fixed"})
    if (first.find(part) != std::string::npos) return true;
  return false;
}

class Paper final : public litehtml::document_container {
 public:
  Paper(std::uint64_t marks, Pictures& pictures)
      : marks_(text::capped(marks)), pictures_(pictures) {}
  const Marks& marks() const { return marks_; }

  litehtml::uint_ptr create_font(const char* name, int size, int /*weight*/,
                                 litehtml::font_style /*style*/, unsigned /*decoration*/,
                                 litehtml::font_metrics* metrics) override {
    size = std::clamp(size, 1, 1000);
    metrics->height = size == 1 ? 0 : (size * 115 + 50) / 100;
    // Without descenders: a box that stands in a line is no higher for them.
    metrics->ascent = metrics->height;
    metrics->descent = 0;
    metrics->x_height = size / 2;
    metrics->draw_spaces = true;
    fonts_.push_back(std::make_unique<Font>(Font{size, is_monospace(name)}));
    return reinterpret_cast<litehtml::uint_ptr>(fonts_.back().get());
  }
  void delete_font(litehtml::uint_ptr /*font*/) override {}
  int text_width(const char* text, litehtml::uint_ptr font) override {
    // Between words, or pictures: a quarter of the size, as fonts have it.
    if (std::string_view(text) == " " && font != 0 &&
        !reinterpret_cast<const Font*>(font)->is_monospace)
      return std::max(size_of(font) / 4, 1);
    std::int64_t width = 0;
    for_each(text, [&](char32_t c) { width += drawn::width_of(c, size_of(font)); });
    return static_cast<int>(std::min<std::int64_t>(width, 1'000'000));
  }
  void draw_text(litehtml::uint_ptr /*canvas*/, const char* text, litehtml::uint_ptr font,
                 litehtml::web_color colour, const litehtml::position& position) override {
    std::int64_t left = position.x;
    const std::int64_t top = position.y;
    for_each(text, [&](char32_t c) {
      const std::int64_t right = left + drawn::width_of(c, size_of(font));
      if (c >= 0x2580)
        marks_.add_character(
            c, drawn::mark_of(left, top, right, top + position.height,
                              grey_of(colour.red, colour.green, colour.blue), colour.alpha));
      left = right;
    });
  }
  void draw_background(litehtml::uint_ptr /*canvas*/,
                       const litehtml::background_paint& paint) override {
    const std::int64_t left = paint.clip_box.x, top = paint.clip_box.y;
    marks_.add(drawn::mark_of(left, top, left + paint.clip_box.width, top + paint.clip_box.height,
                              grey_of(paint.color.red, paint.color.green, paint.color.blue),
                              paint.color.alpha));
    if (!paint.image.empty()) draw_picture(paint);
  }

  std::shared_ptr<litehtml::element> create_element(
      const char* name, const litehtml::string_map& attributes,
      const std::shared_ptr<litehtml::document>& document) override {
    return drawn::make_element(name, attributes, document, marks_);
  }

  int pt_to_px(int points) const override { return points * 4 / 3; }
  int get_default_font_size() const override { return kFontSize; }
  const char* get_default_font_name() const override { return "serif"; }
  void get_client_rect(litehtml::position& client) const override {
    client = litehtml::position(0, 0, kPageWidth, kPageHeight);
  }
  void get_media_features(litehtml::media_features& media) const override {
    media.type = litehtml::media_type_screen;
    media.width = media.device_width = kPageWidth;
    media.height = media.device_height = kPageHeight;
    media.color = 8;
    media.resolution = 96;
  }
  void get_language(std::string& language, std::string& /*culture*/) const override {
    language = "en";
  }
  void transform_text(std::string& /*text*/, litehtml::text_transform /*how*/) override {}
  // Nothing is loaded but what came with the page, and nothing but boxes, characters and these
  // pictures is drawn.
  void draw_list_marker(litehtml::uint_ptr /*canvas*/,
                        const litehtml::list_marker& /*marker*/) override {}
  void load_image(const char* /*url*/, const char* /*base*/, bool /*redraw*/) override {}
  void get_image_size(const char* url, const char* /*base*/, litehtml::size& size) override {
    size.width = size.height = 0;
    const Raster* const picture = url != nullptr ? pictures_.find(url) : nullptr;
    if (picture == nullptr) return;
    const bool is_smaller = picture->whole_width != 0;
    size.width = static_cast<int>(is_smaller ? picture->whole_width : picture->width);
    size.height = static_cast<int>(is_smaller ? picture->whole_height : picture->height);
  }
  void draw_borders(litehtml::uint_ptr /*canvas*/, const litehtml::borders& /*borders*/,
                    const litehtml::position& /*position*/, bool /*root*/) override {}
  void set_caption(const char* /*caption*/) override {}
  void set_base_url(const char* /*url*/) override {}
  void link(const std::shared_ptr<litehtml::document>& /*document*/,
            const litehtml::element::ptr& /*element*/) override {}
  void on_anchor_click(const char* /*url*/, const litehtml::element::ptr& /*element*/) override {}
  void set_cursor(const char* /*cursor*/) override {}
  void import_css(std::string& /*text*/, const std::string& /*url*/,
                  std::string& /*base*/) override {}
  void set_clip(const litehtml::position& /*position*/, const litehtml::border_radiuses& /*radius*/,
                bool /*x*/, bool /*y*/) override {}
  void del_clip() override {}

 private:
  template <typename Take>
  static void for_each(std::string_view text, Take take) {
    while (!text.empty()) {
      const utf8::Sequence next = utf8::first(text);
      take(next.code_point);
      text.remove_prefix(next.length);
    }
  }
  static int size_of(litehtml::uint_ptr font) {
    return font == 0 ? kFontSize : reinterpret_cast<const Font*>(font)->size;
  }

  // As often as it is repeated, where that is not too often (CSS Backgrounds 3, 3.4).
  void draw_picture(const litehtml::background_paint& paint) {
    const Raster* const picture = pictures_.find(paint.image);
    const std::int64_t width = paint.image_size.width, height = paint.image_size.height;
    if (picture == nullptr || width <= 0 || height <= 0) return;
    const Mark seen = drawn::mark_of(
        paint.clip_box.x, paint.clip_box.y, std::int64_t{paint.clip_box.x} + paint.clip_box.width,
        std::int64_t{paint.clip_box.y} + paint.clip_box.height, 0, 255);
    const bool across = paint.repeat == litehtml::background_repeat_repeat ||
                        paint.repeat == litehtml::background_repeat_repeat_x;
    const bool down = paint.repeat == litehtml::background_repeat_repeat ||
                      paint.repeat == litehtml::background_repeat_repeat_y;
    // The first that is seen.
    const auto first = [](std::int64_t at, std::int64_t size, std::int64_t edge) {
      const std::int64_t behind = (at - edge) % size;
      return edge + (behind > 0 ? behind - size : behind);
    };
    const std::int64_t left = across ? first(paint.position_x, width, seen.left) : paint.position_x;
    const std::int64_t top = down ? first(paint.position_y, height, seen.top) : paint.position_y;
    const std::int64_t columns =
        across ? std::min((seen.right - left + width - 1) / width, kMostRepeated) : 1;
    const std::int64_t rows =
        down ? std::min((seen.bottom - top + height - 1) / height, kMostRepeated) : 1;
    for (std::int64_t row = 0; row < rows; ++row)
      for (std::int64_t column = 0; column < columns; ++column) {
        const std::int64_t x = left + column * width, y = top + row * height;
        marks_.add_picture(*picture, drawn::mark_of(x, y, x + width, y + height, 0, 255), seen);
      }
  }

  std::vector<std::unique_ptr<Font>> fonts_;
  Marks marks_;
  Pictures& pictures_;
};

void draw_page(const std::string& page, Pictures& pictures, const Document& document,
               Teller& teller) {
  litehtml::context context;
  context.load_master_stylesheet(kStyleSheet);
  Paper paper(document.bounds.pixels / kPixelsOfMark, pictures);
  const litehtml::document::ptr tree =
      litehtml::document::createFromUTF8(page.c_str(), &paper, &context);
  if (!tree) return;
  tree->render(kPageWidth);
  tree->draw({}, 0, 0, nullptr);
  paper.marks().look_at_drawings(teller);
  paper.marks().look_at_pictures(teller);
  if (pictures.is_cut())
    teller.lack(Lack::limit, "shows pictures of more pixels than are looked at");
}

// NUL, which ends a text for litehtml, is passed over between tags and is U+FFFD in them (HTML
// 13.2.5).
std::string without_nul(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool is_in_tag = false;
  for (const char c : text) {
    if (c == '<') is_in_tag = true;
    if (c == '>') is_in_tag = false;
    if (c != '\0')
      out += c;
    else if (is_in_tag)
      out += utf8::kReplacementText;
  }
  return out;
}

// The tree of a page.
class Gumbo {
 public:
  explicit Gumbo(const std::string& page)
      : output_(gumbo_parse_with_options(&kGumboDefaultOptions, page.data(), page.size())) {}
  Gumbo(const Gumbo&) = delete;
  Gumbo& operator=(const Gumbo&) = delete;
  ~Gumbo() { gumbo_destroy_output(&kGumboDefaultOptions, output_); }
  const GumboNode* root() const { return output_->root; }

 private:
  GumboOutput* output_;
};

// What of a page is drawn otherwise than by litehtml, and how deep it is.
struct Survey {
  std::vector<const GumboNode*> drawings;  // SVG
  std::string style;                       // all sheets of the page, which hold for SVG in it, too
  std::size_t depth = 0;
};

Survey survey(const GumboNode* root) {
  struct Place {
    const GumboNode* node;
    std::size_t depth;
  };
  Survey result;
  std::vector<Place> open = {{root, 1}};
  while (!open.empty()) {
    const Place at = open.back();
    open.pop_back();
    if (at.node->type != GUMBO_NODE_ELEMENT) continue;
    result.depth = std::max(result.depth, at.depth);
    const GumboElement& element = at.node->v.element;
    if (element.tag == GUMBO_TAG_SVG && element.tag_namespace == GUMBO_NAMESPACE_SVG) {
      result.drawings.push_back(at.node);
      continue;
    }
    const auto* children = reinterpret_cast<GumboNode* const*>(element.children.data);
    for (unsigned i = element.children.length; i > 0; --i) {
      const GumboNode* child = children[i - 1];
      if (element.tag == GUMBO_TAG_STYLE && child->type == GUMBO_NODE_TEXT)
        result.style += child->v.text.text;
      open.push_back({child, at.depth + 1});
    }
  }
  return result;
}

std::string escaped(std::string_view text) {
  std::string out;
  text::append_escaped(text, out);
  std::erase(out, '\0');
  return out;
}

void open_page(std::string_view text, std::vector<std::string_view> files, const Document& document,
               DocumentSink& sink) {
  Teller teller(document, sink);
  Pictures pictures(std::move(files), document.bounds.pixels);
  const std::string page = without_nul(text);
  std::size_t depth = 0;
  {
    const Gumbo gumbo(page);
    const Survey found = survey(gumbo.root());
    depth = found.depth;
    std::size_t drawn = 0;
    std::unordered_set<std::string> seen;
    for (const GumboNode* each : found.drawings) {
      const std::string svg = drawn::svg_of(each, found.style);
      if (svg.size() < kSmallestSvg + found.style.size() || !seen.insert(svg).second) continue;
      if (++drawn > kMostSvg) break;
      drawn::draw_svg(svg, teller);
    }
    if (drawn > kMostSvg) sink.lack(Lack::limit, "", "has more drawings than are looked at");
  }
  if (depth > kDeepest)
    sink.lack(Lack::limit, "", "is too deep to be laid out: what it draws was not looked at");
  else
    draw_page(page, pictures, document, teller);
}

}  // namespace

void open_drawn_page(const Document& document, DocumentSink& sink) {
  open_page(document.bytes, {}, document, sink);
}

void open_shown_page(const Document& document, DocumentSink& sink) {
  if (std::optional<ShownPage> shown = read_shown_page(document.bytes))
    open_page(shown->page, std::move(shown->pictures), document, sink);
  else
    sink.lack(Lack::damaged, "", "is no page with its pictures");
}

void open_drawn_text(const Document& document, DocumentSink& sink) {
  Teller teller(document, sink);
  Pictures none({}, 0);
  draw_page("<pre style=\"font-size:16px\">" + escaped(document.bytes) + "</pre>", none, document,
            teller);
}

}  // namespace basewalk::worker
