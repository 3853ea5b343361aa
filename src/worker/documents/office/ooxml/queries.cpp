// SPDX-License-Identifier: MIT
#include "worker/documents/office/ooxml/queries.h"

#include <algorithm>
#include <string>
#include <utility>

#include "text/ascii.h"
#include "text/base64.h"
#include "text/binary/numbers.h"
#include "worker/documents/office/xml.h"
#include "worker/documents/office/zip.h"
#include "worker/documents/strings_in.h"
#include "worker/programs.h"

namespace basewalk::worker::office {
namespace {

class Queries final : public XmlHandler {
 public:
  explicit Queries(Session& session) : session_(session) {}

  void start(const XmlName& name, const XmlAttributes&) override {
    is_within_ = name.local == "DataMashup";
    base64_.clear();
  }
  void text(std::string_view text) override {
    if (is_within_) base64_ += text;
  }
  void end(const XmlName&) override {
    if (is_within_) tell();
    is_within_ = false;
  }

 private:
  // A version, the length of the package, the package; behind it permissions and metadata.
  void tell() {
    constexpr std::size_t kHead = 8;
    // A part has one; many would be more than there are members.
    if (std::exchange(is_told_, true))
      return session_.lack_once(Lack::limit, "queries",
                                "has more queries in one part than are read");
    std::string bytes;
    text::append_base64_decoded(bytes, base64_);
    if (bytes.size() < kHead || !session_.spend(bytes.size())) return;
    const std::string_view behind = std::string_view(bytes).substr(kHead);
    const std::size_t size = std::min(text::little_size(bytes, 4, 4), behind.size());
    if (has_query(behind.substr(0, size))) session_.lack_once(Lack::no_opener, "", kQueries);
    DocumentPart part;
    part.name = "queries.zip";
    session_.sink.begin(part);
    session_.sink.bytes(behind.substr(0, size));
    session_.sink.end();
    tell_strings(behind.substr(size), "queries", session_.sink);
  }

  // 2.3: formulas of M, which make texts of others.  Where there are none, a section says its name.
  static bool has_query(std::string_view package) {
    constexpr std::size_t kMostLooked = std::size_t{64} << 10;
    constexpr std::string_view kFormulas = ".m";
    Zip zip(package, nullptr);
    while (zip.next()) {
      // Where there is no directory, what is passed over would be unpacked.
      if (zip.has_no_directory()) return true;
      const std::string& name = zip.name();
      if (name.size() < kFormulas.size() ||
          !ascii::iequals(std::string_view(name).substr(name.size() - kFormulas.size()), kFormulas))
        continue;
      const std::string section = zip.read_all(kMostLooked);
      if (section.size() == kMostLooked || section.find('=') != section.npos) return true;
    }
    return false;
  }

  Session& session_;
  std::string base64_;
  bool is_within_ = false, is_told_ = false;
};

}  // namespace

void tell_queries(std::string_view xml, Session& session) {
  Queries queries(session);
  Xml parser(queries);
  // What is damaged is searched as a text.
  parser.feed(xml);
  parser.finish();
}

}  // namespace basewalk::worker::office
