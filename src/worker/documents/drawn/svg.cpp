// SPDX-License-Identifier: MIT
#include "worker/documents/drawn/svg.h"

#include <librsvg/rsvg.h>

#include <cstring>
#include <memory>
#include <vector>

#include "text/references.h"
#include "worker/documents/drawn/drawn.h"

namespace basewalk::worker {
namespace drawn {
namespace {

// The longer side of what is drawn, in pixels: five for a module of the largest code, and of what
// so few bytes can draw, which are most icons.
constexpr int kLongSide = 1000, kShortSide = 400;
constexpr std::size_t kFewBytes = 8192;
// White around it, which a code needs.
constexpr std::uint32_t kMargin = 16;

struct Unref {
  void operator()(RsvgHandle* handle) const { g_object_unref(handle); }
  void operator()(GError* error) const { g_error_free(error); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* context) const { cairo_destroy(context); }
};
template <typename Object>
using Owner = std::unique_ptr<Object, Unref>;

struct Size {
  int width, height;
};

// Its sides in pixels: those of its view box, else square.
Size size_of(RsvgHandle* handle, int longer) {
  gboolean has_width = 0, has_height = 0, has_box = 0;
  RsvgLength width{}, height{};
  RsvgRectangle box{};
  rsvg_handle_get_intrinsic_dimensions(handle, &has_width, &width, &has_height, &height, &has_box,
                                       &box);
  double x = box.width, y = box.height;
  if (has_width && has_height && width.unit == height.unit && width.unit != RSVG_UNIT_PERCENT) {
    x = width.length;
    y = height.length;
  } else if (!has_box) {
    return {longer, longer};
  }
  if (!(x > 0) || !(y > 0)) return {longer, longer};
  const double scale = longer / (x > y ? x : y);
  const auto side = [&](double length) { return std::max(static_cast<int>(length * scale), 1); };
  return {side(x), side(y)};
}

void tell_error(GError* error, Teller& teller) {
  const Owner<GError> owner(error);
  const std::string_view message = error != nullptr && error->message != nullptr
                                       ? std::string_view(error->message)
                                       : std::string_view();
  if (message.find("exceeded") != std::string_view::npos ||
      message.find("limit") != std::string_view::npos ||
      message.find("too many") != std::string_view::npos)
    teller.lack(Lack::limit, "draws more than is looked at");
  else
    teller.lack(Lack::damaged, "is no SVG that can be drawn");
}

}  // namespace

void draw_svg(std::string_view svg, Teller& teller) {
  GError* error = nullptr;
  const Owner<RsvgHandle> handle(
      rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(), &error));
  if (handle == nullptr) return tell_error(error, teller);
  // Fonts are files, and a thread looks for them.
  constexpr std::string_view kNoText = "text{display:none !important}";
  if (rsvg_handle_set_stylesheet(handle.get(), reinterpret_cast<const guint8*>(kNoText.data()),
                                 kNoText.size(), &error) == 0)
    return tell_error(error, teller);
  const Size size = size_of(handle.get(), svg.size() < kFewBytes ? kShortSide : kLongSide);
  Raster raster;
  const std::uint32_t columns = static_cast<std::uint32_t>(size.width) + 2 * kMargin;
  const std::uint32_t rows = static_cast<std::uint32_t>(size.height) + 2 * kMargin;
  if (!teller.may_draw(columns, rows)) return;
  const Owner<cairo_surface_t> surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, size.width, size.height));
  const Owner<cairo_t> context(cairo_create(surface.get()));
  cairo_set_source_rgb(context.get(), 1, 1, 1);
  cairo_paint(context.get());
  const RsvgRectangle viewport{0, 0, static_cast<double>(size.width),
                               static_cast<double>(size.height)};
  const bool is_drawn =
      rsvg_handle_render_document(handle.get(), context.get(), &viewport, &error) != 0;
  cairo_surface_flush(surface.get());
  if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS)
    return teller.lack(Lack::damaged, "is no SVG that can be drawn");
  raster.resize(columns, rows);
  const unsigned char* bytes = cairo_image_surface_get_data(surface.get());
  const int stride = cairo_image_surface_get_stride(surface.get());
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      std::uint32_t pixel = 0;
      std::memcpy(&pixel, bytes + std::ptrdiff_t{y} * stride + std::ptrdiff_t{x} * 4, sizeof pixel);
      raster.grey[(static_cast<std::size_t>(y) + kMargin) * columns + static_cast<std::size_t>(x) +
                  kMargin] = grey_of(pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF);
    }
  teller.look_at(raster, Of::drawing);
  if (!is_drawn) tell_error(error, teller);
}

