// SPDX-License-Identifier: MIT
//
// Shapes that a careless tree builder goes over again and again: every mode with every token that
// can repeat, and much that is opened before much that closes it.  What is not linear does not end
// within the time that CTest gives this program.
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "html/base_order.h"
#include "html/reader.h"
#include "support/many.h"

using namespace basewalk;
using namespace basewalk::html;

namespace {

constexpr std::string_view kModes[] = {
    "",
    "<head>",
    "<head><noscript>",
    "<head></head>",
    "<body>",
    "<table>",
    "<table><caption>",
    "<table><colgroup>",
    "<table><tbody>",
    "<table><tr>",
    "<table><td>",
    "<select>",
    "<template>",
    "<template><col>",
    "<frameset>",
    "</body>",
    "<frameset></frameset>",
    "<svg>",
    "<math><mi>",
    "<svg><foreignObject>",
    "<b><b id=1><i><u><font>",
};
// "%" counts.
constexpr std::string_view kTokens[] = {"<b>",
                                        "<b id=%>",
                                        "<p>",
                                        "<div>",
                                        "<a href=x%>",
                                        "</p>",
                                        "<table>",
                                        "<td>",
                                        "<tr><td>",
                                        "<li>",
                                        "<dd>",
                                        "<svg>",
                                        "<g>",
                                        "<form>",
                                        "</form>",
                                        "<form></form>",
                                        "<x-%>",
                                        "</x-%>",
                                        "<x>",
                                        "</x>",
                                        "<nobr>",
                                        "<button>",
                                        "<applet>",
                                        "<td><applet></td>",
                                        "<template>",
                                        "</template>",
                                        "x",
                                        "<p>x",
                                        "</b>",
                                        "<p><b id=%>x",
                                        "<i><b id=%>",
                                        "<b id=%><p></b>",
                                        "<b id=%><span><div></b>",
                                        "<div><b id=%>",
                                        "</i></b>",
                                        "<font><p><font></p>",
                                        "<svg><desc>",
                                        "<math><mi>",
                                        "<option>",
                                        "<select>",
                                        "<h1>",
                                        "<a><table>",
                                        "<marquee><b id=%></marquee>",
                                        "<td><b id=%>",
                                        "<svg><style>",
                                        "</svg>",
                                        "</table>",
                                        "<!---->",
                                        "<frameset>"};
struct Pair {
  std::string_view first, then;
};
constexpr Pair kPairs[] = {
    {"<b id=%>", "</b>"},
    {"<b id=%>", "<p>x</p>"},
    {"<b id=%>", "<p>"},
    {"<div>", "</p>"},
    {"<div>", "</x>"},
    {"<span>", "</x>"},
    {"<x-%>", "</x-0>"},
    {"<div>", "<li></li>"},
    {"<div>", "<li>"},
    {"<svg>", "</p>"},
    {"<g>", "</q>"},
    {"<i><b id=%>", "</i>"},
    {"<b id=%><div>", "</b>"},
    {"<b id=%><i id=%><div>", "</b></i>"},
    {"<table><td>", "</table>"},
    {"<template>", "</template>"},
    {"<applet>", "</applet>"},
    {"<td><applet>", "</td>"},
    {"<div>", "<table></table>"},
    {"<span>", "<table></table>"},
    {"<p><b id=%>", "</p>x"},
    {"<b id=%></p>", "<td>x"},
    {"<a><b id=%>", "<a>"},
    {"<nobr><b id=%>", "<nobr>"},
    {"<form></form>", "</div>"},
    {"<b>", "<div></b></div>"},
    {"<b id=%><span><span>", "<div></b>"},
    {"<button>", "</b>"},
    {"<div><form></form>", "<dd>"},
    {"<svg><style>", "x"},
    {"<td><b id=%><applet></td>", "x</b>"},
};
constexpr std::string_view kAround[] = {"", "<table>", "<table><td>", "<svg><foreignObject>",
                                        "<template>"};

void repeat(std::string_view token, std::size_t bytes, std::string& out) {
  const std::size_t end = out.size() + bytes;
  for (int count = 0; out.size() < end; ++count)
    for (const char c : token) {
      if (c == '%')
        out += std::to_string(count);
      else
        out += c;
    }
}

// How many tokens a text has; what holds in each text is asked for, too.
std::size_t tokens_of(const std::string& text) {
  Reader reader(text, Reader::Kind::html, Tokenizer::Keep::known);
  std::size_t count = 0;
  std::uint32_t links = 0;
  while (true) {
    const Token& token = reader.next();
    if (token.kind == TokenKind::end_of_text) return count;
    ++count;
    if (token.kind == TokenKind::start_tag && token.element == Element::a)
      reader.set_own(++links, false);
    if (token.kind == TokenKind::start_tag && token.element == Element::b)
      reader.set_own(0, count % 3 == 0);
    if (token.kind == TokenKind::text && reader.context().link > links) return 0;
  }
}

BOOST_AUTO_TEST_SUITE(html_hostile)

BOOST_AUTO_TEST_CASE(every_mode_with_every_token) {
  for (const std::string_view mode : kModes)
    for (const std::string_view token : kTokens) {
      std::string text(mode);
      repeat(token, test::many(200'000), text);
      BOOST_TEST(tokens_of(text) > 0U, mode << " " << token);
    }
}

BOOST_AUTO_TEST_CASE(much_that_is_opened_before_much_that_closes) {
  for (const std::string_view around : kAround)
    for (const Pair& pair : kPairs) {
      std::string text(around);
      repeat(pair.first, test::many(300'000), text);
      repeat(pair.then, test::many(300'000), text);
      BOOST_TEST(tokens_of(text) > 0U, around << " " << pair.first << " " << pair.then);
    }
}

// Bases by the thousand, and documents that are made between them.
BOOST_AUTO_TEST_CASE(bases_and_places_by_the_thousand) {
  for (const std::string_view piece :
       {"<base href=%><iframe></iframe>", "<table><base href=%><iframe></iframe>",
        "<b><p><base href=%><iframe></iframe></b>", "<div><base href=%><iframe></iframe>"}) {
    std::string text;
    repeat(piece, test::many(200'000), text);
    std::vector<std::size_t> bases, places;
    for (std::size_t at = 0; (at = text.find('<', at)) != text.npos; ++at) {
      if (text.compare(at, 5, "<base") == 0) bases.push_back(at);
      if (text.compare(at, 7, "<iframe") == 0) places.push_back(at);
    }
    BOOST_TEST(bases_in_force(text, {}, bases, places).size() == places.size() + 1, piece);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
