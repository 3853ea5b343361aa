// SPDX-License-Identifier: MIT
//
// What the tokenizer and the tree together make of markup: which vocabulary an element is in, whose
// content a text is, what lies in a template.
#include "html/reader.h"

#include <boost/test/unit_test.hpp>
#include <string>

#include "support/files.h"

using namespace basewalk;
using namespace basewalk::html;

namespace {

std::string name_of(Reader::Kin kin) {
  constexpr std::string_view kSpaces[] = {"", "svg:", "math:", "other:"};
  return std::string(kSpaces[static_cast<std::size_t>(kin.space)])
      .append(kElements.name(static_cast<std::size_t>(kin.element)));
}

// Start tags as "svg:a", "?" for an element without a row, "(a)" in a template; texts as the name
// of the element that they are content of and what they say in brackets.  Of XML all is shown.
std::string seen(std::string_view text, Reader::Kind kind) {
  const test::ExactCopy copy(text);
  Reader reader(copy.view(), kind, Tokenizer::Keep::known);
  BOOST_TEST(reader.text() == text);
  BOOST_TEST(reader.is_xml() == (kind == Reader::Kind::xml));
  std::string out;
  while (true) {
    const Token& token = reader.next();
    if (token.kind == TokenKind::end_of_text) return out;
    if (token.kind == TokenKind::text && !token.text.empty()) {
      (out += name_of(reader.content_of(token))) += '[';
      out.append(token.text).append("] ");
    } else if (token.kind == TokenKind::start_tag) {
      std::string name = name_of(reader.opened());
      if (reader.opened().element == Element::other) name += '?';
      if (reader.in_template()) name = '(' + name + ')';
      out.append(name).append(" ");
    }
  }
}

struct Row {
  int line;
  std::string_view text, wanted;
};
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

constexpr Row kHtml[] = {
    ROW("<p>a<x>b", "p [a] ? [b] "),
    // 13.2.6.4: elements whose content is read in a state of its own.
    ROW("<style><a></style>b", "style style[<a>] [b] "),
    ROW("<iframe><a></iframe><noembed><a></noembed><noframes><a></noframes><xmp><a></xmp><b>",
        "iframe iframe[<a>] noembed noembed[<a>] noframes noframes[<a>] xmp xmp[<a>] b "),
    ROW("<title><a></title><textarea><b></TEXTAREA ><a>",
        "title title[<a>] textarea textarea[<b>] a "),
    ROW("<script><!--<script></script>--></script>a",
        "script script[<!--<script></script>-->] [a] "),
    ROW("<plaintext><a></plaintext><b>", "plaintext plaintext[<a></plaintext><b>] "),
    ROW("<noscript><a></noscript>b", "noscript a [b] "),
    ROW("<style></style>a<title></title>b", "style [a] title [b] "),
    ROW("<style/>a</style>b", "style style[a] [b] "),
    // Templates; an end tag that has none is nothing.
    ROW("</template><a><template><a></template><a>", "a (template) (a) a "),
    ROW("<template><template></template><a></template></template><a>",
        "(template) (template) (a) a "),
    ROW("<template><svg><a></svg></template><a>", "(template) (svg:svg) (svg:a) a "),
    ROW("<svg><desc><template><a></template><a></desc></svg>",
        "svg:svg svg:desc (template) (a) a "),
    // 13.2.6.5: foreign content, and what ends it.
    ROW("<svg><a></a></svg><a>", "svg:svg svg:a a "),
    ROW("<math><a></a></math><a>", "math:math math:a a "),
    ROW("<svg/><a>", "svg:svg a "),
    ROW("<math/><a>", "math:math a "),
    ROW("<svg><g/><a>", "svg:svg svg:? svg:a "),
    ROW("<svg><a/><a></svg><a>", "svg:svg svg:a svg:a a "),
    ROW("<svg><g><p><a>", "svg:svg svg:? p a "),
    ROW("<svg><font><a><font color=x><a>", "svg:svg svg:font svg:a font a "),
    ROW("<svg><font face=x><a>", "svg:svg font a "),
    ROW("<svg><font size=x><a>", "svg:svg font a "),
    ROW("<svg><font id=x><a>", "svg:svg svg:font svg:a "),
    ROW("<svg></p><a>", "svg:svg a "),
    ROW("<svg></br><a>", "svg:svg a "),
    ROW("<svg></div><a>", "svg:svg svg:a "),
    ROW("<svg><SVG></svg><a></svg><a>", "svg:svg svg:svg svg:a a "),
    // Integration points.
    ROW("<svg><foreignObject><a></a></foreignObject><a>", "svg:svg svg:foreignobject a svg:a "),
    ROW("<svg><desc><a></a></desc><title><a></a></title><a>",
        "svg:svg svg:desc a svg:title a svg:a "),
    ROW("<svg><foreignObject><p><g></p><svg><a></svg><a></a></foreignObject><a>",
        "svg:svg svg:foreignobject p ? svg:svg svg:a a svg:a "),
    ROW("<svg><foreignObject></svg><a>", "svg:svg svg:foreignobject a "),
    ROW("<svg><desc><g></g></p><a></a></desc><a>", "svg:svg svg:desc ? a svg:a "),
    ROW("<math><mi><a></a></mi><a>", "math:math math:mi a math:a "),
    ROW("<math><mo><a></a></mo><mn><a></a></mn><ms><a></a></ms><mtext><a></a></mtext><a>",
        "math:math math:mo a math:mn a math:ms a math:mtext a math:a "),
    ROW("<math><mi><mglyph/><malignmark/><a>", "math:math math:mi math:mglyph math:malignmark a "),
    ROW("<math><x><mglyph/><a>", "math:math math:? math:mglyph math:a "),
    ROW("<math><annotation-xml encoding=text/html><a></a></annotation-xml><a>",
        "math:math math:annotation-xml a math:a "),
    ROW("<math><annotation-xml encoding=\"APPLICATION/xhtml&#43;xml\"><a>",
        "math:math math:annotation-xml a "),
    ROW("<math><annotation-xml encoding=text/x><a><svg><a>",
        "math:math math:annotation-xml math:a math:svg math:a "),
    ROW("<math><annotation-xml><svg><a></svg></annotation-xml><a>",
        "math:math math:annotation-xml svg:svg svg:a math:a "),
    ROW("<svg><annotation-xml encoding=text/html><a>", "svg:svg svg:annotation-xml svg:a "),
    ROW("<math><desc><a>", "math:math math:desc math:a "),
    ROW("<svg><mi><a>", "svg:svg svg:mi svg:a "),
    ROW("<math><mi><mglyph><p></p><mglyph/></mi><a>",
        "math:math math:mi math:mglyph p math:mglyph math:a "),
    // An end tag does not look beyond the integration point around it.
    ROW("<svg><foreignObject><p><svg></foreignObject></svg></p></foreignObject><a>",
        "svg:svg svg:foreignobject p svg:svg svg:a "),
    // Within an integration point HTML's void elements hold nothing.
    ROW("<svg><desc><br><img><image></desc><a>", "svg:svg svg:desc br img img svg:a "),
    // A style of SVG is text, but not in a state of its own; so is its CDATA section.
    ROW("<svg><style>a<b></style>c</svg>d", "svg:svg svg:style svg:style[a] b [c] [d] "),
    ROW("<svg><style>a<x></x></style>c</svg>d", "svg:svg svg:style svg:style[a] svg:? [c] [d] "),
    ROW("<svg><title><a></a></title><script>b<c></script></svg>",
        "svg:svg svg:title a svg:script svg:script[b] svg:? "),
    ROW("<svg><![CDATA[<a>]]></svg><![CDATA[<a>]]>", "svg:svg [<a>] []]>] "),
    ROW("<svg><desc><![CDATA[<a>]]></desc><![CDATA[<a>]]></svg>", "svg:svg svg:desc [<a>] [<a>] "),
    ROW("<svg><desc><p><![CDATA[<a>]]>", "svg:svg svg:desc p []]>] "),
    // In an integration point an end tag of its element closes no element of HTML.
    ROW("<svg><desc><a></desc><a>", "svg:svg svg:desc a a "),
    // What the text ends in is no tag.
    ROW("<svg><a", "svg:svg a "),
    ROW("a<svg", "[a] svg "),
};

constexpr Row kXml[] = {
    ROW("<x><y/>a</x>", "other:? other:? other:[a] "),
    // By the root, where nothing is declared.
    ROW("<html><p>a</p></html>", "html p p[a] "),
    ROW("<svg><a>t</a></svg>", "svg:svg svg:a svg:a[t] "),
    ROW("<math><mi>t</mi></math>", "math:math math:mi math:mi[t] "),
    ROW("<x><svg/><html/></x>", "other:? other:? other:? "),
    // Inside HTML without their namespace.
    ROW("<html><svg><a/></svg><math><mi/></math><a/></html>",
        "html svg:svg svg:a math:math math:mi a "),
    ROW("<svg><html/></svg>", "svg:svg svg:html "),
    // Declared.
    ROW("<x xmlns='http://www.w3.org/1999/xhtml'><a/></x>", "? a "),
    ROW("<x xmlns='http://www.w3.org/2000/svg'><a/></x>", "svg:? svg:a "),
    ROW("<x xmlns='http://www.w3.org/1998/Math/MathML'><mi/></x>", "math:? math:mi "),
    ROW("<html xmlns='urn:x'><a/></html>", "other:? other:? "),
    ROW("<x><html xmlns='http://www.w3.org/1999/xhtml'><a/></html><a/></x>",
        "other:? html a other:? "),
    ROW("<x xmlns:h='http://www.w3.org/1999/xhtml'><h:a/><a/></x><h:a/>",
        "other:? a other:? other:? "),
    ROW("<h:x xmlns:h='http://www.w3.org/2000/svg'><h:a>t</h:a></h:x>", "svg:? svg:a svg:a[t] "),
    ROW("<x xmlns:h='http://www.w3.org/2000/svg'><y xmlns:h='http://www.w3.org/1999/xhtml'><h:a/>"
        "</y><h:a/></x>",
        "other:? other:? a svg:a "),
    ROW("<x xmlns:html='urn:x'><html:a/></x><html:a/><svg:a/>", "other:? other:? a svg:a "),
    // End tags: the nearest of the name, and none that matches nothing.
    ROW("<html><p><b></p>a</html>b", "html p b html[a] other:[b] "),
    ROW("<html><p></b>a</p>", "html p p[a] "),
    ROW("<html><p></P>a", "html p p[a] "),
    ROW("<html><br/>a", "html br html[a] "),
    // No state of its own; a CDATA section is text anywhere.
    ROW("<html><style>a<b/></style></html>", "html style style[a] b "),
    ROW("<html><title><![CDATA[<b>]]></title>", "html title title[<b>] "),
    ROW("<html><template><a/></template>", "html (template) (a) "),
    ROW("<![CDATA[<b>]]>", "other:[<b>] "),
};

BOOST_AUTO_TEST_SUITE(html_reader)

BOOST_AUTO_TEST_CASE(html_is_read_as_its_tree_says) {
  for (const Row& row : kHtml) BOOST_TEST_CONTEXT("line " << row.line)
  BOOST_TEST(seen(row.text, Reader::Kind::html) == row.wanted);
}

BOOST_AUTO_TEST_CASE(xml_is_read_by_its_namespaces) {
  for (const Row& row : kXml) BOOST_TEST_CONTEXT("line " << row.line)
  BOOST_TEST(seen(row.text, Reader::Kind::xml) == row.wanted);
}

// 13.2.5.72: in an attribute a reference without its ";" is none before "=" or a letter.
BOOST_AUTO_TEST_CASE(values_are_what_their_references_mean) {
  const auto value = [](std::string_view text, Reader::Kind kind) {
    const test::ExactCopy copy(text);
    Reader reader(copy.view(), kind, Tokenizer::Keep::all);
    BOOST_TEST((reader.next().kind == TokenKind::start_tag));
    BOOST_TEST_REQUIRE(reader.attributes().size() == 1U);
    return reader.meaning_of(reader.attributes()[0]);
  };
  BOOST_TEST(value("<a b='x y'>", Reader::Kind::html) == "x y");
  BOOST_TEST(value("<a b='x&amp;y&copy=1&ltz&lt'>", Reader::Kind::html) == "x&y&copy=1&ltz<");
  BOOST_TEST(value(std::string_view("<a b=x\0y>", 10), Reader::Kind::html) == "x\xEF\xBF\xBDy");
  BOOST_TEST(value("<a b='x&amp;y&#x41;'/>", Reader::Kind::xml) == "x&yA");
}

// Texts that can be read behind each other as they are by themselves.
BOOST_AUTO_TEST_CASE(a_text_stands_alone_where_nothing_of_it_stays_open) {
  const auto stands_alone = [](std::string_view text) {
    const test::ExactCopy copy(text);
    Reader reader(copy.view(), Reader::Kind::html, Tokenizer::Keep::known);
    while (reader.next().kind != TokenKind::end_of_text) continue;
    return reader.stands_alone();
  };
  for (const char* text : {"", "x", "<p>x<b>y", "<div><a>x", "<style>a</style>", "<svg></svg>x",
                           "<!-- a -->", "<textarea>a</textarea>"})
    BOOST_TEST(stands_alone(text), text);
  for (const char* text :
       {"<frameset>", "x<frameset>", "<template>", "<svg>", "<svg><g>", "<style>a", "<textarea>",
        "<script>", "<title>x", "<plaintext>", "<!--", "<a", "<a b='"})
    BOOST_TEST(!stands_alone(text), text);
}

// What holds in an element: which link it is in, and whether it is hidden.  <a> and <b> are given a
// number by the order of their start tags, <a> alone as a link; <i> hides.
BOOST_AUTO_TEST_CASE(texts_are_in_the_links_that_are_open) {
  const auto held = [](std::string_view text) {
    const test::ExactCopy copy(text);
    Reader reader(copy.view(), Reader::Kind::html, Tokenizer::Keep::known);
    std::string out;
    std::uint32_t links = 0;
    for (;;) {
      const Token& token = reader.next();
      if (token.kind == TokenKind::end_of_text) return out;
      if (token.kind == TokenKind::text && !token.text.empty()) {
        out += token.text;
        if (reader.context().link != 0) out += std::to_string(reader.context().link);
        if (reader.context().hidden) out += '-';
      } else if (token.kind == TokenKind::start_tag) {
        const Element element = reader.opened().element;
        if (element == Element::a || element == Element::img)
          reader.set_own(++links, false);
        else if (element == Element::i || element == Element::div)
          reader.set_own(0, true);
      }
    }
  };
  BOOST_TEST(held("x<b>y</b><a>z<b>w</b></a>v") == "xyz1w1v");
  BOOST_TEST(held("<a>x</a><b>y</b>z") == "x1yz");
  BOOST_TEST(held("<a>x<p>y</a>z<a>w") == "x1y1zw2");
  BOOST_TEST(held("<a>x<a>y</a>z") == "x1y2z");
  BOOST_TEST(held("<img>x") == "x");
  BOOST_TEST(held("<i>x<b>y</b></i>z<a><i>w</i>v") == "x-y-zw1-v1");
  BOOST_TEST(held("<div><a>x</a></div>y") == "x1-y");
  BOOST_TEST(held("<p><i>x<p>y</i>z") == "x-y-z");
  // 13.2.4.3: what is in a cell is in no link around its table.
  BOOST_TEST(held("<a>x<table><td>y<b>z</table>w") == "x1y1z1w1");
  BOOST_TEST(held("<b><object>x</object>y</b><a>z") == "xyz1");
  // What is opened again reaches below the depth at which browsers stop, 512 elements: what of it
  // is above holds there.
  for (const int depth : {300, 506, 507, 508}) {
    std::string deep;
    for (int i = 0; i < depth; ++i) deep += "<ul>";
    BOOST_TEST(held(deep + "<p><i><b><u><s><em>v</p>x") == "v-x-", depth);
    BOOST_TEST(held(deep + "<p><a><b><u><s><em>v</p>x") == "v1x1", depth);
  }
}

// One reader reads many texts; nothing of the one before is left.
BOOST_AUTO_TEST_CASE(begins_anew_with_each_text) {
  Reader reader;
  const auto first_kin = [&](std::string_view text, Reader::Kind kind) {
    reader.reset(text, kind, Tokenizer::Keep::known);
    BOOST_TEST((reader.opened().element == Element::other));
    BOOST_TEST(!reader.in_template());
    BOOST_TEST((reader.next().kind == TokenKind::start_tag));
    return name_of(reader.opened());
  };
  BOOST_TEST(first_kin("<template><svg>", Reader::Kind::html) == "template");
  BOOST_TEST(name_of((reader.next(), reader.opened())) == "svg:svg");
  BOOST_TEST(first_kin("<a>", Reader::Kind::html) == "a");
  BOOST_TEST(first_kin("<html xmlns:h='http://www.w3.org/1999/xhtml'>", Reader::Kind::xml) ==
             "html");
  BOOST_TEST(first_kin("<a/>", Reader::Kind::xml) == "other:");
  BOOST_TEST(reader.is_xml());
  BOOST_TEST(first_kin("<h:a/>", Reader::Kind::xml) == "other:");
  BOOST_TEST(first_kin("<textarea>", Reader::Kind::html) == "textarea");
  BOOST_TEST(!reader.is_xml());
  reader.reset("x<![CDATA[<a>]]>", Reader::Kind::html, Tokenizer::Keep::known);
  const Token& text = reader.next();
  BOOST_TEST(text.text == "x");
  BOOST_TEST(name_of(reader.content_of(text)).empty());
  BOOST_TEST((reader.next().kind == TokenKind::comment));
}

// Of XML every attribute is kept, of HTML the known ones, or all where that is asked for.
BOOST_AUTO_TEST_CASE(keeps_the_attributes_that_were_asked_for) {
  const std::string_view text = "<a q=1 href=2 href=3>";
  Reader reader(text, Reader::Kind::html, Tokenizer::Keep::known);
  reader.next();
  BOOST_TEST(reader.attributes().size() == 1U);
  reader.reset(text, Reader::Kind::html, Tokenizer::Keep::all);
  reader.next();
  BOOST_TEST(reader.attributes().size() == 3U);
  reader.reset(text, Reader::Kind::xml, Tokenizer::Keep::known);
  reader.next();
  BOOST_TEST(reader.attributes().size() == 3U);
  reader.reset(text, Reader::Kind::html, Tokenizer::Keep::known);
  reader.next();
  BOOST_TEST(reader.attributes().size() == 1U);
}

// An empty element of XML is closed by the next token, or before it where that is asked for.
BOOST_AUTO_TEST_CASE(closes_empty_elements_of_xml) {
  Reader reader("<x><y/><z/>", Reader::Kind::xml, Tokenizer::Keep::all);
  reader.next();
  reader.next();
  BOOST_TEST(reader.xml_tree().top()->local == "y");
  reader.close_empty_element();
  BOOST_TEST(reader.xml_tree().top()->local == "x");
  reader.close_empty_element();
  BOOST_TEST(reader.xml_tree().top()->local == "x");
  reader.next();
  BOOST_TEST(reader.xml_tree().top()->local == "z");
  reader.next();
  BOOST_TEST(reader.xml_tree().top()->local == "x");
}

// Which attributes hold references on which elements, and of what kind.
BOOST_AUTO_TEST_CASE(knows_which_attributes_carry_urls) {
  struct Carries {
    std::string_view attribute;
    std::string_view elements;  // all, where it is empty
  };
  for (const Carries& each :
       {Carries{"href", ""}, Carries{"src", ""}, Carries{"onclick", ""}, Carries{"style", ""},
        Carries{"classid", "object"}, Carries{"data", "object"},
        Carries{"archive", "object applet"}, Carries{"code", "object applet"},
        Carries{"codebase", "object applet"}, Carries{"altimg", "math"},
        Carries{"icon", "menuitem command"}, Carries{"manifest", "html"},
        Carries{"pluginspage", "embed"}, Carries{"pluginurl", "embed"}, Carries{"profile", "head"},
        Carries{"alt", "-"}, Carries{"rel", "-"}, Carries{"content", "-"}}) {
    for (std::size_t i = 0; i < kElementNames.size(); ++i) {
      const std::string padded = " " + std::string(each.elements) + " ";
      const bool named =
          padded.find(" " + std::string(kElementNames[i]) + " ") != std::string::npos;
      BOOST_TEST(carries_url(static_cast<Element>(i), attribute_named(each.attribute)) ==
                     (each.elements.empty() || (i > 0 && named)),
                 each.attribute << " of " << kElementNames[i]);
    }
  }
  for (const std::string_view name :
       {"htmlurl", "rdf:about", "rdf:resource", "uri", "url", "xmlurl"})
    BOOST_TEST(is_of_feeds(attribute_named(name)), name);
  for (const std::string_view name : {"stroke", "onclick", "href", "x"})
    BOOST_TEST(!is_of_feeds(attribute_named(name)), name);
  for (const std::string_view name :
       {"clip-path", "cursor", "fill", "filter", "marker", "marker-mid", "mask", "stroke"})
    BOOST_TEST(is_presentation(attribute_named(name)), name);
  for (const std::string_view name : {"xlink:href", "htmlurl", "style", "x"})
    BOOST_TEST(!is_presentation(attribute_named(name)), name);
  for (const std::string_view name :
       {"on", "onclick", "OnX", "[x]", "data-amp-bind-x", "DATA-amp-bind-"})
    BOOST_TEST((attribute_named(name) == Attribute::event), name);
  for (const std::string_view name :
       {"o", "no", "ox", "[", "[x", "x]", "data-amp-bind", "data-amp-x"})
    BOOST_TEST((attribute_named(name) == Attribute::other), name);
}

// End tags that match nothing are compared with a bounded number of elements, however deep.
BOOST_AUTO_TEST_CASE(does_not_search_a_deep_tree_again_and_again) {
  std::string text = "<svg>";
  for (int i = 0; i < 100'000; ++i) text += "<g>";
  for (int i = 0; i < 100'000; ++i) text += "</x>";
  const std::size_t tail = text.size();
  text += "<a>";
  for (const Reader::Kind kind : {Reader::Kind::html, Reader::Kind::xml}) {
    Reader reader(text, kind, Tokenizer::Keep::known);
    while (reader.next().begin < tail) continue;
    BOOST_TEST(name_of(reader.opened()) == "svg:a");
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
