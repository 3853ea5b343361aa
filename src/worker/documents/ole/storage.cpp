// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "text/ascii.h"
#include "worker/documents/crypt/passwords.h"
#include "worker/documents/may_have_url.h"
#include "worker/documents/office/open_zip_document.h"
#include "worker/documents/ole/binary_cipher.h"
#include "worker/documents/ole/encrypted_package.h"
#include "worker/documents/ole/moniker.h"
#include "worker/documents/ole/office_art.h"
#include "worker/documents/ole/ole.h"
#include "worker/documents/ole/package.h"
#include "worker/documents/ole/streams.h"
#include "worker/documents/rest.h"
#include "worker/documents/strings_in.h"
#include "worker/programs.h"

namespace basewalk::worker {
namespace {

// What has nothing but monikers and drawings that could lead somewhere, and what may have text.
constexpr std::string_view kOfMonikers[] = {"0Table", "1Table", "Data", "\1Ole", "\2OlePres000"};
constexpr std::string_view kOfText[] = {
    "Current User", "PROJECT",      "PROJECTwm",  "dir",          "\1CompObj",
    "\3ObjInfo",    "\3LinkInfo",   "User Names", "Revision Log", "_VBA_PROJECT",
    "VBFrame",      "MsoDataStore", "Item",       "Properties",
};
// What stands beside an encrypted package ([MS-OFFCRYPTO] 2.1, 2.2).
constexpr std::string_view kAroundPackage[] = {
    "EncryptionInfo", "Version", "DataSpaceMap", "StrongEncryptionDataSpace", "\6Primary",
};
constexpr std::string_view kEncrypted[] = {"EncryptedSummary", "\11DRMContent"};
constexpr std::string_view kOfWord[] = {"WordDocument", "0Table", "1Table", "Data"};
// Where drawings stand; a workbook's are put together.
constexpr std::string_view kDrawn[] = {"WordDocument", "0Table",   "1Table",
                                       "Data",         "Pictures", "PowerPoint Document"};
constexpr std::size_t kMostUnread = 20, kMostDocuments = 64, kHeadOfWord = 68;

// Passes on what is in an object, which no base of the document is for.
class ObjectSink final : public DocumentSink {
 public:
  explicit ObjectSink(DocumentSink& sink) : sink_(sink) {}
  void base(std::string_view url, std::string_view) override {
    // Where what is relative in it would lead.
    sink_.reference({url, "object", "base", {}, false});
  }
  void reference(const DocumentReference& reference) override {
    DocumentReference own = reference;
    own.uses_base = false;
    sink_.reference(own);
  }
  void text(const DocumentText& text) override { sink_.text(text); }
  void begin(const DocumentPart& part) override { sink_.begin(part); }
  void bytes(std::string_view bytes) override { sink_.bytes(bytes); }
  void end() override { sink_.end(); }
  void lack(Lack why, std::string_view what, std::string_view sentence) override {
    sink_.lack(why, what, sentence);
  }
  void opened_with(OpenedWith how, std::size_t word) override { sink_.opened_with(how, word); }

 private:
  DocumentSink& sink_;
};

class StorageReader {
 public:
  StorageReader(CfbFile& file, OleRole role, const Document& document, DocumentSink& sink)
      : file_(file), role_(role), document_(document), sink_(sink), object_sink_(sink) {}

  void read(std::uint32_t storage);

 private:
  // A stream or storage, and what it is in.
  struct Step {
    std::uint32_t entry, storage;
  };

  DocumentSink& sink_for(const Step& step) {
    if (role_ == OleRole::document && step.storage == top_) return sink_;
    return object_sink_;
  }
  void read_stream(const Step& step);
  void read_package(const Step& step);
  void decrypt(const Step& step, std::string_view name, std::string& bytes);
  const std::optional<Rc4Key>& key_of(std::uint32_t storage);
  bool is_of_macros(std::uint32_t storage) const {
    return ascii::iequals(file_.entry(storage).name, "VBA");
  }
  bool read_known(const Step& step, std::string_view name, std::string_view bytes);
  std::string sibling(std::uint32_t storage, std::string_view name);
  void give_file(const OleFile& file);
  bool give_art(std::string_view bytes, DocumentSink& sink);
  void tell_unread(std::string_view name);

