# libqpdf comes with a package for CMake on some systems only.  Defines libqpdf::libqpdf; older
# than 11 it has other functions.
find_path(libqpdf_INCLUDE_DIR qpdf/QPDF.hh)
find_library(libqpdf_LIBRARY qpdf)
mark_as_advanced(libqpdf_INCLUDE_DIR libqpdf_LIBRARY)
if(libqpdf_INCLUDE_DIR AND EXISTS ${libqpdf_INCLUDE_DIR}/qpdf/DLL.h)
  # Its parts: the whole is defined in several ways since 12.
  file(STRINGS ${libqpdf_INCLUDE_DIR}/qpdf/DLL.h numbers REGEX "define QPDF_(MAJOR|MINOR|PATCH)_VERSION [0-9]")
  list(TRANSFORM numbers REPLACE "[^0-9]" "")
  list(JOIN numbers . libqpdf_VERSION)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(libqpdf REQUIRED_VARS libqpdf_LIBRARY libqpdf_INCLUDE_DIR
                                  VERSION_VAR libqpdf_VERSION)

if(libqpdf_FOUND AND NOT TARGET libqpdf::libqpdf)
  add_library(libqpdf::libqpdf UNKNOWN IMPORTED)
  # Without the types that it keeps for older programs alone.
  set_target_properties(
    libqpdf::libqpdf
    PROPERTIES IMPORTED_LOCATION "${libqpdf_LIBRARY}"
               INTERFACE_INCLUDE_DIRECTORIES "${libqpdf_INCLUDE_DIR}"
               INTERFACE_COMPILE_DEFINITIONS POINTERHOLDER_TRANSITION=4)
endif()
