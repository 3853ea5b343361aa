// Walk a tree of mimetic's: a letter built in memory, with a mail in it that our scanner loads.
//
//     walk_mimetic < message.eml

// Headers of mimetic want it and do not include it.
#include <cstdint>

#include <mimetic/message.h>

#include <iostream>
#include <iterator>
#include <memory>
#include <string>

#include "basewalk/bridge/mimetic.h"

int main() {
  const std::string mail(std::istreambuf_iterator<char>(std::cin), {});

  auto page = std::make_unique<mimetic::TextEntity>("<a href='../imprint.html'>Imprint</a>");
  page->header().contentType("text/html");

  // mimetic's own load(), but the parts are those that basewalk finds.
  basewalk::bridge::ScannedBytes source(mail);
  auto forwarded = std::make_unique<mimetic::MimeEntity>();
  forwarded->load(source.begin(), source.end());

  mimetic::MultipartMixed letter;
  letter.header().field("Content-Base").value("http://www.example.com/offers/");
  letter.body().parts().push_back(page.release());  // the letter deletes its parts
  letter.body().parts().push_back(forwarded.release());

  basewalk::walk(letter, {}, [](const basewalk::Link& link) {
    std::cout << link.part << '\t' << link.raw << '\t' << link.url.value_or("(no base)");
    // Only for programs that read the message otherwise.
    if (link.reading) std::cout << '\t' << name(*link.reading);
    std::cout << '\n';
  });
}
