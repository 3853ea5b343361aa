// SPDX-License-Identifier: MIT
//
// The connections of clients, a thread for each.  Before: filter/serve.h has the process.  Next:
// session.h has one of them.
#ifndef BASEWALK_PROXY_SERVER_H_
#define BASEWALK_PROXY_SERVER_H_

#include <atomic>
#include <cstddef>

#include "filter/serve.h"
#include "text/files/descriptor.h"

namespace basewalk::proxy {

class Connections final : public filter::Connections {
 public:
  /// `service` and this live as long as the process.
  explicit Connections(filter::Service& service) : service_(service) {}

  bool begin(int listener) override;
  bool run() override;
  void stop_accepting() override;
  std::size_t open() const override { return open_; }

 private:
  void take(int client);

  filter::Service& service_;
  text::Descriptor listener_;
  text::Descriptor stop_, stopped_;  // a pipe: when the first is closed, the second can be read
  std::atomic<std::size_t> open_{0};
};

}  // namespace basewalk::proxy

#endif  // BASEWALK_PROXY_SERVER_H_
