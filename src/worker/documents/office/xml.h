// SPDX-License-Identifier: MIT
//
// Members that are XML, by Expat, piece by piece.
//
// Before this: zip.cpp unpacks them.  After it: handlers for each format.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_XML_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_XML_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "worker/documents/office/session.h"
#include "worker/documents/office/zip.h"

struct XML_ParserStruct;

namespace basewalk::worker::office {

/// A name with its name space.
struct XmlName {
  std::string_view space, local;
};

struct XmlAttribute {
  XmlName name;
  std::string_view value;
};

using XmlAttributes = std::vector<XmlAttribute>;

/// The value of the first attribute of a local name; empty where there is none.
std::string_view value_of(const XmlAttributes& attributes, std::string_view local);

class XmlHandler {
 public:
  virtual ~XmlHandler() = default;
  virtual void start(const XmlName& name, const XmlAttributes& attributes) = 0;
  virtual void end(const XmlName& name) = 0;
  virtual void text(std::string_view text) = 0;
  /// Was there an element of a page (is_of_page()) among them?
  virtual bool has_page() const { return false; }
  /// No more comes: what is still open is told.
  virtual void finish() {}
};

class Xml {
 public:
  explicit Xml(XmlHandler& handler);
  ~Xml();
  Xml(const Xml&) = delete;
  Xml& operator=(const Xml&) = delete;

  /// Behind an error, what comes is kept for unread().
  void feed(std::string_view piece);
  void finish();
  bool is_damaged() const { return is_damaged_; }
  /// Has it letters of an encoding of which ASCII alone is known?
  bool has_other_letters() const { return encoding_ == Encoding::of_seven_bits || has_letters_; }
  enum class Encoding : std::uint8_t { known, other, of_seven_bits };
  /// Where external entities are that it refers to; none is read.
  const std::vector<std::string>& entities() const { return entities_; }
  /// What comes from the error on, up to a size.
  const std::string& unread() const { return unread_; }
  /// Comments and processing instructions, a line for each, of those that may have a URL.
  const std::string& beside() const { return beside_; }

 private:
  static void on_start(void* self, const char* name, const char** attributes);
  static void on_end(void* self, const char* name);
  static void on_text(void* self, const char* text, int size);
  static int on_entity(XML_ParserStruct* parser, const char* context, const char* base,
                       const char* system, const char* name);
  static void on_comment(void* self, const char* text);
  static void on_instruction(void* self, const char* target, const char* text);
  void add_beside(std::string_view text);
  void parse(std::string_view piece, bool is_last);

  XmlHandler& handler_;
  XML_ParserStruct* parser_;
  XmlAttributes attributes_;
  std::uint64_t fed_ = 0;
  bool is_damaged_ = false, has_letters_ = false;
  Encoding encoding_ = Encoding::known;
  std::string unread_, beside_;
  std::vector<std::string> entities_;
};

/// Does it name a vocabulary, as programs write it into all that they make?
bool is_vocabulary(std::string_view url);

/// Is it the name of a vocabulary that browsers show and run, and no document of Office is in?
bool is_of_page(std::string_view space);
/// May there be something of these in it?
bool may_be_page(std::string_view xml);
/// Tells it as a part of its own: who unpacks the package opens it by its name.
void tell_page(std::string_view xml, std::string_view name, Session& session);

/// Parses the member that `zip` is at, and finishes.  What is behind an error is searched as text,
/// and that is told; so are comments and processing instructions.
void read_xml(Zip& zip, Session& session, XmlHandler& handler);
/// The same of bytes.
void read_xml(std::string_view bytes, std::string_view name, Session& session, XmlHandler& handler);

}  // namespace basewalk::worker::office

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_XML_H_
