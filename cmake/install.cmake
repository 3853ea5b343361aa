# Installs the library, its headers, the CMake package `basewalk` and basewalk.pc.
#
# The kind of library that BUILD_SHARED_LIBS chose; `cmake --install ... --component shared` (or
# static) puts the other one beside it, of the same build.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/basewalk)

set(headers_dir ${CMAKE_INSTALL_INCLUDEDIR}/basewalk)
if(BASEWALK_URL_ONLY)
  file(GLOB headers ${PROJECT_SOURCE_DIR}/include/basewalk/*.h)
  list(REMOVE_ITEM headers ${PROJECT_SOURCE_DIR}/include/basewalk/basewalk.h
       ${PROJECT_SOURCE_DIR}/include/basewalk/basewalk_c.h)
  install(FILES ${headers} DESTINATION ${headers_dir})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/basewalk/url DESTINATION ${headers_dir})
else()
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/basewalk/ DESTINATION ${headers_dir})
endif()
if(TARGET basewalk_tool)
  install(TARGETS basewalk_tool)
endif()
# Programs on the library start it, too.
if(TARGET basewalk_worker_tool)
  install(TARGETS basewalk_worker_tool DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/basewalk)
  get_property(modules GLOBAL PROPERTY BASEWALK_WORKER_MODULES)
  install(TARGETS ${modules} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/basewalk)
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

get_property(libgit2_late GLOBAL PROPERTY BASEWALK_LATE_GIT)
get_property(libarchive_late GLOBAL PROPERTY BASEWALK_LATE_ARCHIVE)
configure_package_config_file(cmake/basewalkConfig.cmake.in basewalkConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(basewalkConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/basewalkConfig.cmake
              ${PROJECT_BINARY_DIR}/basewalkConfigVersion.cmake cmake/Findmimetic.cmake
              cmake/Findzstd.cmake cmake/Findlz4.cmake cmake/Findlibgit2.cmake cmake/Findnettle.cmake
        DESTINATION ${package_dir})

# mimetic is for programs on bridge/mimetic.h, which call it themselves.  Whoever links a static
# library links what it links; pkg-config is told so without --static, which would ask for the
# static libraries of all those, too.
set(pc_requires icu-uc)
if(NOT BASEWALK_URL_ONLY)
  list(APPEND pc_requires expat liblz4 liblzma libzstd nettle zlib)
  if(NOT libarchive_late)
    list(APPEND pc_requires libarchive)
  endif()
  if(NOT libgit2_late)
    list(APPEND pc_requires libgit2)
  endif()
endif()
# A program in C on the static library needs what g++ or clang++ link by themselves.
set(pc_runtime "")
foreach(library IN LISTS CMAKE_CXX_IMPLICIT_LINK_LIBRARIES)
  if(library MATCHES "^(stdc\\+\\+|c\\+\\+|c\\+\\+abi|m)$")
    string(APPEND pc_runtime " -l${library}")
  endif()
endforeach()
set(pc_libs "")
if(NOT BASEWALK_URL_ONLY)
  # bzip2 comes without a file for pkg-config.
  set(pc_libs " -lbz2")
endif()
if(BASEWALK_BRIDGE)
  cmake_path(GET mimetic_LIBRARY PARENT_PATH folder)
  if(NOT folder IN_LIST CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES)
    string(APPEND pc_libs " -L${folder}")
  endif()
  string(APPEND pc_libs " -lmimetic")
endif()
list(JOIN pc_requires " " pc_requires)
# basewalk.pc moves with its folder, unless the folders were given from the root.
file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" pc_prefix "\${pcfiledir}/${up}")
set(pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
set(pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
if(IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR} OR IS_ABSOLUTE ${CMAKE_INSTALL_INCLUDEDIR})
  set(pc_prefix ${CMAKE_INSTALL_PREFIX})
  set(pc_libdir ${CMAKE_INSTALL_FULL_LIBDIR})
  set(pc_includedir ${CMAKE_INSTALL_FULL_INCLUDEDIR})
endif()
foreach(kind static shared)
  set(pc_private "")
  set(pc_cxx "${pc_runtime}")
  set(chosen "")
  if(kind STREQUAL shared)
    set(pc_private .private)
    set(pc_cxx "")
  endif()
  get_target_property(library basewalk::basewalk ALIASED_TARGET)
  if(NOT library STREQUAL basewalk_${kind})
    set(chosen EXCLUDE_FROM_ALL)
  endif()
  configure_file(cmake/basewalk.pc.in ${PROJECT_BINARY_DIR}/${kind}/basewalk.pc @ONLY)
  install(TARGETS basewalk_${kind} EXPORT basewalk-${kind} COMPONENT ${kind} ${chosen})
  install(EXPORT basewalk-${kind} NAMESPACE basewalk:: DESTINATION ${package_dir}
          COMPONENT ${kind} ${chosen})
  install(FILES ${PROJECT_BINARY_DIR}/${kind}/basewalk.pc
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT ${kind} ${chosen})
endforeach()
