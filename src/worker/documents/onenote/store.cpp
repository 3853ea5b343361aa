// SPDX-License-Identifier: MIT
#include "worker/documents/onenote/store.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "text/ascii.h"
#include "text/binary/numbers.h"
#include "worker/documents/onenote/property_set.h"
#include "worker/documents/onenote/rich_text.h"
#include "worker/documents/onenote/scan.h"

namespace basewalk::worker::onenote {
namespace {

constexpr std::uint64_t kFragmentMagic = 0xA4567AB1F5F7F4C4;
constexpr std::size_t kFragmentHead = 16, kFragmentTail = 20;

// 2.4.3, as far as they matter here.
enum NodeId : std::uint32_t {
  kGlobalIdTableStart = 0x021,
  kGlobalIdTableStart2 = 0x022,
  kGlobalIdTableEntry = 0x024,
  kGlobalIdTableEntry2 = 0x025,
  kGlobalIdTableEntry3 = 0x026,
  kObjectDeclaration = 0x02D,
  kObjectDeclarationLarge = 0x02E,
  kObjectRevision = 0x041,
  kObjectRevisionLarge = 0x042,
  kFileDataDeclaration = 0x072,
  kFileDataDeclarationLarge = 0x073,
  kEncryptionKey = 0x07C,
  kFileDataStoreObject = 0x094,
  kObjectDeclaration2 = 0x0A4,
  kObjectDeclaration2Large = 0x0A5,
  kReadOnlyObject = 0x0C4,
  kReadOnlyObjectLarge = 0x0C5,
  kChunkTerminator = 0x0FF,
};

// 2.2.4: a place in the file.
struct Chunk {
  std::uint64_t at = 0, size = 0;
  bool is_nil = true;
};

struct Node {
  std::uint32_t id = 0;
  bool has_list = false;
  Chunk chunk;
  std::string_view data;  // behind the reference
};

// "<ifndf>{BDE316E7-2665-...}" names what GUID, as it stands in files?
std::string guid_of(std::string_view text) {
  std::string digits;
  for (const char c : text)
    if (ascii::is_hex(c)) digits += c;
  std::string guid;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    guid += static_cast<char>(ascii::hex_value(digits[i]) * 16 + ascii::hex_value(digits[i + 1]));
  if (guid.size() != 16) return {};
  std::reverse(guid.begin(), guid.begin() + 4);
  std::reverse(guid.begin() + 4, guid.begin() + 6);
  std::reverse(guid.begin() + 6, guid.begin() + 8);
  return guid;
}

class Store {
 public:
  explicit Store(Findings& findings) : bytes_(findings.file_bytes()), findings_(findings) {}

  void read() {
    constexpr std::size_t kTransactions = 0x60, kLog = 0xA0, kRoot = 0xAC;
    Chunk log, root;
    std::uint32_t transactions = 0;
    text::LittleEndian(bytes_, kTransactions).take(transactions);
    text::LittleEndian at_log(bytes_, kLog), at_root(bytes_, kRoot);
    if (!take_64x32(at_log, log) || !take_64x32(at_root, root))
      return findings_.damaged("its header");
    read_log(log, transactions);
    if (root.is_nil) return findings_.damaged("its header");
    lists_.push_back(root);
    while (!lists_.empty()) {
      const Chunk list = lists_.back();
      lists_.pop_back();
      read_list(list);
    }
    join_files();
  }

 private:
  struct FileReference {
    ObjectId id;
    std::string reference, extension;
  };
  using Table = std::map<std::uint32_t, std::string_view>;

  static bool take_64x32(text::LittleEndian& in, Chunk& chunk) {
    std::uint32_t size = 0;
    if (!in.take(chunk.at) || !in.take(size)) return false;
    chunk.size = size;
    chunk.is_nil = chunk.at == ~std::uint64_t{0} || (chunk.at == 0 && size == 0);
    return true;
  }

  /// The bytes of a chunk, which are paid for; nothing where there are none.
  bool take_chunk(const Chunk& chunk, std::string_view& bytes) {
    if (chunk.at > bytes_.size() || chunk.size > bytes_.size() - chunk.at) return false;
    if (!findings_.spend(chunk.size)) return false;
    bytes = bytes_.substr(static_cast<std::size_t>(chunk.at), static_cast<std::size_t>(chunk.size));
    return true;
  }

  // 2.3.3: how many nodes of each list were written to the end.
  void read_log(Chunk log, std::uint32_t transactions) {
    std::unordered_set<std::uint64_t> seen;
    while (transactions > 0) {
      std::string_view bytes;
      if (log.is_nil || !seen.insert(log.at).second || log.size < 12 || !take_chunk(log, bytes))
        return distrust_log();
      text::LittleEndian in(bytes);
      constexpr std::uint32_t kEndOfTransaction = 1;
      for (std::size_t left = (bytes.size() - 12) / 8; left > 0 && transactions > 0; --left) {
        std::uint32_t list = 0, nodes = 0;
        in.take(list);
        in.take(nodes);
        if (list == kEndOfTransaction)
          --transactions;
        else
          committed_[list] = nodes;
      }
      text::LittleEndian next(bytes, bytes.size() - 12);
      take_64x32(next, log);
    }
  }
  void distrust_log() {
    findings_.damaged("its transaction log");
    committed_.clear();
  }

