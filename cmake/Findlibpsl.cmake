# libpsl comes without a package of its own for CMake.  Defines libpsl::libpsl.
find_path(libpsl_INCLUDE_DIR libpsl.h)
find_library(libpsl_LIBRARY psl)
mark_as_advanced(libpsl_INCLUDE_DIR libpsl_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(libpsl REQUIRED_VARS libpsl_LIBRARY libpsl_INCLUDE_DIR)

if(libpsl_FOUND AND NOT TARGET libpsl::libpsl)
  add_library(libpsl::libpsl UNKNOWN IMPORTED)
  set_target_properties(
    libpsl::libpsl PROPERTIES IMPORTED_LOCATION "${libpsl_LIBRARY}"
                              INTERFACE_INCLUDE_DIRECTORIES "${libpsl_INCLUDE_DIR}")
endif()
