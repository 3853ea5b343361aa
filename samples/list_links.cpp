// Print every link of a message as an absolute URL, one a line.
//
//     list_links < message.eml
#include <iostream>
#include <iterator>
#include <string>

#include "basewalk/walk/walk.h"

int main() {
  const std::string mail(std::istreambuf_iterator<char>(std::cin), {});

  const basewalk::Message message = basewalk::read_message(mail);
  basewalk::walk(message, {}, [](const basewalk::Link& link) {
    if (link.url)
      std::cout << link.part << '\t' << *link.url << '\n';
    else
      std::cerr << link.part << ": no base for " << link.raw << '\n';
  });
}
