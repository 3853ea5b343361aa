// SPDX-License-Identifier: MIT
//
// A Message out of mimetic's tree.
//
// The entity is written out part by part into one buffer, and what is written is recorded as it
// goes: the tree comes from memory and is never searched for in the text, so a delimiter that
// also stands in a body misleads nobody.  What is open is a vector of frames.
//
// What a header says (media type, encoding, other readings) is asked of the mime layer: the fields
// that decide it are put into a scratch header, which read_message() reads.  Where an entity has
// text but no parts, the text goes behind the scratch header, and the tree that comes back is
// grafted in place.
#ifndef BASEWALK_BRIDGE_ENTITY_READER_H_
#define BASEWALK_BRIDGE_ENTITY_READER_H_

// Headers of mimetic want it and do not include it.
#include <cstdint>

#include <mimetic/mimeentity.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "basewalk/limits.h"
#include "basewalk/mime/part.h"

namespace basewalk::bridge {

class EntityReader {
 public:
  explicit EntityReader(const Limits& limits);
  Message run(const mimetic::MimeEntity& root);

 private:
  // An entity whose parts are being read.
  struct Frame {
    const mimetic::MimeEntity* entity = nullptr;
    mimetic::MimeEntityList::const_iterator next;
    std::uint32_t part = 0;
    std::uint32_t children = 0;
    std::string boundary;  // of a multipart
    bool digest = false;
  };

  // A field in the scratch header, and the one that it stands for.
  struct Declared {
    std::size_t begin = 0;  // in scratch_
    std::uint32_t field = mime::kNone;
  };

  std::uint32_t add_part(std::uint32_t parent, std::uint32_t ordinal);
  void open(const mimetic::MimeEntity& entity, std::uint32_t parent, std::uint32_t ordinal,
            bool digest);
  void open_parts(const mimetic::MimeEntity& entity, std::uint32_t index, const Message& verdict,
                  std::string_view type, std::size_t count);
  void open_text(const mimetic::MimeEntity& entity, std::uint32_t index, const Message& verdict);
  void add_text_leaf(std::string_view text, Frame& frame);
  void next_delimiter(Frame& frame);
  bool next_child();
  void close();

  void write_header(const mimetic::MimeEntity& entity, std::uint32_t index);
  void add_field(std::string_view name, std::string_view value, std::uint32_t index);
  void declare(std::string_view name, std::string_view value, std::uint32_t field);

  void take_header(const Message& scan, std::uint32_t index);
  void take_notes(const Message& scan, std::uint32_t index, bool text_was_there);
  void graft(std::string_view text, std::uint32_t index);
  std::size_t place_of(std::size_t offset, std::uint32_t index) const;
  std::string scratch_types() const;
  std::uint32_t field_of(std::uint32_t scratch_field) const;
  std::string_view intern(std::string_view media_type);
  void note(NoteCode code, std::uint32_t part, std::size_t offset, std::string_view text = {}) {
    message_.notes.add(code, part, offset, text);
  }

  Limits limits_;
  Message message_;
  std::string bytes_;  // of message_
  std::vector<Frame> frames_;
  bool full_ = false;  // the limit of parts is reached

  std::unordered_set<std::string_view> types_;  // that message_ keeps
  // Of the entity at hand.
  std::string scratch_;
  std::size_t scratch_header_ = 0;  // where its text begins
  std::vector<Declared> declared_;
  bool digest_ = false;  // it is a part of one
};

/// Puts the message that a mimetic::MessageRfc822 holds into `out`, written by mimetic.  False
/// where the entity is none.  Sets `deep` where the message is nested so deeply that writing it was
/// given up.
bool written_inside(const mimetic::MimeEntity& entity, std::string& out, bool& deep);

}  // namespace basewalk::bridge

#endif  // BASEWALK_BRIDGE_ENTITY_READER_H_
