// Show the base of each part of a message, and where it came from.
//
//     show_bases < message.eml
#include <iostream>
#include <iterator>
#include <string>

#include "basewalk/walk/walk.h"

class ShowBases : public basewalk::Visitor {
  basewalk::Visit part(const basewalk::PartReport& part) override {
    std::cout << part.section << ' ' << part.type << ": ";
    if (part.base)
      std::cout << *part.base << " (" << name(part.base_from) << " of part " << part.base_part
                << ")\n";
    else
      std::cout << "no base\n";
    return basewalk::Visit::go_on;
  }
};

int main() {
  const std::string mail(std::istreambuf_iterator<char>(std::cin), {});

  ShowBases show;
  basewalk::walk(basewalk::read_message(mail), {}, show);
}
