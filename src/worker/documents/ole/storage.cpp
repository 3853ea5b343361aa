// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "text/ascii.h"
#include "worker/documents/ole/moniker.h"
#include "worker/documents/ole/ole.h"
#include "worker/documents/ole/package.h"

namespace basewalk::worker {
namespace {

class StorageReader {
 public:
  StorageReader(CfbFile& file, const Document& document, DocumentSink& sink)
      : file_(file), document_(document), sink_(sink) {}

  void read(std::uint32_t storage);

 private:
  void read_stream(std::uint32_t stream);
  void give_file(const OleFile& file);

  CfbFile& file_;
  const Document& document_;
  DocumentSink& sink_;
  std::uint64_t members_ = 0;
};

void StorageReader::read(std::uint32_t storage) {
  std::vector<std::uint32_t> steps{storage};
  while (!steps.empty()) {
    const std::uint32_t entry = steps.back();
    steps.pop_back();
    if (file_.entry(entry).kind == CfbFile::Kind::stream) {
      read_stream(entry);
      continue;
    }
    const std::vector<std::uint32_t>& children = file_.entry(entry).children;
    steps.insert(steps.end(), children.rbegin(), children.rend());
  }
}

void StorageReader::give_file(const OleFile& file) {
  if (!file.link.empty()) sink_.reference({file.link, "object", "package"});
  if (file.bytes.empty()) return;
  if (++members_ > document_.bounds.members)
    return sink_.lack(Lack::limit, file.name, "is one file too many");
  DocumentPart part;
  part.name = file.name;
  sink_.begin(part);
  sink_.bytes(file.bytes);
  if (!file.is_whole) sink_.lack(Lack::damaged, "", "is cut off");
  sink_.end();
}

void StorageReader::read_stream(std::uint32_t stream) {
  const std::string& name = file_.entry(stream).name;
  if (ascii::iequals(name, "EncryptedPackage"))
    return sink_.lack(Lack::encrypted, name, "is encrypted");
  const std::string bytes = file_.read(stream);
  if (ascii::iequals(name, "\1Ole10Native")) return give_file(read_native(bytes));
  if (ascii::iequals(name, "Package") || ascii::iequals(name, "CONTENTS"))
    return give_file({"", bytes, "", true});
  find_monikers(bytes, "object", sink_);
}

}  // namespace

std::string shown_name(std::string_view name) {
  std::string shown(name);
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return c >= 0 && c < ' '; }, '_');
  return shown;
}

void read_ole_storage(CfbFile& file, std::uint32_t storage, const Document& document,
                      DocumentSink& sink) {
  StorageReader(file, document, sink).read(storage);
}

}  // namespace basewalk::worker
