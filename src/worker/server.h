// SPDX-License-Identifier: MIT
//
// Has documents opened in processes that cannot hurt, one for each.
//
//     worker::Server server;
//     const worker::Opening how = server.open("pdf", document, grant, sink);
//
// The program is started with the first document, and forks for each (program/serve.h).  What the
// process tells is checked and handed to the sink while it is at work; where it dies, or tells
// nonsense, what it had told before counts.
//
// Before this: open/opener.cpp asks.  After it: process.cpp starts the program, document_frame.cpp
// reads what is told.
#ifndef BASEWALK_SRC_WORKER_SERVER_H_
#define BASEWALK_SRC_WORKER_SERVER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "text/files/descriptor.h"
#include "worker/document.h"
#include "worker/idle.h"
#include "worker/process.h"

namespace basewalk::worker {

/// What the process of one document may use.
struct DocumentGrant {
  std::uint64_t memory = std::uint64_t{512} << 20;  ///< address space, libraries included
  std::uint64_t cpu = 5, cpu_per_mib = 1;           ///< seconds of CPU time, and for each MiB of it
};

/// How it went.
struct Opening {
  enum class End : unsigned char {
    done,     ///< the opener came to its end
    died,     ///< it did not: what it told before counts
    refused,  ///< nothing was opened: there is no program, or it has no such opener
  };
  End end = End::done;
  Lack why = Lack::damaged;        ///< unless it is done
  std::string sentence;            ///< likewise; "crashed (signal 11)"
  std::uint64_t microseconds = 0;  ///< of CPU time that it took
};

/// Not for two threads at a time.
class Server {
 public:
  /// `module`: whose openers it has beside those of the program itself (worker/module.h).
  explicit Server(std::string program = worker_program(), std::string module = {})
      : program_(std::move(program)), module_(std::move(module)) {}

  /// Needs the document no longer than the call.
  Opening open(std::string_view opener, const Document& document, const DocumentGrant& grant,
               DocumentSink& sink);
  const std::string& program() const { return program_; }
  const std::string& module() const { return module_; }

 private:
  int start();
  int ask(const std::string& request, std::string_view document, text::Descriptor& output);
  Exit answer(std::uint64_t& microseconds);

  std::string program_, module_;
  Process process_;
  text::Descriptor socket_;
};

/// Servers of this process that nobody uses at the moment.  There are as many as documents were
/// opened at a time; of those that are idle, and have one module, one for each core is kept.
class Servers {
 public:
  /// Good until the process ends.
  static Servers& shared();

  /// One that is idle, or a new one, for this opener; of the program that worker_program() now
  /// names.
  std::unique_ptr<Server> take(std::string_view opener);
  void give_back(std::unique_ptr<Server> server);

 private:
  Idle<Server> idle_;
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_SERVER_H_
