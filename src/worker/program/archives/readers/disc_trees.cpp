// SPDX-License-Identifier: MIT
#include "worker/program/archives/readers/disc_trees.h"

#include <algorithm>
#include <cstddef>

#include "text/ascii.h"
#include "text/binary/numbers.h"
#include "worker/documents/crypt/hash.h"

namespace basewalk::worker {
namespace {

// Names of ISO 9660 alone have no longer endings (level 1).
constexpr std::size_t kShortEnding = 3;

std::string ending_of(std::string_view name) {
  const std::size_t at = name.find_last_of("./");
  if (at == name.npos || name[at] != '.') return {};
  std::string ending(name.substr(at + 1));
  std::transform(ending.begin(), ending.end(), ending.begin(), ascii::to_lower);
  return ending;
}

}  // namespace

std::string short_ending(std::string_view name) { return ending_of(name).substr(0, kShortEnding); }

void set_tree(::archive* archive, DiscTree tree) {
  if (tree == DiscTree::any) return;
  ::archive_read_set_format_option(archive, "iso9660", "rockridge", nullptr);
  if (tree == DiscTree::plain)
    ::archive_read_set_format_option(archive, "iso9660", "joliet", nullptr);
}

std::optional<std::uint64_t> end_of_disc(std::string_view bytes) {
  if (bytes.size() < kDiscVolume + kDiscSector) return {};
  const std::uint64_t sectors = text::little(bytes, kDiscVolume + 80, 4);
  return std::max<std::uint64_t>(sectors * kDiscSector, kDiscVolume + kDiscSector);
}

void tell_other_trees(std::string_view bytes, DocumentSink& sink) {
  constexpr std::size_t kMostDescriptors = 64, kHfs = 1024, kPartition = 512;
  for (std::size_t i = 0, at = kDiscVolume; i < kMostDescriptors; ++i, at += kDiscSector)
    if (at < bytes.size() && bytes.substr(at + 1).starts_with("NSR0")) {
      sink.lack(Lack::no_opener, "", "has a tree of files in UDF beside this one");
      break;
    }
  if (bytes.size() <= kHfs) return;
  const std::string_view hfs = bytes.substr(kHfs);
  if (hfs.starts_with("BD") || hfs.starts_with("H+") || hfs.starts_with("HX") ||
      bytes.substr(kPartition).starts_with("PM"))
    sink.lack(Lack::no_opener, "", "has a tree of files in HFS beside this one");
}

bool DiscFiles::is_new(DiscTree tree, std::string_view name, std::string_view bytes) {
  const std::string digest = crypt::digest(crypt::Hash::sha256, {bytes}), ending = ending_of(name);
  const std::string cut = digest + short_ending(name);
  // '.' divides the two: no ending has one.
  const std::string whole = digest + '.' + ending;
  const bool is_known =
      tree != DiscTree::any && seen_.contains(tree == DiscTree::plain ? cut : whole);
  seen_.insert(cut);
  seen_.insert(whole);
  return !is_known;
}

}  // namespace basewalk::worker
