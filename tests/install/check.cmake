# Installs the build to a scratch folder, builds programs against what was installed in every way that
# the README names, and runs them.
#
# cmake -DBUILD=<build> -DTOP=<source> -DWORK=<scratch> -DCC=<compiler> -DCXX=<compiler> -DFLAGS=<flags>
#       -DBRIDGE=<bool> -DLIBDIR=<folder of libraries> -DSANITIZED=<bool> -P check.cmake
#
# Static and shared library are of the objects that are built already.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${WORK})

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}\n${out}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()

set(programs ${TOP}/tests/install/everything.cpp ${TOP}/samples/resolve_reference.cpp
    ${TOP}/samples/links.c)
if(BRIDGE)
  list(APPEND programs ${TOP}/samples/walk_mimetic.cpp)
endif()
string(REPLACE ";" "\\;" escaped "${programs}")  # one argument of run()

# The programs in a folder say what they should.
function(check how folder)
  run(${folder}/everything)
  if(NOT out STREQUAL "a[href] http://a/c\n")
    message(FATAL_ERROR "${how}: everything answers: ${out}")
  endif()
  run(${folder}/resolve_reference "http://a/b/c/d\;p?q" ../g)
  if(NOT out MATCHES "rfc1808\thttp://a/b/g\n")
    message(FATAL_ERROR "${how}: resolve_reference answers: ${out}")
  endif()
  file(READ ${TOP}/samples/expected/links.txt wanted)
  execute_process(COMMAND ${folder}/links INPUT_FILE ${TOP}/samples/mail/newsletter.eml
                  RESULT_VARIABLE status OUTPUT_VARIABLE out)
  if(NOT status EQUAL 0 OR NOT out STREQUAL wanted)
    message(FATAL_ERROR "${how}: links, in C, answers: ${status} ${out}")
  endif()
  if(BRIDGE)
    file(READ ${TOP}/samples/expected/walk_mimetic.txt wanted)
    execute_process(COMMAND ${folder}/walk_mimetic INPUT_FILE ${TOP}/samples/mail/nested-bases.eml
                    RESULT_VARIABLE status OUTPUT_VARIABLE out)
    if(NOT status EQUAL 0 OR NOT out STREQUAL wanted)
      message(FATAL_ERROR "${how}: walk_mimetic answers: ${status} ${out}")
    endif()
  endif()
  message("${how}: linked and run")
endfunction()

# Another compiler of the same ABI.  Sanitizers come with a runtime of one compiler.
set(compilers ${CXX})
find_program(CLANG clang++)
find_program(GCC g++)
if(SANITIZED)
  message("one compiler only: the library has sanitizers in it")
else()
  execute_process(COMMAND ${CXX} --version OUTPUT_VARIABLE version)
  set(other ${CLANG})
  if(version MATCHES "clang")
    set(other ${GCC})
  endif()
  if(other)
    list(APPEND compilers ${other})
  else()
    message("one compiler only: there is no other")
  endif()
endif()
find_program(PKG_CONFIG pkg-config)

foreach(kind static shared)
  set(prefix ${WORK}/${kind})
  run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix} --component Unspecified)
  run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix} --component ${kind})
  foreach(compiler IN LISTS compilers)
    cmake_path(GET compiler FILENAME name)
    set(folder ${WORK}/${kind}-${name})
    run(${CMAKE_COMMAND} -G Ninja -S ${TOP}/tests/install -B ${folder}
        -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_CXX_COMPILER=${compiler} -DCMAKE_CXX_FLAGS=${FLAGS}
        -DKIND=${kind} "-DPROGRAMS=${escaped}")
    run(${CMAKE_COMMAND} --build ${folder})
    check("find_package, ${kind}, ${name}" ${folder})
  endforeach()

  if(PKG_CONFIG)
    set(folder ${WORK}/${kind}-pkg-config)
    file(MAKE_DIRECTORY ${folder})
    set(ENV{PKG_CONFIG_PATH} ${prefix}/${LIBDIR}/pkgconfig)
    run(${PKG_CONFIG} --cflags --libs basewalk)
    separate_arguments(answer UNIX_COMMAND "${out}")
    separate_arguments(flags UNIX_COMMAND "${FLAGS}")
    foreach(source IN LISTS programs)
      cmake_path(GET source STEM name)
      set(compiler ${CXX} -std=c++20)
      if(source MATCHES "\\.c$")
        set(compiler ${CC} -std=c99)
      endif()
      run(${compiler} ${flags} ${source} -o ${folder}/${name} ${answer}
          -Wl,-rpath,${prefix}/${LIBDIR})
    endforeach()
    check("pkg-config, ${kind}" ${folder})
  else()
    message("pkg-config: not on this machine")
  endif()
endforeach()

# The program asks for the library by the version that keeps its promises.
find_program(READELF readelf)
if(READELF)
  run(${READELF} -d ${WORK}/shared-pkg-config/everything)
  if(PKG_CONFIG AND NOT out MATCHES "NEEDED[^\n]*libbasewalk\\.so\\.${VERSION}\\]")
    message(FATAL_ERROR "not linked to libbasewalk.so.${VERSION}: ${out}")
  endif()
endif()

# As a part of the program's own project: all of it is configured, with every target that the programs
# need; what is built of it is the layer url, as the objects of the others are those of the project.
set(whole -G Ninja -S ${TOP}/tests/install -DBASEWALK_SOURCE=${TOP} -DCMAKE_CXX_COMPILER=${CXX}
    -DCMAKE_CXX_FLAGS=-O0)
run(${CMAKE_COMMAND} ${whole} -B ${WORK}/subdirectory -DBASEWALK_BRIDGE=${BRIDGE} "-DPROGRAMS=${escaped}")
set(targets "")
foreach(source IN LISTS programs)
  cmake_path(GET source STEM name)
  list(APPEND targets ${name})
endforeach()
run(${CMAKE_COMMAND} --build ${WORK}/subdirectory --target ${targets} -- -n)
run(${CMAKE_COMMAND} ${whole} -B ${WORK}/subdirectory-url -DBASEWALK_URL_ONLY=ON
    -DPROGRAMS=${TOP}/samples/resolve_reference.cpp)
run(${CMAKE_COMMAND} --build ${WORK}/subdirectory-url --target resolve_reference)
run(${WORK}/subdirectory-url/resolve_reference "http://a/b/c/d\;p?q" ../g)
if(NOT out MATCHES "rfc1808\thttp://a/b/g\n")
  message(FATAL_ERROR "add_subdirectory: resolve_reference answers: ${out}")
endif()
message("add_subdirectory: configured, linked and run")

if(EXISTS ${WORK}/static/bin/basewalk)
  run(${WORK}/static/bin/basewalk --version)
  set(wanted bash-completion/completions/basewalk zsh/site-functions/_basewalk
      fish/vendor_completions.d/basewalk.fish)
  find_program(SCDOC scdoc)
  if(SCDOC)
    list(APPEND wanted man/man1/basewalk-links.1 man/man3/libbasewalk.3 man/man7/basewalk.7)
  endif()
  foreach(name IN LISTS wanted)
    if(NOT EXISTS ${WORK}/static/share/${name})
      message(FATAL_ERROR "share/${name} was not installed")
    endif()
  endforeach()
endif()
message("installed, found, linked and run")
