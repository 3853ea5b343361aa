# libgit2 comes with a file for pkg-config, and with a package for CMake on some systems only.
# Defines libgit2::libgit2.
find_path(libgit2_INCLUDE_DIR git2.h)
find_library(libgit2_LIBRARY git2)
mark_as_advanced(libgit2_INCLUDE_DIR libgit2_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(libgit2 REQUIRED_VARS libgit2_LIBRARY libgit2_INCLUDE_DIR)

if(libgit2_FOUND AND NOT TARGET libgit2::libgit2)
  add_library(libgit2::libgit2 UNKNOWN IMPORTED)
  set_target_properties(
    libgit2::libgit2 PROPERTIES IMPORTED_LOCATION "${libgit2_LIBRARY}"
                                INTERFACE_INCLUDE_DIRECTORIES "${libgit2_INCLUDE_DIR}")
endif()
