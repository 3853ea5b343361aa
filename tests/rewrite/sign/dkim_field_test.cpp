// SPDX-License-Identifier: MIT
#include "rewrite/sign/dkim_field.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>

using namespace basewalk::rewrite;

namespace {

struct Row {
  int line;
  Signature::Kind kind;
  std::string_view value;
  std::string_view
      expected;  // "problem", or header/body forms, algorithm, length, domain, selector
};
std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << row.line << ": " << row.value;
}
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }
constexpr auto dkim = Signature::Kind::dkim;
constexpr auto ams = Signature::Kind::arc_message;
constexpr auto seal = Signature::Kind::arc_seal;

const Row kRows[] = {
    ROW(dkim, "v=1; a=rsa-sha256; d=e.org; s=x; h=from; bh=AA==; b=", "ss sha256 e.org x"),
    ROW(dkim, "v=1;a=rsa-sha1;d=e.org;s=x;h=from;bh=AA==;b=x;", "ss sha1 e.org x"),
    ROW(dkim, " v = 1 ;\r\n\ta=ed25519-sha256; c=relaxed; d = e.org\r\n ;s=x;h=from;bh=A A==;b=",
        "rs sha256 e.org x"),
    ROW(dkim, "v=1;a=RSA-SHA256;c=Simple/Relaxed;d=e;s=x;h=From:To;bh=AA==;b=", "sr sha256 e x"),
    ROW(dkim, "v=1;;a=rsa-sha1;l=77;d=e;s=x;h=a : FROM :b;bh=AA==;b=;;", "ss sha1 77 e x"),
    ROW(dkim, "v=1;a=rsa-sha1;l=0;d=e;s=x;h=from;bh=AA==;b=", "ss sha1 0 e x"),
    ROW(dkim,
        "v=1;a=rsa-sha1;l=99999999999999999999999;d=e;s=x;h=from;bh=AA==;b=", "ss sha1 most e x"),
    ROW(dkim,
        "v=1;a=rsa-sha1;l=18446744073709551615;d=e;s=x;h=from;bh=AA==;b=", "ss sha1 most e x"),
    ROW(dkim, "v=1;a=rsa-sha1;l=;d=e;s=x;h=from;bh=AA==;b=", "l= "),
    ROW(dkim, "v=1;a=rsa-sha1;l=-1;d=e;s=x;h=from;bh=AA==;b=", "l= -1"),
    ROW(dkim, "v=1;a=rsa-sha512;d=e;s=x;h=from;bh=AA==;b=", "a= rsa-sha512"),
    ROW(dkim, "v=1;a=rsa-sha1;c=nowsp;d=e;s=x;h=from;bh=AA==;b=", "c= nowsp"),
    ROW(dkim, "v=1;a=rsa-sha1;c=relaxed/;d=e;s=x;h=from;bh=AA==;b=", "c= relaxed/"),
    ROW(dkim, "v=1;a=rsa-sha1;c=/simple;d=e;s=x;h=from;bh=AA==;b=", "c= /simple"),
    ROW(dkim, "a=rsa-sha1;d=e;s=x;h=from;bh=AA==;b=", "v= "),
    ROW(dkim, "v=2;a=rsa-sha1;d=e;s=x;h=from;bh=AA==;b=", "v= 2"),
    ROW(dkim, "v=1;d=e;s=x;h=from;bh=AA==;b=", "no a="),
    ROW(dkim, "v=1;a=rsa-sha1;s=x;h=from;bh=AA==;b=", "no d="),
    ROW(dkim, "v=1;a=rsa-sha1;d=e;h=from;bh=AA==;b=", "no s="),
    ROW(dkim, "v=1;a=rsa-sha1;d=e;s=x;bh=AA==;b=", "no h="),
    ROW(dkim, "v=1;a=rsa-sha1;d=e;s=x;h=from;b=", "no bh="),
    ROW(dkim, "v=1;a=rsa-sha1;d=e;s=x;h=from;bh=AA==", "no b="),
    ROW(dkim, "v=1;a=rsa-sha1;d=e;s=x;h=to;bh=AA==;b=", "h= without from"),
    ROW(dkim, "v=1;a=rsa-sha1;d=e;s=x;h=;bh=AA==;b=", "h= without from"),
    ROW(dkim, "v=1;a=rsa-sha1;d=e;d=f;s=x;h=from;bh=AA==;b=", "tag list"),
    ROW(dkim, "v=1;a=rsa-sha1;d=e;s=x;h=from;bh=AA==;b=;zz=1;zz=2", "tag list"),
    ROW(dkim, "v=1;a=rsa-sha1;D=f;d=e;s=x;h=from;bh=AA==;b=", "ss sha1 e x"),
    ROW(dkim, "v=1;a=rsa-sha1;d=e;s=x;h=from;bh=AA==;b=;text", "tag list"),
    ROW(dkim, "v=1;a=rsa-sha1;d=e;s=x;h=from;bh=AA==;b=;1a=b", "tag list"),
    ROW(dkim, "v=1;a=rsa-sha1;d=e;s=x;h=from;bh=AA==;b=;a-b=c", "tag list"),
    ROW(dkim, "v=1;a=rsa-sha1;d=e;s=x;h=from;bh=AA==;b=;=c", "tag list"),
    ROW(dkim, "", "v= "),
    ROW(ams, "i=1;a=rsa-sha256;c=relaxed/relaxed;d=e;s=x;h=to;bh=AA==;b=", "rr sha256 i1 e x"),
    ROW(ams, "i=50;a=rsa-sha256;d=e;s=x;h=from;bh=AA==;b=", "ss rr sha256 i50 e x"),
    ROW(ams, "i=51;a=rsa-sha256;d=e;s=x;h=from;bh=AA==;b=", "i= 51"),
    ROW(ams, "i=0;a=rsa-sha256;d=e;s=x;h=from;bh=AA==;b=", "i= 0"),
    ROW(ams, "i=001;a=rsa-sha256;d=e;s=x;h=from;bh=AA==;b=", "i= 001"),
    ROW(ams, "a=rsa-sha256;d=e;s=x;h=from;bh=AA==;b=", "i= "),
    ROW(ams, "i=1;a=rsa-sha256;d=e;s=x;h=from:ARC-Seal;bh=AA==;b=", "h= arc-seal"),
    ROW(seal, "i=2;a=rsa-sha256;cv=pass;d=e;s=x;b=", "sha256 i2 e x"),
    ROW(seal, "i=2;a=rsa-sha256;cv=fail;d=e;s=x;b=", "sha256 i2 fail e x"),
    ROW(seal, "i=2;a=rsa-sha256;cv=pass;d=e;s=x;b=;h=from", "h= in a seal"),
};

