// SPDX-License-Identifier: MIT
#include "cli/options/sources.h"

#include <unistd.h>

#include <utility>

#include "cli/command.h"

namespace basewalk::cli {

archive::Kind kind_of_sources(const SharedOptions& options) {
  return options.as == "eml"       ? archive::Kind::eml
         : options.as == "mbox"    ? archive::Kind::mbox
         : options.as == "maildir" ? archive::Kind::maildir
         : options.as == "mh"      ? archive::Kind::mh
                                   : archive::Kind::automatic;
}

bool Sources::open_plan(int& status) {
  std::string other;
  if (!options_.sources.empty()) other = options_.sources.front();
  if (!options_.files_from.empty()) other = "--files-from";
  if (options_.as != "auto") other = "--as " + options_.as;
  if (!other.empty()) {
    status =
        complain("--plan: the plan says what is read, and how; give it without " + other, kUsage);
    return false;
  }
  Result<archive::Plan> plan = archive::Plan::open(options_.plan);
  if (!plan) {
    status = complain(options_.plan + ": " + plan.error().detail, kIncomplete);
    return false;
  }
  plan_ = std::move(*plan);
  return true;
}

bool Sources::open(int& status) {
  status = kUsage;
  if (!options_.plan.empty()) return open_plan(status);
  names_ = options_.sources;
  if (!options_.files_from.empty()) {
    if (!names_.empty()) {
      complain("--files-from: the list takes the place of " + names_.front() +
               "; give one of both");
      return false;
    }
    Result<archive::NameList> list =
        archive::NameList::open(options_.files_from, options_.nul_ends_names ? '\0' : '\n');
    if (!list) {
      status = complain(options_.files_from + ": " + list.error().detail, kIncomplete);
      return false;
    }
    list_ = std::move(*list);
  } else if (names_.empty()) {
    if (::isatty(STDIN_FILENO) != 0) {
      complain("nothing to read: name a message or an mbox, or pipe one in; see --help");
      return false;
    }
    names_.emplace_back("-");
  }
  return true;
}

archive::SourceReader::NextName Sources::names() {
  if (list_) return [this] { return list_->next(); };
  return [this, next = std::size_t{0}]() mutable -> std::optional<std::string> {
    if (next == names_.size()) return {};
    return names_[next++];
  };
}

archive::SourceReader Sources::reader(archive::ReadOptions read) {
  if (plan_) return {*plan_, std::move(read)};
  return {names(), std::move(read)};
}

std::string Sources::fingerprint() const { return plan_ ? "plan " + plan_->id() + "\n" : ""; }

bool Sources::ended() const {
  if (!list_ || list_->problem().empty()) return true;
  complain(options_.files_from + ": " + list_->problem());
  return false;
}

}  // namespace basewalk::cli