namespace {

void append_escaped(std::string_view text, std::string& out) {
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (u >= 0x20 || c == '\t' || c == '\n' || c == '\r') text::append_escaped({&c, 1}, out);
  }
}

// Is it what XML takes for a name, of ASCII and without a prefix?
bool is_name(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  if (name.empty() || !(is_letter(name[0]) || name[0] == '_')) return false;
  for (const char c : name)
    if (!is_letter(c) && !(c >= '0' && c <= '9') && c != '-' && c != '_' && c != '.') return false;
  return true;
}

std::string name_of(const GumboElement& element) {
  GumboStringPiece original = element.original_tag;
  if (original.data == nullptr || original.length == 0)
    return gumbo_normalized_tagname(element.tag);
  gumbo_tag_from_original_text(&original);
  if (const char* known = gumbo_normalize_svg_tagname(&original); known != nullptr) return known;
  std::string name(original.data, original.length);
  for (char& c : name)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  return name;
}

void append_attributes(const GumboElement& element, std::string& out) {
  const auto* attributes = reinterpret_cast<GumboAttribute* const*>(element.attributes.data);
  for (unsigned i = 0; i < element.attributes.length; ++i) {
    const GumboAttribute& attribute = *attributes[i];
    std::string_view name(attribute.name);
    std::string_view prefix;
    if (attribute.attr_namespace == GUMBO_ATTR_NAMESPACE_XLINK) prefix = "xlink:";
    if (name.starts_with("xlink:")) name.remove_prefix(6), prefix = "xlink:";
    if (attribute.attr_namespace == GUMBO_ATTR_NAMESPACE_XMLNS || name.starts_with("xmlns") ||
        !is_name(name))
      continue;
    out.append(" ").append(prefix).append(name).append("=\"");
    append_escaped(attribute.value, out);
    out += '"';
  }
}

}  // namespace

std::string svg_of(const GumboNode* svg, std::string_view style) {
  struct Place {
    const GumboNode* node;
    unsigned next = 0;
    std::string name{};
  };
  std::string out;
  std::vector<Place> open;
  const auto begin = [&](const GumboNode* node) {
    const GumboElement& element = node->v.element;
    const std::string name = name_of(element);
    if (element.tag_namespace != GUMBO_NAMESPACE_SVG || !is_name(name)) return;
    out.append("<").append(name);
    if (open.empty())
      out += " xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"";
    append_attributes(element, out);
    out += '>';
    if (open.empty() && !style.empty()) {
      out += "<style>";
      append_escaped(style, out);
      out += "</style>";
    }
    open.push_back({node, 0, name});
  };
  begin(svg);
  while (!open.empty()) {
    Place& at = open.back();
    const GumboVector& children = at.node->v.element.children;
    if (at.next == children.length) {
      out.append("</").append(at.name).append(">");
      open.pop_back();
      continue;
    }
    const auto* child = static_cast<const GumboNode*>(children.data[at.next++]);
    if (child->type == GUMBO_NODE_ELEMENT)
      begin(child);
    else if (child->type == GUMBO_NODE_TEXT || child->type == GUMBO_NODE_CDATA)
      append_escaped(child->v.text.text, out);
  }
  return out;
}

}  // namespace drawn

void open_drawn_svg(const Document& document, DocumentSink& sink) {
  drawn::Teller teller(document, sink);
  drawn::draw_svg(document.bytes, teller);
}

}  // namespace basewalk::worker
