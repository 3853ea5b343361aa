// SPDX-License-Identifier: MIT
#include "worker/documents/drawn/elements.h"

#include <litehtml/el_body.h>
#include <litehtml/el_div.h>
#include <litehtml/el_font.h>
#include <litehtml/el_image.h>
#include <litehtml/el_para.h>
#include <litehtml/el_table.h>
#include <litehtml/el_td.h>
#include <litehtml/el_tr.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "text/ascii.h"
#include "worker/documents/drawn/colour.h"

namespace basewalk::worker::drawn {
namespace {

// A length as an attribute has it (HTML 2.3.4.4): "6", "6px", "50%"; empty where it is none.
std::string length_of(const char* value) {
  if (value == nullptr) return {};
  const std::string_view text = ascii::trim_left(value);
  std::size_t digits = 0;
  while (digits < text.size() && (ascii::is_digit(text[digits]) || text[digits] == '.')) ++digits;
  if (digits == 0) return {};
  const bool is_percent = digits < text.size() && text[digits] == '%';
  return std::string(text.substr(0, digits)) + (is_percent ? "%" : "px");
}

bool is_zero(const char* value) {
  if (value == nullptr) return false;
  double number = 1;
  const std::string_view text = ascii::trim_left(value);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end != text.data() && number == 0;
}

// The words of a value, with what stands in brackets in one word; "," is a word of its own.
std::vector<std::string> words_of(std::string_view value) {
  std::vector<std::string> words(1);
  int depth = 0;
  for (const char c : value) {
    if (depth == 0 && (ascii::is_space(c) || c == ',')) {
      if (!words.back().empty()) words.emplace_back();
      if (c == ',') words.back() = ",", words.emplace_back();
      continue;
    }
    if (c == '(') ++depth;
    if (c == ')') --depth;
    words.back() += c;
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

constexpr int kMostColumns = 1000;
constexpr int kFurthest = 100'000;  // pixels

// How what an element holds stands in it, where litehtml has no such layout.
struct Flow {
  enum class Kind : unsigned char { other, row, column, grid };
  Kind kind = Kind::other;
  int columns = 0;                   // of a grid
  std::optional<int> width, height;  // of what is in a grid, in pixels
};
class Container {
 public:
  virtual ~Container() = default;
  /// Asked for by what is in it, whose styles are parsed before its own are done.
  virtual const Flow& flow() = 0;
};

// An element of litehtml's, with what that leaves out.
template <typename Base>
class Element final : public Base, public Container {
 public:
  Element(const std::shared_ptr<litehtml::document>& document, Marks& marks)
      : Base(document), marks_(marks) {}

  void parse_styles(bool is_again) override {
    Base::parse_styles(is_again);
    stand_in_flow();
    flow();
  }

  const Flow& flow() override {
    if (!has_flow_) begin_flow();
    has_flow_ = true;
    return flow_;
  }

  void draw_background(litehtml::uint_ptr canvas, int x, int y,
                       const litehtml::position* clip) override {
    Base::draw_background(canvas, x, y, clip);
    if (const char* shadows = this->get_style_property("box-shadow", false, nullptr);
        shadows != nullptr)
      draw_shadows(shadows, std::int64_t{x} + this->m_pos.x, std::int64_t{y} + this->m_pos.y);
  }

  void parse_attributes() override {
    Base::parse_attributes();
    if (const char* colour = this->get_attr("bgcolor"); colour != nullptr)
      set_colour("background-color", colour);
    if (const char* url = this->get_attr("background"); url != nullptr)
      if (const std::string_view text = url; text.find_first_of("\"'()\\") == text.npos)
        set("background-image", "url(" + std::string(text) + ")");
    if constexpr (std::is_same_v<Base, litehtml::el_font>) {
      if (const char* colour = this->get_attr("color"); colour != nullptr)
        set_colour("color", colour);
    }
    constexpr bool is_cell = std::is_same_v<Base, litehtml::el_td>;
    if constexpr (is_cell || std::is_same_v<Base, litehtml::el_tr> ||
                  std::is_same_v<Base, litehtml::el_table>) {
      if (const std::string height = length_of(this->get_attr("height")); !height.empty())
        set("height", height);
    }
    if constexpr (is_cell) {
      if (const std::string width = length_of(this->get_attr("width")); !width.empty())
        set("width", width);
      if (this->get_attr("nowrap") != nullptr) set("white-space", "nowrap");
      set_padding();
    }
  }

  // litehtml takes no size for any size, and a font of none for one of the common size.
  void init_font() override {
    Base::init_font();
    const char* own = this->get_style_property("font-size", false, nullptr);
    const litehtml::element::ptr around = this->parent();
    const bool is_of_none = own != nullptr ? is_zero(own) : around && around->get_font_size() == 1;
    if (!is_of_none) return;
    this->m_font_size = 1;
    this->m_font =
        this->get_document()->get_font("monospace", 1, "400", "normal", "", &this->m_font_metrics);
  }

 private:
  std::optional<int> pixels(const std::string& word) const {
    litehtml::css_length length;
    length.fromString(word, "", 0);
    if (word.empty() || !(ascii::is_digit(word[0]) || word[0] == '-' || word[0] == '.') ||
        length.units() == litehtml::css_units_percentage)
      return std::nullopt;
    return std::clamp(this->get_document()->cvt_units(length, this->m_font_size), -kFurthest,
                      kFurthest);
  }
  std::string property(const char* name) const {
    const char* value = this->get_style_property(name, false, nullptr);
    return value != nullptr ? ascii::lowered(ascii::trim(value)) : std::string();
  }

  // CSS Flexbox 1 and Grid 1, of boxes that are all of one size: a row of floats, which a grid
  // breaks by its width, or blocks below one another.
  void begin_flow() {
    if (this->m_display == litehtml::display_none) return;
    const std::string display = property("display");
    const bool is_flex = display == "flex" || display == "inline-flex";
    const bool is_grid = display == "grid" || display == "inline-grid";
    if (!is_flex && !is_grid) return;
    const bool is_inline = display.starts_with("inline");
    this->m_display = is_inline ? litehtml::display_inline_block : litehtml::display_block;
    this->m_overflow = litehtml::overflow_hidden;
    if (is_flex) {
      const bool is_column = property("flex-direction").starts_with("column") ||
                             property("flex-flow").starts_with("column");
      flow_.kind = is_column ? Flow::Kind::column : Flow::Kind::row;
      return;
    }
    flow_.kind = Flow::Kind::grid;
    std::string columns = property("grid-template-columns"), rows = property("grid-template-rows");
    const std::string both = property("grid-template");
    if (const std::size_t slash = both.find('/'); slash != std::string::npos) {
      if (rows.empty()) rows = ascii::trim(std::string_view(both).substr(0, slash));
      if (columns.empty()) columns = ascii::trim(std::string_view(both).substr(slash + 1));
    }
    if (rows.empty()) rows = property("grid-auto-rows");
    int ignored = 0;
    flow_.height = track_of(rows, ignored);
    flow_.width = track_of(columns, flow_.columns);
    if (flow_.columns == 0) return;
    if (!flow_.width && !this->m_css_width.is_predefined() &&
        this->m_css_width.units() == litehtml::css_units_px)
      flow_.width = static_cast<int>(std::clamp<float>(this->m_css_width.val(), 0, kFurthest)) /
                    flow_.columns;
    if (flow_.width)
      this->m_css_width.set_value(static_cast<float>(*flow_.width * flow_.columns),
                                  litehtml::css_units_px);
  }
  // How many tracks a template has, and how wide the first of them is.
  std::optional<int> track_of(std::string_view value, int& count) const {
    const std::vector<std::string> words = words_of(value);
    if (words.empty()) return std::nullopt;
    constexpr std::string_view kRepeat = "repeat(";
    if (!words[0].starts_with(kRepeat)) {
      count = std::min(static_cast<int>(words.size()), kMostColumns);
      return pixels(words[0]);
    }
    const std::string_view inner = std::string_view(words[0]).substr(kRepeat.size());
    const std::size_t comma = inner.find(',');
    if (comma == std::string_view::npos) return std::nullopt;
    int times = 0;
    std::from_chars(inner.data(), inner.data() + comma, times);
    const std::vector<std::string> repeated =
        words_of(inner.substr(comma + 1, inner.rfind(')') - comma - 1));
    if (repeated.empty() || times < 1) return std::nullopt;
    count = std::min(times, kMostColumns) *
            static_cast<int>(std::min<std::size_t>(repeated.size(), 10));
    return pixels(repeated[0]);
  }
  void stand_in_flow() {
    const auto around = std::dynamic_pointer_cast<Container>(this->parent());
    if (!around) return;
    const Flow& flow = around->flow();
    if (flow.kind == Flow::Kind::other || this->m_display == litehtml::display_none ||
        this->m_el_position == litehtml::element_position_absolute ||
        this->m_el_position == litehtml::element_position_fixed)
      return;
    if (this->m_display != litehtml::display_table) this->m_display = litehtml::display_block;
    if (flow.kind == Flow::Kind::column) return;
    this->m_float = litehtml::float_left;
    const auto size = [](litehtml::css_length& length, std::optional<int> pixels) {
      if (pixels && length.is_predefined())
        length.set_value(static_cast<float>(*pixels), litehtml::css_units_px);
    };
    size(this->m_css_width, flow.width);
    size(this->m_css_height, flow.height);
  }

  // CSS Backgrounds 3, 7.1: "x y blur spread colour", in any number.
  void draw_shadows(std::string_view value, std::int64_t x, std::int64_t y) {
    std::vector<int> lengths;
    litehtml::web_color colour;
    bool is_inset = false;
    std::vector<std::string> words = words_of(value);
    words.emplace_back(",");
    std::vector<Mark> shadows;
    for (const std::string& word : words) {
      if (word == ",") {
        lengths.resize(4);
        const std::int64_t left = x + lengths[0], top = y + lengths[1];
        const std::int64_t spread = lengths[3];
        if (!is_inset)
          shadows.push_back(mark_of(left - this->m_padding.left - spread,
                                    top - this->m_padding.top - spread,
                                    left + this->m_pos.width + this->m_padding.right + spread,
                                    top + this->m_pos.height + this->m_padding.bottom + spread,
                                    grey_of(colour.red, colour.green, colour.blue), colour.alpha));
        lengths.clear();
        colour = {};
        is_inset = false;
      } else if (word == "inset") {
        is_inset = true;
      } else if (const std::optional<int> length = pixels(word)) {
        lengths.push_back(*length);
      } else {
        colour = litehtml::web_color::from_string(word.c_str(), nullptr);
      }
    }
    // The first lies on top.
    for (auto it = shadows.rbegin(); it != shadows.rend(); ++it) marks_.add(*it);
  }

  void set(const char* property, const std::string& value) {
    this->m_style.add_property(property, value.c_str(), nullptr, false, this);
  }
  void set_colour(const char* property, std::string_view value) {
    value = ascii::trim(value);
    // Of names litehtml knows what they stand for.
    if (std::string name = ascii::lowered(value);
        !litehtml::web_color::resolve_name(name.c_str(), nullptr).empty())
      set(property, name);
    else if (const std::optional<Colour> colour = legacy_colour(value))
      set(property, written(*colour));
  }
  // That of the table around it; a cell lies in a row, that in a group, that in the table.
  void set_padding() {
    litehtml::element::ptr around = this->parent();
    for (int i = 0; around && i < 3; ++i, around = around->parent()) {
      if (std::string_view(around->get_tagName()) != "table") continue;
      if (const std::string padding = length_of(around->get_attr("cellpadding", nullptr));
          !padding.empty())
        set("padding", padding);
      return;
    }
  }

  Marks& marks_;
  Flow flow_;
  bool has_flow_ = false;
};

}  // namespace

std::shared_ptr<litehtml::element> make_element(std::string_view name,
                                                const litehtml::string_map& attributes,
                                                const std::shared_ptr<litehtml::document>& document,
                                                Marks& marks) {
  const auto type = attributes.find("type");
  const bool is_button =  // that is a picture (HTML 4.10.5.1.19)
      name == "input" && type != attributes.end() && ascii::iequals(type->second, "image");
  if (name == "img" || is_button)
    return std::make_shared<Element<litehtml::el_image>>(document, marks);
  if (name == "td" || name == "th")
    return std::make_shared<Element<litehtml::el_td>>(document, marks);
  if (name == "tr") return std::make_shared<Element<litehtml::el_tr>>(document, marks);
  if (name == "table") return std::make_shared<Element<litehtml::el_table>>(document, marks);
  if (name == "font") return std::make_shared<Element<litehtml::el_font>>(document, marks);
  if (name == "body") return std::make_shared<Element<litehtml::el_body>>(document, marks);
  if (name == "div") return std::make_shared<Element<litehtml::el_div>>(document, marks);
  if (name == "p") return std::make_shared<Element<litehtml::el_para>>(document, marks);
  for (const std::string_view plain :
       {"a", "base", "br", "link", "script", "style", "title", "before", "after"})
    if (name == plain) return nullptr;
  return std::make_shared<Element<litehtml::html_tag>>(document, marks);
}

}  // namespace basewalk::worker::drawn
