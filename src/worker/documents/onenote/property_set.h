// SPDX-License-Identifier: MIT
//
// An object of OneNote: references to others and a set of properties ([MS-ONESTORE] 2.6).
//
// Before this: store.cpp or package.cpp has found its bytes.  After it: findings.h has what it
// holds.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_ONENOTE_PROPERTY_SET_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_ONENOTE_PROPERTY_SET_H_

#include <cstdint>
#include <functional>
#include <string_view>

#include "worker/documents/onenote/findings.h"

namespace basewalk::worker::onenote {

/// The object that the nth reference of a property set leads to, whose CompactID is given.
using Resolve = std::function<ObjectId(std::size_t nth, std::uint32_t compact)>;

/// False where it makes no sense; what was read before counts.
bool read_object(std::string_view bytes, const Resolve& resolve, Findings& findings);

}  // namespace basewalk::worker::onenote

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_ONENOTE_PROPERTY_SET_H_
