// SPDX-License-Identifier: MIT
//
// Files that are embedded as objects ([MS-OLEDS] 2.3.6 and what the program "Object Packager"
// writes into it).
//
// Before this: ole/cfb_file.cpp has the storage, or rtf/object.cpp the bytes.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OLE_PACKAGE_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OLE_PACKAGE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "worker/documents/ole/cfb_file.h"

namespace basewalk::worker {

struct OleFile {
  std::string name, bytes;
  std::string link;  ///< of one that lies elsewhere
  bool is_whole = true;
};

/// What the packager writes, without the length before it; nothing where it is none of that.
std::optional<OleFile> read_package(std::string_view bytes);
/// The stream "\1Ole10Native".
OleFile read_native(std::string_view stream);
/// The file that an object's storage holds in a stream; nothing where it holds none.
std::optional<OleFile> file_in_storage(CfbFile& file, std::uint32_t storage);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OLE_PACKAGE_H_
