# mimetic comes without a package of its own for CMake or pkg-config.  Defines mimetic::mimetic.
find_path(mimetic_INCLUDE_DIR mimetic/mimeentity.h)
find_library(mimetic_LIBRARY mimetic)
mark_as_advanced(mimetic_INCLUDE_DIR mimetic_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(mimetic REQUIRED_VARS mimetic_LIBRARY mimetic_INCLUDE_DIR)

if(mimetic_FOUND AND NOT TARGET mimetic::mimetic)
  add_library(mimetic::mimetic UNKNOWN IMPORTED)
  # Imported, so that its headers are system headers: they use what C++17 took away.
  set_target_properties(
    mimetic::mimetic PROPERTIES IMPORTED_LOCATION "${mimetic_LIBRARY}"
                                INTERFACE_INCLUDE_DIRECTORIES "${mimetic_INCLUDE_DIR}")
endif()