  // 2.4.1: its fragments, one behind the other.
  void read_list(Chunk fragment) {
    table_.clear();
    children_.clear();
    bool is_first = true;
    std::uint32_t list = 0, left = 0;
    for (std::uint32_t sequence = 0; !fragment.is_nil; ++sequence) {
      if (!fragments_.insert(fragment.at).second) {
        // A list may be referred to twice; a fragment that leads to one before it is a lie.
        if (!is_first) findings_.damaged("a list of nodes");
        break;
      }
      std::string_view bytes;
      std::uint32_t id = 0, number = 0;
      if (!take_fragment(fragment, bytes, id, number)) break;
      if (is_first) {
        list = id;
        const auto count = committed_.find(list);
        left = count == committed_.end() ? ~std::uint32_t{0} : count->second;
      }
      if (id != list || number != sequence) findings_.damaged("a list of nodes");
      is_first = false;
      read_nodes(bytes.substr(0, bytes.size() - kFragmentTail), left);
      if (left == 0) break;
      text::LittleEndian next(bytes, bytes.size() - kFragmentTail);
      take_64x32(next, fragment);
    }
    lists_.insert(lists_.end(), children_.rbegin(), children_.rend());
  }

  bool take_fragment(const Chunk& fragment, std::string_view& bytes, std::uint32_t& id,
                     std::uint32_t& number) {
    std::uint64_t magic = 0;
    if (fragment.size >= kFragmentHead + kFragmentTail && take_chunk(fragment, bytes)) {
      text::LittleEndian in(bytes);
      in.take(magic);
      in.take(id);
      in.take(number);
    }
    if (magic != kFragmentMagic) findings_.damaged("a list of nodes");
    return magic == kFragmentMagic;
  }

  void read_nodes(std::string_view bytes, std::uint32_t& left) {
    text::LittleEndian in(bytes, kFragmentHead);
    while (left > 0 && bytes.size() - in.at() >= 4) {
      Node node;
      if (!take_node(in, node)) return findings_.damaged("a node");
      if (node.id == kChunkTerminator || node.id == 0) return;
      --left;
      if (node.has_list && !node.chunk.is_nil) children_.push_back(node.chunk);
      if (!node.has_list) read_node(node);
    }
  }

  // 2.4.3
  static bool take_node(text::LittleEndian& in, Node& node) {
    std::uint32_t head = 0;
    std::string_view bytes;
    if (!in.take(head)) return false;
    node.id = head & 0x3FF;
    if (node.id == 0) return true;
    const std::uint32_t size = (head >> 10) & 0x1FFF;
    if (size < 4 || !in.take(bytes, size - 4)) return false;
    const std::uint32_t base = (head >> 27) & 0xF;
    node.has_list = base == 2;
    text::LittleEndian data(bytes);
    if ((base == 1 || base == 2) &&
        !take_reference(data, (head >> 23) & 3, (head >> 25) & 3, node.chunk))
      return false;
    node.data = bytes.substr(data.at());
    return true;
  }

  // 2.2.4.2: the sizes of both of its numbers are the node's.
  static bool take_reference(text::LittleEndian& in, std::uint32_t at_format,
                             std::uint32_t size_format, Chunk& chunk) {
    struct Format {
      std::size_t bytes;
      bool is_eighth;
    };
    constexpr Format kAt[] = {{8, false}, {4, false}, {2, true}, {4, true}};
    constexpr Format kSize[] = {{4, false}, {8, false}, {1, true}, {2, true}};
    bool is_nil = false, is_ignored = false;
    if (!take_number(in, kAt[at_format].bytes, chunk.at, is_nil) ||
        !take_number(in, kSize[size_format].bytes, chunk.size, is_ignored))
      return false;
    chunk.is_nil = is_nil || (chunk.at == 0 && chunk.size == 0);
    constexpr std::uint64_t kMost = ~std::uint64_t{0} / 8;
    if (kAt[at_format].is_eighth) chunk.at = std::min(chunk.at, kMost) * 8;
    if (kSize[size_format].is_eighth) chunk.size = std::min(chunk.size, kMost) * 8;
    return true;
  }
  static bool take_number(text::LittleEndian& in, std::size_t size, std::uint64_t& number,
                          bool& is_all) {
    std::string_view bytes;
    if (!in.take(bytes, size)) return false;
    number = text::little(bytes, 0, size);
    is_all = bytes.find_first_not_of('\xFF') == std::string_view::npos;
    return true;
  }

