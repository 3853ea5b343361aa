// SPDX-License-Identifier: MIT
//
// What a browser opens: a bundle, a page or the page of a folder, and which files belong to it.
// What comes before: proof.cpp names the two that are compared.  What comes after: view.cpp.
#ifndef BASEWALK_BROWSER_PLACE_H_
#define BASEWALK_BROWSER_PLACE_H_

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "basewalk/result.h"

namespace basewalk::browser {

/// A page that is an original may use the files beside it, as one that was saved complete does.
/// One that is a result stands alone.
enum class Role : std::uint8_t { original, result };

struct Place {
  std::string url;
  std::filesystem::path within;  ///< the folder or file that all that is shown must lie in

  /// Is it a regular file in there, or none at all?  Symbolic links are resolved: what they lead
  /// to has to lie in there, too.
  bool holds(std::string_view file_url) const;
};

/// The URL of a file.
std::string file_url(const std::filesystem::path& path);

/// `scratch` is a folder for a copy: Chromium takes a bundle by its name.
Result<Place> place_of(const std::string& name, Role role, const std::string& scratch);

/// The same of a bundle that is no file.
Result<Place> place_of_bytes(std::string_view bundle, const std::string& scratch);

}  // namespace basewalk::browser

#endif  // BASEWALK_BROWSER_PLACE_H_
