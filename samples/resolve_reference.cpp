// Resolve one reference against a base, under the rules of three standards.
//
//     resolve_reference http://a/b/c/d;p?q ../g
#include <iostream>
#include <string>

#include "basewalk/url/resolve.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: resolve_reference BASE REFERENCE\n";
    return 2;
  }
  using basewalk::url::Rules;
  for (Rules rules : {Rules::rfc1808, Rules::rfc2396, Rules::rfc3986}) {
    const basewalk::url::Base base(argv[1], rules);
    if (!base.is_absolute()) {
      std::cerr << argv[1] << ": a base has a scheme, as in http://host/path\n";
      return 1;
    }
    std::string answer;
    basewalk::url::resolve(base, argv[2], {}, answer);
    std::cout << basewalk::url::name(rules) << '\t' << answer << '\n';
  }
}
