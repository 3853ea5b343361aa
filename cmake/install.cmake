# Installs the library, its headers and the CMake package `basewalk`.
include(CMakePackageConfigHelpers)

install(TARGETS basewalk EXPORT basewalkTargets)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/basewalk DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET basewalk_tool)
  install(TARGETS basewalk_tool)
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/basewalk)
install(EXPORT basewalkTargets NAMESPACE basewalk:: DESTINATION ${package_dir})
get_target_property(BASEWALK_LIBRARY_TYPE basewalk TYPE)
configure_package_config_file(cmake/basewalkConfig.cmake.in basewalkConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(basewalkConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/basewalkConfig.cmake
              ${PROJECT_BINARY_DIR}/basewalkConfigVersion.cmake DESTINATION ${package_dir})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
