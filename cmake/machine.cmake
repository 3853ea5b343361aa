# A toolchain file: compiles for another kind of machine, against a folder of that machine's own packages, which
# scripts/machines makes.
#
# BASEWALK_MACHINE       the beginning of the names of the compilers: i686-linux-gnu, s390x-linux-gnu
# BASEWALK_GCC           their version: 12
# BASEWALK_SYSROOT       the folder
# BASEWALK_EMULATOR      the program that runs what is compiled; empty where this machine itself does
# BASEWALK_INTERPRETER   without one: the dynamic linker within the folder, and the folder of its libraries
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES BASEWALK_MACHINE BASEWALK_GCC BASEWALK_SYSROOT BASEWALK_EMULATOR
                                                 BASEWALK_INTERPRETER)
set(CMAKE_SYSTEM_NAME Linux)
string(REGEX MATCH "^[^-]+" CMAKE_SYSTEM_PROCESSOR "${BASEWALK_MACHINE}")
set(CMAKE_C_COMPILER ${BASEWALK_MACHINE}-gcc-${BASEWALK_GCC})
set(CMAKE_CXX_COMPILER ${BASEWALK_MACHINE}-g++-${BASEWALK_GCC})
set(CMAKE_SYSROOT ${BASEWALK_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
foreach(kind LIBRARY INCLUDE PACKAGE)
  set(CMAKE_FIND_ROOT_PATH_MODE_${kind} ONLY)
endforeach()

if(BASEWALK_EMULATOR)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${BASEWALK_EMULATOR} -L ${BASEWALK_SYSROOT})
elseif(BASEWALK_INTERPRETER)
  # What is compiled finds the folder's libraries by itself, and so do programs that it starts.
  list(GET BASEWALK_INTERPRETER 0 linker)
  list(GET BASEWALK_INTERPRETER 1 libraries)
  set(path "-Wl,--disable-new-dtags,-rpath,${BASEWALK_SYSROOT}${libraries}")
  set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,--dynamic-linker=${BASEWALK_SYSROOT}${linker} ${path}")
  set(CMAKE_MODULE_LINKER_FLAGS_INIT "${path}")
  set(CMAKE_SHARED_LINKER_FLAGS_INIT "${path}")
  # CMake does not see it where what the compiler starts is started by another program.
  get_filename_component(CMAKE_LIBRARY_ARCHITECTURE "${libraries}" NAME)
endif()

# What pkg-config tells of.
file(GLOB folders ${BASEWALK_SYSROOT}/usr/lib/*/pkgconfig)
string(REPLACE ";" ":" folders "${folders};${BASEWALK_SYSROOT}/usr/share/pkgconfig")
set(ENV{PKG_CONFIG_LIBDIR} ${folders})
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${BASEWALK_SYSROOT})
