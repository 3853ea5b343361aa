# nettle comes with a file for pkg-config alone.  Defines nettle::nettle.
find_path(nettle_INCLUDE_DIR nettle/sha2.h)
find_library(nettle_LIBRARY nettle)
mark_as_advanced(nettle_INCLUDE_DIR nettle_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(nettle REQUIRED_VARS nettle_LIBRARY nettle_INCLUDE_DIR)

if(nettle_FOUND AND NOT TARGET nettle::nettle)
  add_library(nettle::nettle UNKNOWN IMPORTED)
  set_target_properties(nettle::nettle PROPERTIES IMPORTED_LOCATION "${nettle_LIBRARY}"
                                                  INTERFACE_INCLUDE_DIRECTORIES "${nettle_INCLUDE_DIR}")
endif()
