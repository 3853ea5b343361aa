// SPDX-License-Identifier: MIT
#include "walk/leaf/attached.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>

using namespace basewalk;
using namespace std::string_view_literals;

namespace {

struct Case {
  int line;
  std::string_view type, file_name, first_bytes;
  LeafKind kind;
  std::string_view read_as;
};
std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.line << ": " << c.type << ' ' << c.file_name;
}
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }
using enum LeafKind;

const Case kCases[] = {
    ROW("text/html", "", "", document, "text/html"),
    ROW("text/plain", "", "<html>", document, "text/plain"),
    ROW("text/plain", "page.html", "", document, "text/html"),
    ROW("text/x-unknown", "", "", document, "text/x-unknown"),
    ROW("text/x-unknown", "page.html", "", document, "text/html"),
    ROW("application/xml", "page.html", "", document, "application/xml"),
    ROW("text/css", "page.html", "", document, "text/css"),
    ROW("text/html", "page.svg", "", document, "text/html"),
    ROW("text/html", "page.mht", "<html>", document, "text/html"),
    ROW("text/html", "page.mht", "MIME-Version: 1.0\r\nContent-Type: x/y\r\n", message, ""),
    ROW("text/plain", "page.mht", "", message, ""),
    ROW("message/http", "", "", document, "message/http"),
    ROW("application/mhtml", "", "", message, ""),
    ROW("message/delivery-status", "", "", document, "message/delivery-status"),
    ROW("message/delivery-status", "", "Reporting-MTA: x\n", document, "message/delivery-status"),
    ROW("message/x-y", "", "Subject: x\n", message, ""),
    ROW("message/x-y", "a.txt", "Subject: x\n", message, ""),
    ROW("message/x-y", "a.html", "Subject: x\n", message, ""),
    ROW("message/x-y", "a.html", "<p>x", document, "message/x-y"),
    ROW("message/x-y", "", "GET http://h/ HTTP/1.1\n", document, "message/x-y"),
    ROW("message/rfc822", "", "", message, ""),
    ROW("multipart/mixed", "", "", opaque, ""),
    ROW("multipart/mixed", "", "<html>", document, "text/html"),
    ROW("application/x-mimearchive", "", "", message, ""),
    ROW("application/octet-stream", "INVOICE.HTML", "", document, "text/html"),
    ROW("application/octet-stream", "invoice.shtml", "", document, "text/html"),
    ROW("application/octet-stream", "a.mht", "", message, ""),
    ROW("application/octet-stream", "a.eml", "", message, ""),
    ROW("application/octet-stream", "a.svg", "", document, "image/svg+xml"),
    ROW("application/octet-stream", "a.htm", "", document, "text/html"),
    ROW("application/octet-stream", "a.ICS", "", document, "text/calendar"),
    ROW("application/octet-stream", "a.mhtml", "", message, ""),
    ROW("application/octet-stream", "a.url", "", document, "text/plain"),
    ROW("application/octet-stream", "a.webloc", "", document, "application/xml"),
    ROW("application/octet-stream", "a.csv", "a,b", document, "text/plain"),
    ROW("application/vnd.ms-excel", "a.CSV ", "a,b", document, "text/plain"),
    ROW("application/octet-stream", "a.csv", "<table>", document, "text/html"),
    ROW("application/octet-stream", "a.log", "From: x\nTo: y\n", message, ""),
    ROW("application/octet-stream", "a.iqy", "WEB\r\n1\r\n", document, "text/plain"),
    ROW("application/octet-stream", "a.appref-ms", "\xFF\xFEh\0"sv, document, "text/plain"),
    ROW("text/x-ms-contact", "a.contact", "<?xml version=\"1.0\"?>", document, "application/xml"),
    ROW("application/octet-stream", "a.xspf", "<?xml version=\"1.0\"?>", document,
        "application/xml"),
    ROW("audio/x-mpegurl", "a.m3u", "#EXTM3U\n", document, "text/plain"),
    ROW("application/octet-stream", "a.m3u", "", opaque, ""),
    // lists of what is to be played, by their types
    ROW("audio/x-mpegurl", "", "#EXTM3U\n", document, "text/plain"),
    ROW("application/vnd.apple.mpegurl", "list", "#EXTM3U\n", document, "text/plain"),
    ROW("audio/x-scpls", "a.dat", "[playlist]\n", document, "text/plain"),
    ROW("video/x-ms-asf", "", "<asx version=\"3.0\">", document, "application/xml"),
    ROW("video/x-ms-asf", "", "0&\xB2u\x8E\0\0"sv, opaque, ""),
    ROW("application/smil", "", "<smil>", document, "application/xml"),
    ROW("application/xspf+xml", "", "", document, "application/xspf+xml"),
    ROW("application/octet-stream", "a.smil", "<smil>", document, "application/xml"),
    ROW("audio/x-pn-realaudio", "a.ra", ".ra\xFD\0\3"sv, opaque, ""),
    ROW("audio/x-pn-realaudio", "", "rtsp://h/a", document, "text/plain"),
    ROW("audio/mpeg", "", "http://h/", opaque, ""),
    ROW("application/hta", "", "x", document, "text/html"),
    ROW("image/svg", "x", "", document, "image/svg+xml"),
    ROW("image/svg", "x.txt", "", document, "text/plain"),
    ROW("application/octet-stream", "csv", "a,b", opaque, ""),
    ROW("application/octet-stream", "", "BEGIN:VCALENDAR\r\n", document, "text/calendar"),
    ROW("application/octet-stream", "", "begin:vcard\n", document, "text/vcard"),
    ROW("application/octet-stream", "", "<p class=x>", document, "text/html"),
    ROW("application/octet-stream", "", "<br/>", document, "text/html"),
    ROW("application/octet-stream", "", "<pre", opaque, ""),
    ROW("application/octet-stream", "", "<svg xmlns=", document, "application/xml"),
    ROW("application/octet-stream", "", "\xEF\xBB\xBF \r\n<!DOCTYPE html><a>", document,
        "text/html"),
    ROW("application/octet-stream", "", "\xFF\xFE<\0h\0t\0m\0l\0>\0"sv, document, "text/html"),
    ROW("application/octet-stream", "", "From: <Saved by Blink>\r\nMIME-Version: 1.0\r\n\r\n",
        message, ""),
    ROW("application/octet-stream", "", "MIME-Version: 1.0\r\nSubject: x\r\n", message, ""),
    ROW("application/octet-stream", "", "Subject: x\nReceived: y\n\nz", message, ""),
    ROW("application/octet-stream", "", "Return-Path: <a>\n\tb\nSubject: x\n", message, ""),
    ROW("application/octet-stream", "", "Message-ID: <a>", message, ""),
    ROW("application/octet-stream", "", "Content-Type: a/b\n\nno: field", message, ""),
    ROW("application/octet-stream", "", "Subject: x\nX: y\n", opaque, ""),
    ROW("application/octet-stream", "", "Subject: x\n\nFrom: y\n", opaque, ""),
    ROW("application/octet-stream", "", "From: x\n: y\n", opaque, ""),
    ROW("application/octet-stream", "", "From: x\nno colon\n", opaque, ""),
    ROW("application/octet-stream", "", "From: x\na b: y\n", opaque, ""),
    ROW("application/octet-stream", "", "From: x\na\xC3\xBC: y\n", opaque, ""),
    ROW("message/x-y", "", "a\xC3\xBC: y\n", document, "message/x-y"),
    ROW("application/octet-stream", "", " From: x\n", message, ""),  // blanks at the beginning
    ROW("application/octet-stream", "", "From here: it rains\n", opaque, ""),
    ROW("application/octet-stream", "", "%PDF-1.7", opaque, ""),
    // A file without a name of its own has its ending, and what stands behind that is dropped.
    ROW("application/octet-stream", ".html", "", document, "text/html"),
    ROW("application/octet-stream", "a.html. .", "", document, "text/html"),
    ROW("application/octet-stream", "html", "", opaque, ""),
    ROW("application/octet-stream", "", "", opaque, ""),
    ROW("application/pdf", "", "<html>", document, "text/html"),
    ROW("image/svg+xml", "", "", document, "image/svg+xml"),
    ROW("image/png", "", "<html>", document, "text/html"),
    ROW("application/xhtml+xml", "", "", document, "application/xhtml+xml"),
};

}  // namespace

