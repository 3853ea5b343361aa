// SPDX-License-Identifier: MIT
//
// A program of a user: headers and library are of one version, and the links of a mail come out.
#include <iostream>
#include <string>

#include <basewalk/basewalk.h>

namespace {

std::string mail() { return "Base: <URL:http://a/b/>\nContent-Type: text/html\n\n<a href=../c>"; }

}  // namespace

int main() {
  if (basewalk::version() != BASEWALK_VERSION) return 1;
  for (const basewalk::OwnedLink& link : basewalk::links_of(mail()))
    std::cout << basewalk::extract::where(link.place) << ' ' << link.url.value_or("-") << '\n';
}
