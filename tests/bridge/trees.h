// SPDX-License-Identifier: MIT
//
// Trees of both kinds as text, and trees of mimetic's built in a line.
#ifndef BASEWALK_TESTS_BRIDGE_TREES_H_
#define BASEWALK_TESTS_BRIDGE_TREES_H_

#include <mimetic/mimeentity.h>

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/mime/part.h"
#include "basewalk/note.h"

namespace basewalk::test {

using Entity = std::unique_ptr<mimetic::MimeEntity>;

/// An entity with these fields ("Name: value") and this text.
Entity entity(std::initializer_list<std::string_view> fields, std::string_view text = {});
/// Gives `outer` a further part, and returns it.
mimetic::MimeEntity& add(mimetic::MimeEntity& outer, Entity part);
/// A chain of `levels` multiparts around a text.
Entity nested(std::size_t levels);

/// One line for each part: section, kind, type, encoding, the body of a leaf.
std::string outline(const Message& message);
/// The same, with header fields (unfolded), preambles, epilogues and readings.
std::string all_of(const Message& message);
/// One line for each link of a message or of an entity.
std::string links_of(const Message& message);
std::string links_of(const mimetic::MimeEntity& entity);
/// The codes of the notes on structure, sorted, in one line.
std::string codes_of(const Notes& notes);

/// Does the message keep the rules that basewalk/mime/part.h gives for one?  Says which it breaks.
std::string broken_rule(const Message& message);

std::string with_crlf(std::string_view text);

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_BRIDGE_TREES_H_
