// SPDX-License-Identifier: MIT
//
// basewalk proxy: the same rewriting as `basewalk milter`, for mail servers that have a filter of
// SMTP or LMTP instead: Postfix's content_filter and smtpd_proxy_filter, what stands before
// Dovecot.
#include "proxy/server.h"

#include "cli/verbs/filter_verb.h"

namespace basewalk::cli {
namespace {

constexpr FilterProgram kProxyProgram = {
    FilterKind::proxy,
    "basewalk proxy",
    {"proxy", "basewalk-proxy"},
    "basewalk_proxy_",
    [](filter::Service& service) -> std::unique_ptr<filter::Connections> {
      return std::make_unique<proxy::Connections>(service);
    }};

class Proxy final : public FilterVerb {
 public:
  Proxy() : FilterVerb(kProxyProgram) {}
};

}  // namespace

const Command kProxy = {"proxy", "Rewrite mail between two servers of SMTP or LMTP",
                        make_verb<Proxy>};

}  // namespace basewalk::cli
