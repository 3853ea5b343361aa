// SPDX-License-Identifier: MIT
//
// The elements and attributes of HTML that an extractor must tell apart.
//
// An attribute has a row where it holds references (semantics section 4) or where it decides how
// others are read; all others are passed over by the tokenizer.
#ifndef BASEWALK_HTML_NAMES_H_
#define BASEWALK_HTML_NAMES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "html/name_table.h"

namespace basewalk::html {

/// Bits that say what is special about an element.
enum ElementTrait : std::uint32_t {
  kPlain = 0,
  kVoid = 1 << 0,         ///< never has content (WHATWG HTML 13.1.2)
  kBreakout = 1 << 1,     ///< its start tag ends foreign content (13.2.6.5)
  kRawText = 1 << 2,      ///< its content is raw text (13.2.6.4)
  kRcdata = 1 << 3,       ///< its content is text with character references
  kSpecial = 1 << 4,      ///< "special" (13.2.4.2)
  kFormatting = 1 << 5,   ///< "formatting" (13.2.4.2)
  kScope = 1 << 6,        ///< ends every scope but that of tables (13.2.4.2)
  kListScope = 1 << 7,    ///< ends the scope of list items
  kButtonScope = 1 << 8,  ///< ends the scope of buttons
  kTableScope = 1 << 9,   ///< ends the scope of tables
  kImplied = 1 << 10,     ///< its end tag is implied (13.2.6.3)
  kHeading = 1 << 11,
  kFosters = 1 << 12,      ///< what is not a table's within it is fostered (13.2.6.1)
  kModal = 1 << 13,        ///< tells which insertion mode is appropriate (13.2.4.1)
  kTablePart = 1 << 14,    ///< stands in a table alone
  kHeadContent = 1 << 15,  ///< what "in body" has done as "in head" (13.2.6.4.7)
  kBlockLike = 1 << 16,    ///< closes a paragraph, and is closed by its end tag
};

// X(enumerator, name, traits)
#define BASEWALK_HTML_ELEMENTS(X)                                                    \
  X(a, "a", kFormatting)                                                             \
  X(abbr, "abbr", kPlain)                                                            \
  X(address, "address", kSpecial | kBlockLike)                                       \
  X(amp_img, "amp-img", kPlain)                                                      \
  X(animate, "animate", kPlain)                                                      \
  X(annotation_xml, "annotation-xml", kPlain)                                        \
  X(applet, "applet", kSpecial | kScope)                                             \
  X(area, "area", kVoid | kSpecial)                                                  \
  X(article, "article", kSpecial | kBlockLike)                                       \
  X(aside, "aside", kSpecial | kBlockLike)                                           \
  X(audio, "audio", kPlain)                                                          \
  X(b, "b", kBreakout | kFormatting)                                                 \
  X(base, "base", kVoid | kSpecial | kHeadContent)                                   \
  X(basefont, "basefont", kSpecial | kHeadContent)                                   \
  X(bgsound, "bgsound", kVoid | kSpecial | kHeadContent)                             \
  X(big, "big", kBreakout | kFormatting)                                             \
  X(blockquote, "blockquote", kBreakout | kSpecial | kBlockLike)                     \
  X(body, "body", kBreakout | kSpecial | kModal)                                     \
  X(br, "br", kVoid | kBreakout | kSpecial)                                          \
  X(button, "button", kSpecial | kButtonScope)                                       \
  X(caption, "caption", kSpecial | kScope | kModal | kTablePart)                     \
  X(center, "center", kBreakout | kSpecial | kBlockLike)                             \
  X(code, "code", kBreakout | kFormatting)                                           \
  X(col, "col", kVoid | kSpecial | kTablePart)                                       \
  X(colgroup, "colgroup", kSpecial | kModal | kTablePart)                            \
  X(command, "command", kPlain)                                                      \
  X(dd, "dd", kBreakout | kSpecial | kImplied)                                       \
  X(del, "del", kPlain)                                                              \
  X(desc, "desc", kPlain)                                                            \
  X(details, "details", kSpecial | kBlockLike)                                       \
  X(dialog, "dialog", kBlockLike)                                                    \
  X(dir, "dir", kSpecial | kBlockLike)                                               \
  X(div, "div", kBreakout | kSpecial | kBlockLike)                                   \
  X(dl, "dl", kBreakout | kSpecial | kBlockLike)                                     \
  X(dt, "dt", kBreakout | kSpecial | kImplied)                                       \
  X(em, "em", kBreakout | kFormatting)                                               \
  X(embed, "embed", kVoid | kBreakout | kSpecial)                                    \
  X(fieldset, "fieldset", kSpecial | kBlockLike)                                     \
  X(figcaption, "figcaption", kSpecial | kBlockLike)                                 \
  X(figure, "figure", kSpecial | kBlockLike)                                         \
  X(font, "font", kFormatting)                                                       \
  X(footer, "footer", kSpecial | kBlockLike)                                         \
  X(foreign_object, "foreignobject", kPlain)                                         \
  X(form, "form", kSpecial)                                                          \
  X(frame, "frame", kVoid | kSpecial)                                                \
  X(frameset, "frameset", kSpecial | kModal)                                         \
  X(h1, "h1", kBreakout | kSpecial | kHeading)                                       \
  X(h2, "h2", kBreakout | kSpecial | kHeading)                                       \
  X(h3, "h3", kBreakout | kSpecial | kHeading)                                       \
  X(h4, "h4", kBreakout | kSpecial | kHeading)                                       \
  X(h5, "h5", kBreakout | kSpecial | kHeading)                                       \
  X(h6, "h6", kBreakout | kSpecial | kHeading)                                       \
  X(head, "head", kBreakout | kSpecial | kModal)                                     \
  X(header, "header", kSpecial | kBlockLike)                                         \
  X(hgroup, "hgroup", kSpecial | kBlockLike)                                         \
  X(hr, "hr", kVoid | kBreakout | kSpecial)                                          \
  X(html, "html", kSpecial | kScope | kTableScope | kModal)                          \
  X(i, "i", kBreakout | kFormatting)                                                 \
  X(iframe, "iframe", kRawText | kSpecial)                                           \
  X(image, "image", kPlain)                                                          \
  X(img, "img", kVoid | kBreakout | kSpecial)                                        \
  X(input, "input", kVoid | kSpecial)                                                \
  X(ins, "ins", kPlain)                                                              \
  X(keygen, "keygen", kVoid | kSpecial)                                              \
  X(label, "label", kPlain)                                                          \
  X(li, "li", kBreakout | kSpecial | kImplied)                                       \
  X(link, "link", kVoid | kSpecial | kHeadContent)                                   \
  X(listing, "listing", kBreakout | kSpecial)                                        \
  X(main, "main", kSpecial | kBlockLike)                                             \
  X(malignmark, "malignmark", kPlain)                                                \
  X(map, "map", kPlain)                                                              \
  X(marquee, "marquee", kSpecial | kScope)                                           \
  X(math, "math", kPlain)                                                            \
  X(menu, "menu", kBreakout | kSpecial | kBlockLike)                                 \
  X(menuitem, "menuitem", kPlain)                                                    \
  X(meta, "meta", kVoid | kBreakout | kSpecial | kHeadContent)                       \
  X(mglyph, "mglyph", kPlain)                                                        \
  X(mi, "mi", kPlain)                                                                \
  X(mn, "mn", kPlain)                                                                \
  X(mo, "mo", kPlain)                                                                \
  X(ms, "ms", kPlain)                                                                \
  X(mtext, "mtext", kPlain)                                                          \
  X(nav, "nav", kSpecial | kBlockLike)                                               \
  X(nobr, "nobr", kBreakout | kFormatting)                                           \
  X(noembed, "noembed", kRawText | kSpecial)                                         \
  X(noframes, "noframes", kRawText | kSpecial | kHeadContent)                        \
  X(noscript, "noscript", kSpecial)                                                  \
  X(o_p, "o:p", kPlain)                                                              \
  X(object, "object", kSpecial | kScope)                                             \
  X(ol, "ol", kBreakout | kSpecial | kListScope | kBlockLike)                        \
  X(optgroup, "optgroup", kImplied)                                                  \
  X(option, "option", kImplied)                                                      \
  X(p, "p", kBreakout | kSpecial | kImplied)                                         \
  X(param, "param", kVoid | kSpecial)                                                \
  X(plaintext, "plaintext", kSpecial)                                                \
  X(pre, "pre", kBreakout | kSpecial)                                                \
  X(q, "q", kPlain)                                                                  \
  X(rb, "rb", kImplied)                                                              \
  X(rp, "rp", kImplied)                                                              \
  X(rt, "rt", kImplied)                                                              \
  X(rtc, "rtc", kImplied)                                                            \
  X(ruby, "ruby", kBreakout)                                                         \
  X(s, "s", kBreakout | kFormatting)                                                 \
  X(script, "script", kSpecial | kHeadContent)                                       \
  X(search, "search", kBlockLike)                                                    \
  X(section, "section", kSpecial | kBlockLike)                                       \
  X(select, "select", kSpecial | kScope)                                             \
  X(set, "set", kPlain)                                                              \
  X(small, "small", kBreakout | kFormatting)                                         \
  X(source, "source", kVoid | kSpecial)                                              \
  X(span, "span", kBreakout)                                                         \
  X(strike, "strike", kBreakout | kFormatting)                                       \
  X(strong, "strong", kBreakout | kFormatting)                                       \
  X(style, "style", kRawText | kSpecial | kHeadContent)                              \
  X(sub, "sub", kBreakout)                                                           \
  X(summary, "summary", kSpecial | kBlockLike)                                       \
  X(sup, "sup", kBreakout)                                                           \
  X(svg, "svg", kPlain)                                                              \
  X(table, "table", kBreakout | kSpecial | kScope | kTableScope | kFosters | kModal) \
  X(tbody, "tbody", kSpecial | kFosters | kModal | kTablePart)                       \
  X(td, "td", kSpecial | kScope | kModal | kTablePart)                               \
  X(template_, "template", kSpecial | kScope | kTableScope | kModal | kHeadContent)  \
  X(textarea, "textarea", kRcdata | kSpecial)                                        \
  X(tfoot, "tfoot", kSpecial | kFosters | kModal | kTablePart)                       \
  X(th, "th", kSpecial | kScope | kModal | kTablePart)                               \
  X(thead, "thead", kSpecial | kFosters | kModal | kTablePart)                       \
  X(title, "title", kRcdata | kSpecial | kHeadContent)                               \
  X(tr, "tr", kSpecial | kFosters | kModal | kTablePart)                             \
  X(track, "track", kVoid | kSpecial)                                                \
  X(tt, "tt", kBreakout | kFormatting)                                               \
  X(u, "u", kBreakout | kFormatting)                                                 \
  X(ul, "ul", kBreakout | kSpecial | kListScope | kBlockLike)                        \
  X(use, "use", kPlain)                                                              \
  X(v_fill, "v:fill", kPlain)                                                        \
  X(v_imagedata, "v:imagedata", kPlain)                                              \
  X(v_rect, "v:rect", kPlain)                                                        \
  X(v_roundrect, "v:roundrect", kPlain)                                              \
  X(v_shape, "v:shape", kPlain)                                                      \
  X(var, "var", kBreakout)                                                           \
  X(video, "video", kPlain)                                                          \
  X(wbr, "wbr", kVoid | kSpecial)                                                    \
  X(xmp, "xmp", kRawText | kSpecial)

/// An element; `other` for one without a row.
enum class Element : std::uint8_t {
  other,
#define BASEWALK_X(id, name, traits) id,
  BASEWALK_HTML_ELEMENTS(BASEWALK_X)
#undef BASEWALK_X
};

inline constexpr std::array kElementNames = {std::string_view(),
#define BASEWALK_X(id, name, traits) std::string_view(name),
                                             BASEWALK_HTML_ELEMENTS(BASEWALK_X)
#undef BASEWALK_X
};
inline constexpr NameTable<kElementNames.size()> kElements(kElementNames);

inline constexpr std::array<std::uint32_t, kElementNames.size()> kElementTraits = {
    kPlain,
#define BASEWALK_X(id, name, traits) traits,
    BASEWALK_HTML_ELEMENTS(BASEWALK_X)
#undef BASEWALK_X
};

constexpr Element element_named(std::string_view name) {
  return static_cast<Element>(kElements.find(name));
}
constexpr Element element_named(const NameKey& key) {
  return static_cast<Element>(kElements.find(key));
}
constexpr std::uint32_t traits_of(Element element) {
  return kElementTraits[static_cast<std::size_t>(element)];
}
constexpr bool has_trait(Element element, ElementTrait trait) {
  return (traits_of(element) & trait) != 0;
}

/// What the value of an attribute is.
enum class Holds : std::uint8_t {
  nothing,       ///< no reference: it decides how others are read
  url,           ///< one reference
  urls,          ///< references with white space between them
  candidates,    ///< the candidate strings of srcset
  declarations,  ///< CSS: a list of declarations or one value
  script         ///< a program
};

// X(enumerator, name, what the value is).  Fewer than 128.
//
// The first group holds references on whatever element it stands, for programs differ in the
// elements they follow; the second in SVG, where they hold what CSS has (SVG 2 6.6); the third in
// XML vocabularies without one of their own here (RSS, OPML, RDF).  `event` stands for all that
// holds_script() names.  The last group holds references only on the elements that carries_url()
// names, or says how others are read.
#define BASEWALK_HTML_ATTRIBUTES(X)                           \
  X(action, "action", Holds::url)                             \
  X(action_xhr, "action-xhr", Holds::url)                     \
  X(background, "background", Holds::url)                     \
  X(cite, "cite", Holds::url)                                 \
  X(data_saferedirecturl, "data-saferedirecturl", Holds::url) \
  X(dynsrc, "dynsrc", Holds::url)                             \
  X(formaction, "formaction", Holds::url)                     \
  X(href, "href", Holds::url)                                 \
  X(imagesrcset, "imagesrcset", Holds::candidates)            \
  X(itemid, "itemid", Holds::url)                             \
  X(itemtype, "itemtype", Holds::urls)                        \
  X(longdesc, "longdesc", Holds::url)                         \
  X(lowsrc, "lowsrc", Holds::url)                             \
  X(o_althref, "o:althref", Holds::url)                       \
  X(o_href, "o:href", Holds::url)                             \
  X(originalsrc, "originalsrc", Holds::url)                   \
  X(ping, "ping", Holds::urls)                                \
  X(poster, "poster", Holds::url)                             \
  X(src, "src", Holds::url)                                   \
  X(srcset, "srcset", Holds::candidates)                      \
  X(style, "style", Holds::declarations)                      \
  X(usemap, "usemap", Holds::url)                             \
  X(xlink_href, "xlink:href", Holds::url)                     \
  X(clip_path, "clip-path", Holds::declarations)              \
  X(cursor, "cursor", Holds::declarations)                    \
  X(fill, "fill", Holds::declarations)                        \
  X(filter, "filter", Holds::declarations)                    \
  X(marker, "marker", Holds::declarations)                    \
  X(marker_end, "marker-end", Holds::declarations)            \
  X(marker_mid, "marker-mid", Holds::declarations)            \
  X(marker_start, "marker-start", Holds::declarations)        \
  X(mask, "mask", Holds::declarations)                        \
  X(stroke, "stroke", Holds::declarations)                    \
  X(htmlurl, "htmlurl", Holds::url)                           \
  X(rdf_about, "rdf:about", Holds::url)                       \
  X(rdf_resource, "rdf:resource", Holds::url)                 \
  X(uri, "uri", Holds::url)                                   \
  X(url, "url", Holds::url)                                   \
  X(xmlurl, "xmlurl", Holds::url)                             \
  X(event, "on", Holds::script)                               \
  X(altimg, "altimg", Holds::url)                             \
  X(archive, "archive", Holds::urls)                          \
  X(classid, "classid", Holds::url)                           \
  X(code, "code", Holds::url)                                 \
  X(codebase, "codebase", Holds::url)                         \
  X(data, "data", Holds::url)                                 \
  X(definitionurl, "definitionurl", Holds::url)               \
  X(icon, "icon", Holds::url)                                 \
  X(manifest, "manifest", Holds::url)                         \
  X(path, "path", Holds::url)                                 \
  X(pluginspage, "pluginspage", Holds::url)                   \
  X(pluginurl, "pluginurl", Holds::url)                       \
  X(profile, "profile", Holds::urls)                          \
  X(alt, "alt", Holds::nothing)                               \
  X(attributename, "attributename", Holds::nothing)           \
  X(by, "by", Holds::nothing)                                 \
  X(from, "from", Holds::nothing)                             \
  X(hidden, "hidden", Holds::nothing)                         \
  X(language, "language", Holds::nothing)                     \
  X(itemprop, "itemprop", Holds::nothing)                     \
  X(property, "property", Holds::nothing)                     \
  X(rel, "rel", Holds::nothing)                               \
  X(srcdoc, "srcdoc", Holds::nothing)                         \
  X(to, "to", Holds::nothing)                                 \
  X(type, "type", Holds::nothing)                             \
  X(values, "values", Holds::nothing)                         \
  X(value, "value", Holds::nothing)                           \
  X(content, "content", Holds::nothing)                       \
  X(color, "color", Holds::nothing)                           \
  X(encoding, "encoding", Holds::nothing)                     \
  X(face, "face", Holds::nothing)                             \
  X(formmethod, "formmethod", Holds::nothing)                 \
  X(http_equiv, "http-equiv", Holds::nothing)                 \
  X(method, "method", Holds::nothing)                         \
  X(name, "name", Holds::nothing)                             \
  X(size, "size", Holds::nothing)                             \
  X(valuetype, "valuetype", Holds::nothing)                   \
  X(xml_base, "xml:base", Holds::nothing)

/// An attribute; `other` for one without a row.
enum class Attribute : std::uint8_t {
  other,
#define BASEWALK_X(id, name, holds) id,
  BASEWALK_HTML_ATTRIBUTES(BASEWALK_X)
#undef BASEWALK_X
};

inline constexpr std::array kAttributeNames = {std::string_view(),
#define BASEWALK_X(id, name, holds) std::string_view(name),
                                               BASEWALK_HTML_ATTRIBUTES(BASEWALK_X)
#undef BASEWALK_X
};
static_assert(kAttributeNames.size() < 128);
inline constexpr NameTable<kAttributeNames.size()> kAttributes(kAttributeNames);

inline constexpr std::array<Holds, kAttributeNames.size()> kAttributeHolds = {
    Holds::nothing,
#define BASEWALK_X(id, name, holds) holds,
    BASEWALK_HTML_ATTRIBUTES(BASEWALK_X)
#undef BASEWALK_X
};

/// Is the value of an attribute of this name a program?  onclick and the like are; AMP's `on`, and
/// its bindings: [href], data-amp-bind-href.
constexpr bool holds_script(std::string_view name) {
  if (name.size() < 2) return false;
  if ((name[0] | 0x20) == 'o') return (name[1] | 0x20) == 'n';
  if (name[0] == '[') return name.back() == ']';
  return (name[0] | 0x20) == 'd' && ascii::istarts_with(name, "data-amp-bind-");
}

constexpr Attribute attribute_named(std::string_view name) {
  const auto known = static_cast<Attribute>(kAttributes.find(name));
  return known == Attribute::other && holds_script(name) ? Attribute::event : known;
}
constexpr Attribute attribute_named(std::string_view name, const NameKey& key) {
  const auto known = static_cast<Attribute>(kAttributes.find(key));
  return known == Attribute::other && holds_script(name) ? Attribute::event : known;
}

/// Is it an attribute of SVG that holds a CSS value?
constexpr bool is_presentation(Attribute attribute) {
  return attribute >= Attribute::clip_path && attribute <= Attribute::stroke;
}
/// Is it one that holds a URL in RSS, OPML and the like?
constexpr bool is_of_feeds(Attribute attribute) {
  return attribute >= Attribute::htmlurl && attribute <= Attribute::xmlurl;
}

/// Does the attribute hold references on this element (HTML 3.2, 4.01 and WHATWG, and what
/// browsers added)?
constexpr bool carries_url(Element element, Attribute attribute) {
  switch (attribute) {
    case Attribute::classid:
    case Attribute::data:
      return element == Element::object;
    case Attribute::archive:
    case Attribute::code:
    case Attribute::codebase:
      return element == Element::object || element == Element::applet;
    case Attribute::altimg:
      return element == Element::math;
    case Attribute::icon:
      return element == Element::menuitem || element == Element::command;
    case Attribute::manifest:
      return element == Element::html;
    case Attribute::path:
      return false;  // only in files of the shell of Windows: extract/html/xml.cpp
    case Attribute::pluginspage:
    case Attribute::pluginurl:
      return element == Element::embed;
    case Attribute::profile:
      return element == Element::head;
    default:
      return kAttributeHolds[static_cast<std::size_t>(attribute)] != Holds::nothing;
  }
}

}  // namespace basewalk::html

#endif  // BASEWALK_HTML_NAMES_H_