  void read_node(const Node& node) {
    switch (node.id) {
      case kGlobalIdTableStart:
      case kGlobalIdTableStart2:
        before_ = std::move(table_);
        return table_.clear();
      case kGlobalIdTableEntry:
      case kGlobalIdTableEntry2:
      case kGlobalIdTableEntry3:
        return read_table_entry(node);
      case kObjectDeclaration:
      case kObjectDeclarationLarge:
      case kObjectRevision:
      case kObjectRevisionLarge:
      case kObjectDeclaration2:
      case kObjectDeclaration2Large:
      case kReadOnlyObject:
      case kReadOnlyObjectLarge:
        return read_object_at(node.chunk);
      case kFileDataDeclaration:
        return read_file_data(node.data, 1);
      case kFileDataDeclarationLarge:
        return read_file_data(node.data, 4);
      case kFileDataStoreObject:
        return read_stored(node);
      case kEncryptionKey:
        return tell_encrypted();
      default:
        return;
    }
  }

  // 2.5.10 to 2.5.12: an index of CompactIDs means a GUID.
  void read_table_entry(const Node& node) {
    text::LittleEndian in(node.data);
    std::uint32_t from = 0, count = 1, to = 0;
    std::string_view guid;
    if (!in.take(from)) return findings_.damaged("a table of identifiers");
    if (node.id == kGlobalIdTableEntry) {
      if (!in.take(guid, 16)) return findings_.damaged("a table of identifiers");
      table_[from] = guid;
      return;
    }
    if ((node.id == kGlobalIdTableEntry3 && !in.take(count)) || !in.take(to))
      return findings_.damaged("a table of identifiers");
    for (auto it = before_.lower_bound(from); it != before_.end() && it->first - from < count;
         ++it) {
      if (!findings_.spend(sizeof(Table::value_type))) return;
      table_[to + (it->first - from)] = it->second;
    }
  }

  ObjectId resolved(std::uint32_t compact) const {
    const auto guid = table_.find(compact >> 8);
    if (guid == table_.end()) return {};
    ObjectId id(guid->second);
    id += static_cast<char>(compact & 0xFF);
    return id.append(3, '\0');
  }

  void read_object_at(const Chunk& chunk) {
    if (chunk.is_nil || !objects_.insert(chunk.at).second) return;
    std::string_view bytes;
    if (!take_chunk(chunk, bytes)) return findings_.damaged("an object");
    const bool is_read = read_object(
        bytes, [this](std::size_t, std::uint32_t compact) { return resolved(compact); }, findings_);
    if (!is_read && !is_encrypted_) findings_.damaged("an object");
  }

  // 2.5.27: which file of the store an object is.
  void read_file_data(std::string_view data, std::size_t count_size) {
    text::LittleEndian in(data);
    std::uint32_t compact = 0;
    std::string reference, extension;
    if (!in.take(compact) || !in.skip(4 + count_size) || !take_string(in, reference) ||
        !take_string(in, extension))
      return findings_.damaged("the reference to a file");
    if (reference.starts_with("<ifndf>"))
      references_.push_back({resolved(compact), guid_of(reference.substr(7)), extension});
    else if (reference.starts_with("<file>"))
      findings_.lack(Lack::no_opener, reference.substr(6), "is a file that lies beside this one");
  }
  // 2.2.3
  static bool take_string(text::LittleEndian& in, std::string& text) {
    std::uint32_t units = 0;
    std::string_view bytes;
    if (!in.take(units) || !in.take(bytes, std::uint64_t{units} * 2)) return false;
    text = text_of_utf16(bytes);
    return true;
  }

  // 2.5.22
  void read_stored(const Node& node) {
    if (node.chunk.is_nil) return;
    const StoredFile file =
        node.chunk.at < bytes_.size()
            ? stored_file(bytes_.substr(static_cast<std::size_t>(node.chunk.at)))
            : StoredFile();
    if (file.bytes.data() == nullptr || node.data.size() < 16)
      return findings_.damaged("a file inside");
    if (!file.is_whole) findings_.damaged("a file inside");
    stored_[std::string(node.data.substr(0, 16))] = file;
  }

  // Names come from what declares a file, bytes from the store.
  void join_files() {
    for (const FileReference& each : references_) {
      const auto file = stored_.find(each.reference);
      if (file == stored_.end())
        findings_.damaged("the reference to a file");
      else
        findings_.file(each.id, each.extension, file->second.bytes, !file->second.is_whole);
    }
    for (const auto& [guid, file] : stored_) findings_.file({}, {}, file.bytes, !file.is_whole);
  }

  // 2.5.19: the properties of a section that has a password.
  void tell_encrypted() {
    if (!std::exchange(is_encrypted_, true))
      findings_.lack(Lack::encrypted, "", "has a section with a password");
  }

  std::string_view bytes_;
  Findings& findings_;
  std::vector<Chunk> lists_, children_;
  std::unordered_set<std::uint64_t> fragments_, objects_;
  std::unordered_map<std::uint32_t, std::uint32_t> committed_;
  Table table_, before_;
  std::vector<FileReference> references_;
  std::map<std::string, StoredFile> stored_;
  bool is_encrypted_ = false;
};

}  // namespace

void read_store(Findings& findings) { Store(findings).read(); }

}  // namespace basewalk::worker::onenote
