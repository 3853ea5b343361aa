// SPDX-License-Identifier: MIT
//
// Does a browser run something of a text?  Finds::has_script.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string_view>

#include "basewalk/extract/extract.h"

using namespace basewalk;

namespace {

struct Row {
  std::string_view text;
  bool has_script;
  std::string_view type = "text/html";
};
std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << row.type << ": " << row.text;
}

constexpr std::string_view kSvg = "image/svg+xml", kXhtml = "application/xhtml+xml";

constexpr Row kRows[] = {
    {"<p>x</p>", false},
    {"<script>f()</script>", true},
    {"<script>", false},
    {"<script> \n</script>", false},
    {"<script>f()", true},
    {"<SCRIPT SRC=a.js></SCRIPT>", true},
    {"<script type=module src=a.js></script>", true},
    // HTML 4.12.1.1
    {"<script type=''>f()</script>", true},
    {"<script type=' '>f()</script>", false},
    {"<script type=' Text/JavaScript '>f()</script>", true},
    {"<script type='text/javascript;charset=utf-8'>f()</script>", false},
    {"<script type='&#109;odule'>f()</script>", true},
    {"<script type=application/ld+json>{}</script>", false},
    {"<script type=application/json src=a.json></script>", false},
    {"<script language=JavaScript>f()</script>", true},
    {"<script language=vbscript>f</script>", true},
    {"<script language=''>f()</script>", true},
    {"<script language=xml>f()</script>", false},
    {"<script language=xml type=text/jscript>f()</script>", true},
    {"<script type=a/b>1</script><script>f()</script>", true},
    {"<script>f()</script><script type=a/b>1</script>", true},
    {"<script>;</script><script type=a/b>1</script>", true},
    {"<script></script><script type=a/b>1</script>", false},
    // What the installer of macOS runs.
    {"<installer-gui-script><script>f()</script></installer-gui-script>", true, "application/xml"},
    {"<installer-script><volume-check script='f()'/></installer-script>", true, "application/xml"},
    {"<installer-gui-script><title>x</title></installer-gui-script>", false, "application/xml"},
    {"<x><script>f()</script><y script='f()'/></x>", false, "application/xml"},
    // handlers
    {"<body onload=f()>", true},
    {"<p onclick=''>", false},
    {"<p onclick>", false},
    {"<p onnothing=f()>", true},
    {"<p data-on=f()>", false},
    // what is none
    {"<!-- <script>f()</script> -->", false},
    {"<style>script{}</style><title><script>f()</script></title>", false},
    {"<textarea><script>f()</script></textarea>", false},
    // URLs
    {"<a href='javascript:f()'>", true},
    {"<a href='&#106;avascript:f()'>", true},
    {"<a href='java\tscript:f()'>", true},
    {"<a href='vbscript:f'>", true},
    {"<form action='javascript:f()'>", true},
    {"<iframe src='javascript:f()'>", true},
    {"<img src='javascript:f()'>", false},
    {"<a href='javascript:'>", false},
    {"<a href='javascript:;'>", false},
    {"<a href='javascript:void(0);'>", false},
    {"<a href='javascript: void%200 ; '>", false},
    {"<a href='javascript:void(1)'>", true},
    {"<a href='javascript://%0Af()'>", true},
    // documents within
    {"<iframe srcdoc='<script>f()</script>'></iframe>", true},
    {"<iframe src='data:text/html,<script>f()</script>'></iframe>", true},
    {"<!--[if mso]><script>f()</script><![endif]-->", true},
    {"<svg><script>f()</script></svg>", true},
    {"<svg><script href='a.js'/></svg>", true},
    {"<svg onload='f()'/>", true},
    // XML
    {"<svg xmlns='http://www.w3.org/2000/svg'><script>f()</script></svg>", true, kSvg},
    {"<svg xmlns='http://www.w3.org/2000/svg'><script><![CDATA[f()]]></script></svg>", true, kSvg},
    {"<s:svg xmlns:s='http://www.w3.org/2000/svg'><s:script>f()</s:script></s:svg>", true, kSvg},
    {"<svg xmlns='http://www.w3.org/2000/svg' xmlns:x='http://www.w3.org/1999/xlink'><script "
     "x:href='a.js'/></svg>",
     true, kSvg},
    {"<svg xmlns='http://www.w3.org/2000/svg' onload='f()'/>", true, kSvg},
    {"<svg xmlns='http://www.w3.org/2000/svg'><script type='a/b'>f()</script></svg>", false, kSvg},
    {"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", false, kSvg},
    {"<html xmlns='http://www.w3.org/1999/xhtml'><script>f()</script></html>", true, kXhtml},
    {"<x><script xmlns='urn:x'>f()</script></x>", false, kXhtml},
    {"<script>f()</script>", false, "text/plain"},
};

BOOST_DATA_TEST_CASE(a_script_that_a_browser_runs_is_known, kRows, row) {
  extract::Finds finds;
  BOOST_TEST(extract::extract(row.type, row.text, {}, finds));
  BOOST_TEST(finds.has_script == row.has_script);
  // It is of this text alone.
  BOOST_TEST(extract::extract("text/html", "<p>", {}, finds));
  finds.clear();
  BOOST_TEST(!finds.has_script);
}

}  // namespace