  CfbFile& file_;
  OleRole role_;
  const Document& document_;
  DocumentSink& sink_;
  ObjectSink object_sink_;
  std::uint32_t top_ = 0;
  PartsLeft parts_{document_.bounds};
  std::size_t unread_ = 0, documents_ = 0;
  bool has_macros_ = false;
  crypt::Work work_;
  // Of the storage that was asked for last, as far as Word has encrypted it.
  std::optional<std::uint32_t> storage_of_key_;
  std::optional<Rc4Key> key_;
  std::string_view table_;  // the one that is encrypted
};

void StorageReader::read(std::uint32_t storage) {
  top_ = storage;
  std::vector<Step> steps{{storage, storage}};
  while (!steps.empty()) {
    const Step step = steps.back();
    steps.pop_back();
    if (file_.entry(step.entry).kind == CfbFile::Kind::stream) {
      read_stream(step);
      continue;
    }
    const std::vector<std::uint32_t>& children = file_.entry(step.entry).children;
    for (std::size_t i = children.size(); i-- > 0;) steps.push_back({children[i], step.entry});
  }
}

void StorageReader::give_file(const OleFile& file) {
  if (!file.link.empty()) sink_.reference({file.link, "object", "package"});
  if (file.bytes.empty()) return;
  if (!parts_.take(sink_)) return;
  DocumentPart part;
  part.name = file.name;
  sink_.begin(part);
  sink_.bytes(file.bytes);
  if (!file.is_whole) sink_.lack(Lack::damaged, "", "is cut off");
  sink_.end();
}

bool StorageReader::give_art(std::string_view bytes, DocumentSink& sink) {
  const auto give = [&](const ArtPicture& picture) {
    give_file({"", picture.bytes, "", picture.is_whole});
  };
  return find_art(bytes, give, sink);
}

void StorageReader::tell_unread(std::string_view name) {
  if (++unread_ <= kMostUnread)
    sink_.lack(Lack::no_opener, "stream " + shown_name(name), "is not read");
  else if (unread_ == kMostUnread + 1)
    sink_.lack(Lack::no_opener, "more streams", "are not read");
}

std::string StorageReader::sibling(std::uint32_t storage, std::string_view name) {
  const std::optional<std::uint32_t> found = file_.find(storage, name);
  const bool is_stream = found && file_.entry(*found).kind == CfbFile::Kind::stream;
  return is_stream ? file_.read(*found) : std::string();
}

// What Word says of a storage; each is asked once, as their streams come behind one another.
const std::optional<Rc4Key>& StorageReader::key_of(std::uint32_t storage) {
  if (storage_of_key_ == storage) return key_;
  storage_of_key_ = storage;
  key_.reset();
  const std::optional<std::uint32_t> found = file_.find(storage, "WordDocument");
  if (!found || file_.entry(*found).kind != CfbFile::Kind::stream) return key_;
  std::string main;
  file_.give(*found, [&](std::string_view piece) {
    main += piece;
    return main.size() < kHeadOfWord;
  });
  if (!is_encrypted_word(main)) return key_;
  table_ = table_of_word(main);
  return key_ = key_of_word(sibling(storage, table_), document_, work_, sink_);
}

void StorageReader::decrypt(const Step& step, std::string_view name, std::string& bytes) {
  if (ascii::iequals(name, "Workbook")) return decrypt_workbook(bytes, document_, work_, sink_);
  if (ascii::iequals(name, "PowerPoint Document")) {
    if (decrypt_slides(bytes, sibling(step.storage, "Current User"), document_, work_, sink_))
      return;
    bytes.clear();
    return sink_.lack(Lack::encrypted, "PowerPoint Document", "is encrypted");
  }
  if (!ascii::iis_one_of(kOfWord, name) || !key_of(step.storage)) return;
  const bool is_other_table =
      ascii::iequals(name.substr(1), "Table") && !ascii::iequals(name, table_);
  if (!is_other_table) decrypt_word(bytes, name, *key_);
}

// Opened as if it had come as it was before; of what is in another document that is told alone.
void StorageReader::read_package(const Step& step) {
  if (role_ != OleRole::document || step.storage != top_)
    return sink_.lack(Lack::encrypted, "stream EncryptedPackage", "is encrypted");
  const std::string info = sibling(step.storage, "EncryptionInfo");
  const std::optional<std::string> package =
      decrypted_package(info, file_.read(step.entry), document_, work_, sink_);
  if (!package) return;
  Document inner = document_;
  inner.bytes = *package;
  inner.bounds.bytes -= std::min<std::uint64_t>(inner.bounds.bytes, package->size());
  if (zip_kind(*package) == ZipKind::other) return give_file({"", *package, "", true});
  open_zip_document(inner, sink_);
}

// Is it a stream whose text is read?
bool StorageReader::read_known(const Step& step, std::string_view name, std::string_view bytes) {
  DocumentSink& sink = sink_for(step);
  if (ascii::iequals(name, "WordDocument")) {
    // Each asks for two other streams.
    if (++documents_ > kMostDocuments) return false;
    std::string tables[] = {sibling(step.storage, "0Table"), sibling(step.storage, "1Table")};
    if (const auto& key = key_of(step.storage))
      decrypt_word(tables[table_ == "1Table" ? 1 : 0], table_, *key);
    read_word(bytes, tables[0], tables[1], document_.bounds, sink);
  } else if (ascii::iequals(name, "Workbook") || ascii::iequals(name, "Book")) {
    std::string art;
    if (!read_workbook(bytes, art, sink)) sink_.lack(Lack::encrypted, "Workbook", "is encrypted");
    give_art(art, sink);
  } else if (ascii::iequals(name, "PowerPoint Document")) {
    read_slides(bytes, document_.bounds, sink);
  } else if (ascii::iequals(name, "\5SummaryInformation") ||
             ascii::iequals(name, "\5DocumentSummaryInformation")) {
    read_property_sets(bytes, sink);
  } else if (is_of_macros(step.storage)) {
    return read_macro(bytes, file_.left(), sink_);
  } else {
    return false;
  }
  return true;
}

void StorageReader::read_stream(const Step& step) {
  const std::string& name = file_.entry(step.entry).name;
  if (ascii::iis_one_of(kEncrypted, name))
    return sink_.lack(Lack::encrypted, "stream " + shown_name(name), "is encrypted");
  if (ascii::iequals(name, "EncryptedPackage")) return read_package(step);
  std::string bytes = file_.read(step.entry);
  if (bytes.empty()) return;
  // [MS-OVBA] 2.3.4: whatever they are called, and were there nothing left of their text.
  if (is_of_macros(step.storage) && !std::exchange(has_macros_, true))
    sink_.lack(Lack::no_opener, "", kMacros);
  decrypt(step, name, bytes);
  if (bytes.empty()) return;
  if (ascii::iequals(name, "\1Ole10Native")) return give_file(read_native(bytes));
  for (const std::string_view file : {"Package", "CONTENTS", "EmbeddedOdf"})
    if (ascii::iequals(name, file)) return give_file({"", bytes, "", true});
  // What a version of Office keeps of a module for itself, too.
  const bool has_text = ascii::iis_one_of(kOfText, name) || name.starts_with("__SRP_");
  if (has_text) {
    const std::string text = text_in(bytes);
    if (!text.empty()) sink_for(step).text({"text/plain", text, "object"});
  }
  bool is_known = read_known(step, name, bytes) || has_text || ascii::iis_one_of(kOfMonikers, name);
  if (ascii::iis_one_of(kDrawn, name)) is_known = give_art(bytes, sink_for(step)) || is_known;
  find_monikers(bytes, "object", sink_for(step));
  if (!is_known && !ascii::iis_one_of(kAroundPackage, name)) tell_unread(name);
}

}  // namespace

std::string shown_name(std::string_view name) {
  std::string shown(name);
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, '_');
  return shown;
}

void tell_unused_sectors(const CfbFile& file, const DocumentBounds& bounds, DocumentSink& sink) {
  // Files, which somebody put there.
  constexpr std::string_view kFiles[] = {kCfbSignature, "PK\3\4", "%PDF-",
                                         "{\\rt",       "Rar!",   "7z\xBC\xAF"};
  std::uint64_t left = bounds.bytes;
  PartsLeft parts(bounds);
  std::string all;
  for (const std::string_view run : file.unused()) {
    const std::string_view bytes = without_blanks(run);
    const bool is_file =
        std::any_of(std::begin(kFiles), std::end(kFiles),
                    [&](std::string_view each) { return bytes.starts_with(each); });
    if (is_file && !parts.take(sink)) break;
    if (is_file)
      tell_rest(bytes, left, sink);
    else
      all.append(text_in(bytes)).append("\n");
  }
  if (is_worth_searching(all)) sink.text({"text/plain", all, "unused"});
}

void read_ole_storage(CfbFile& file, std::uint32_t storage, OleRole role, const Document& document,
                      DocumentSink& sink) {
  StorageReader(file, role, document, sink).read(storage);
}

}  // namespace basewalk::worker
