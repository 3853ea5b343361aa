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
enum ElementTrait : std::uint8_t {
  kPlain = 0,
  kVoid = 1,      ///< never has content (WHATWG HTML 13.1.2)
  kBreakout = 2,  ///< its start tag ends foreign content (WHATWG HTML 13.2.6.5)
  kRawText = 4,   ///< its content is raw text (13.2.6.4)
  kRcdata = 8,    ///< its content is text with character references
};

// X(enumerator, name, traits)
#define BASEWALK_HTML_ELEMENTS(X)             \
  X(a, "a", kPlain)                           \
  X(amp_img, "amp-img", kPlain)               \
  X(animate, "animate", kPlain)               \
  X(annotation_xml, "annotation-xml", kPlain) \
  X(applet, "applet", kPlain)                 \
  X(area, "area", kVoid)                      \
  X(audio, "audio", kPlain)                   \
  X(b, "b", kBreakout)                        \
  X(base, "base", kVoid)                      \
  X(bgsound, "bgsound", kVoid)                \
  X(big, "big", kBreakout)                    \
  X(blockquote, "blockquote", kBreakout)      \
  X(body, "body", kBreakout)                  \
  X(br, "br", kVoid | kBreakout)              \
  X(button, "button", kPlain)                 \
  X(center, "center", kBreakout)              \
  X(code, "code", kBreakout)                  \
  X(col, "col", kVoid)                        \
  X(command, "command", kPlain)               \
  X(dd, "dd", kBreakout)                      \
  X(del, "del", kPlain)                       \
  X(desc, "desc", kPlain)                     \
  X(div, "div", kBreakout)                    \
  X(dl, "dl", kBreakout)                      \
  X(dt, "dt", kBreakout)                      \
  X(em, "em", kBreakout)                      \
  X(embed, "embed", kVoid | kBreakout)        \
  X(font, "font", kPlain)                     \
  X(foreign_object, "foreignobject", kPlain)  \
  X(form, "form", kPlain)                     \
  X(frame, "frame", kVoid)                    \
  X(h1, "h1", kBreakout)                      \
  X(h2, "h2", kBreakout)                      \
  X(h3, "h3", kBreakout)                      \
  X(h4, "h4", kBreakout)                      \
  X(h5, "h5", kBreakout)                      \
  X(h6, "h6", kBreakout)                      \
  X(head, "head", kBreakout)                  \
  X(hr, "hr", kVoid | kBreakout)              \
  X(html, "html", kPlain)                     \
  X(i, "i", kBreakout)                        \
  X(iframe, "iframe", kRawText)               \
  X(image, "image", kPlain)                   \
  X(img, "img", kVoid | kBreakout)            \
  X(input, "input", kVoid)                    \
  X(ins, "ins", kPlain)                       \
  X(keygen, "keygen", kVoid)                  \
  X(li, "li", kBreakout)                      \
  X(link, "link", kVoid)                      \
  X(listing, "listing", kBreakout)            \
  X(malignmark, "malignmark", kPlain)         \
  X(math, "math", kPlain)                     \
  X(menu, "menu", kBreakout)                  \
  X(menuitem, "menuitem", kPlain)             \
  X(meta, "meta", kVoid | kBreakout)          \
  X(mglyph, "mglyph", kPlain)                 \
  X(mi, "mi", kPlain)                         \
  X(mn, "mn", kPlain)                         \
  X(mo, "mo", kPlain)                         \
  X(ms, "ms", kPlain)                         \
  X(mtext, "mtext", kPlain)                   \
  X(nobr, "nobr", kBreakout)                  \
  X(noembed, "noembed", kRawText)             \
  X(noframes, "noframes", kRawText)           \
  X(object, "object", kPlain)                 \
  X(ol, "ol", kBreakout)                      \
  X(option, "option", kPlain)                 \
  X(p, "p", kBreakout)                        \
  X(param, "param", kVoid)                    \
  X(plaintext, "plaintext", kPlain)           \
  X(pre, "pre", kBreakout)                    \
  X(q, "q", kPlain)                           \
  X(ruby, "ruby", kBreakout)                  \
  X(s, "s", kBreakout)                        \
  X(script, "script", kPlain)                 \
  X(section, "section", kPlain)               \
  X(set, "set", kPlain)                       \
  X(small, "small", kBreakout)                \
  X(source, "source", kVoid)                  \
  X(span, "span", kBreakout)                  \
  X(strike, "strike", kBreakout)              \
  X(strong, "strong", kBreakout)              \
  X(style, "style", kRawText)                 \
  X(sub, "sub", kBreakout)                    \
  X(sup, "sup", kBreakout)                    \
  X(svg, "svg", kPlain)                       \
  X(table, "table", kBreakout)                \
  X(tbody, "tbody", kPlain)                   \
  X(td, "td", kPlain)                         \
  X(template_, "template", kPlain)            \
  X(textarea, "textarea", kRcdata)            \
  X(tfoot, "tfoot", kPlain)                   \
  X(th, "th", kPlain)                         \
  X(thead, "thead", kPlain)                   \
  X(title, "title", kRcdata)                  \
  X(tr, "tr", kPlain)                         \
  X(track, "track", kVoid)                    \
  X(tt, "tt", kBreakout)                      \
  X(u, "u", kBreakout)                        \
  X(ul, "ul", kBreakout)                      \
  X(use, "use", kPlain)                       \
  X(v_fill, "v:fill", kPlain)                 \
  X(v_imagedata, "v:imagedata", kPlain)       \
  X(v_rect, "v:rect", kPlain)                 \
  X(v_roundrect, "v:roundrect", kPlain)       \
  X(v_shape, "v:shape", kPlain)               \
  X(var, "var", kBreakout)                    \
  X(video, "video", kPlain)                   \
  X(wbr, "wbr", kVoid)                        \
  X(xmp, "xmp", kRawText)

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

inline constexpr std::array<std::uint8_t, kElementNames.size()> kElementTraits = {
    kPlain,
#define BASEWALK_X(id, name, traits) traits,
    BASEWALK_HTML_ELEMENTS(BASEWALK_X)
#undef BASEWALK_X
};

constexpr Element element_named(std::string_view name) {
  return static_cast<Element>(kElements.find(name));
}
constexpr bool has_trait(Element element, ElementTrait trait) {
  return (kElementTraits[static_cast<std::size_t>(element)] & trait) != 0;
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
  X(pluginspage, "pluginspage", Holds::url)                   \
  X(pluginurl, "pluginurl", Holds::url)                       \
  X(profile, "profile", Holds::urls)                          \
  X(alt, "alt", Holds::nothing)                               \
  X(attributename, "attributename", Holds::nothing)           \
  X(by, "by", Holds::nothing)                                 \
  X(from, "from", Holds::nothing)                             \
  X(hidden, "hidden", Holds::nothing)                         \
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
  X(http_equiv, "http-equiv", Holds::nothing)                 \
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