std::string describe(const DkimField& field) {
  if (!field.problem.empty()) return field.problem;
  std::string out;
  const auto letter = [](Canon canon) { return canon == Canon::simple ? 's' : 'r'; };
  for (const DkimField::Form& form : field.forms)
    (((out += letter(form.header)) += letter(form.body)) += ' ');
  out += field.algorithm == HashAlgorithm::sha1 ? "sha1 " : "sha256 ";
  if (field.length != kWholeBody)
    out += (field.length == kWholeBody - 1 ? "most" : std::to_string(field.length)) + ' ';
  if (field.instance != 0) out += 'i' + std::to_string(field.instance) + ' ';
  if (field.chain_failed) out += "fail ";
  return out + field.domain + ' ' + field.selector;
}

}  // namespace

BOOST_DATA_TEST_CASE(reads_signature_fields, kRows) {
  BOOST_TEST(describe(read_dkim_field(sample.value, sample.kind)) == sample.expected);
}

BOOST_AUTO_TEST_CASE(cuts_what_is_no_domain_name) {
  const std::string value = "v=1; a=rsa-sha1; d=" + std::string(100'000, 'x') + "; s=y";
  BOOST_TEST(read_dkim_field(value, dkim).domain.size() == 255u);
  BOOST_TEST(read_dkim_field("v=" + std::string(100'000, '2'), dkim).problem.size() < 100u);
}

// What is not linear does not end.
BOOST_AUTO_TEST_CASE(reads_a_tag_list_of_megabytes) {
  std::string value = "v=1;a=rsa-sha1;d=e;s=x;bh=AA==;b=";
  for (int i = 0; i < 300'000; ++i) value += ";t" + std::to_string(i) + "=1";
  value += ";h=from";
  for (int i = 0; i < 500'000; ++i) value += ":a";
  BOOST_TEST(describe(read_dkim_field(value, dkim)) == "ss sha1 e x");
  BOOST_TEST(read_dkim_field(value + ";t7=1", dkim).problem == "tag list");
  BOOST_TEST(read_dkim_field(std::string(3'000'000, ';'), dkim).problem == "v= ");
}
