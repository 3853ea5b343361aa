// SPDX-License-Identifier: MIT
//
// The connections of mail servers that speak the milter protocol, by libmilter.  Before:
// filter/serve.h has the process.  Next: listening/library_calls.h has the socket,
// connection/callbacks.h what happens at each.
#ifndef BASEWALK_MILTER_SERVER_H_
#define BASEWALK_MILTER_SERVER_H_

#include "filter/serve.h"

namespace basewalk::milter {

/// Of which a process has one.
class Connections final : public filter::Connections {
 public:
  /// `service` lives as long as the process.
  explicit Connections(filter::Service& service) : service_(service) {}

  bool begin(int listener) override;
  bool run() override;
  void stop_accepting() override;
  std::size_t open() const override;

 private:
  filter::Service& service_;
};

}  // namespace basewalk::milter

#endif  // BASEWALK_MILTER_SERVER_H_