BOOST_AUTO_TEST_SUITE(attached)

BOOST_DATA_TEST_CASE(a_leaf_is_judged_by_type_then_name_then_content,
                     boost::unit_test::data::make(kCases)) {
  const Leaf leaf = judge_leaf(sample.type, sample.file_name, sample.first_bytes);
  BOOST_TEST((leaf.kind == sample.kind));
  BOOST_TEST(leaf.type == sample.read_as);
}

BOOST_AUTO_TEST_CASE(the_first_bytes_are_asked_for_only_where_they_decide) {
  BOOST_TEST(needs_first_bytes("application/octet-stream", ""));
  BOOST_TEST(needs_first_bytes("application/octet-stream", "a.bin"));
  BOOST_TEST(!needs_first_bytes("application/octet-stream", "a.html"));
  BOOST_TEST(!needs_first_bytes("text/plain", ""));
  BOOST_TEST(needs_first_bytes("text/html", "a.eml"));
  BOOST_TEST(needs_first_bytes("message/x-y", "a.html"));
  BOOST_TEST(!needs_first_bytes("image/png", ""));
  BOOST_TEST(!needs_first_bytes("audio/mpeg", "a.mp3"));
  BOOST_TEST(needs_first_bytes("audio/x-mpegurl", ""));
}

BOOST_AUTO_TEST_CASE(a_type_says_where_a_charset_is_declared) {
  BOOST_TEST((text_kind("text/html") == mime::TextKind::html));
  BOOST_TEST((text_kind("text/x-amp-html") == mime::TextKind::html));
  BOOST_TEST((text_kind("text/watch-html") == mime::TextKind::html));
  BOOST_TEST((text_kind("text/x-html") == mime::TextKind::html));
  BOOST_TEST((text_kind("text/css") == mime::TextKind::css));
  BOOST_TEST((text_kind("application/xml") == mime::TextKind::xml));
  BOOST_TEST((text_kind("image/svg+xml") == mime::TextKind::xml));
  BOOST_TEST((text_kind("text/plain") == mime::TextKind::plain));
  BOOST_TEST((text_kind("text/xml-like") == mime::TextKind::plain));
}

BOOST_AUTO_TEST_SUITE_END()
