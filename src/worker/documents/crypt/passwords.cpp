// SPDX-License-Identifier: MIT
#include "worker/documents/crypt/passwords.h"

namespace basewalk::worker::crypt {

std::optional<std::string_view> password_that(const std::function<bool(std::string_view)>& opens,
                                              const CostOf& cost, std::string_view what,
                                              const Document& document, Work& work,
                                              DocumentSink& sink) {
  for (std::size_t i = 0; i <= document.passwords.size(); ++i) {
    const std::string_view password = i == 0 ? std::string_view() : document.passwords[i - 1];
    if (!work.spend(cost(password))) {
      sink.lack(Lack::limit, what,
                "is encrypted so that each password takes long, and not all are tried");
      // Who asks again with passwords shall know of it.
      if (!work.has_opened) sink.opened_with(OpenedWith::nothing);
      return {};
    }
    if (!opens(password)) continue;
    work.has_opened = true;
    if (i == 0)
      sink.opened_with(OpenedWith::empty);
    else
      sink.opened_with(OpenedWith::word, i - 1);
    return password;
  }
  return {};
}

}  // namespace basewalk::worker::crypt
