# What the tool says of itself: words with their examples in it, pages for man, completions for shells.
option(BASEWALK_MANUAL "Build the pages of the manual, where scdoc is there, and completions" ON)

# basewalk_embed_words(TARGET)
#
# The documents that explain words, and the mails that they name, within the tool.
function(basewalk_embed_words target)
  set(top ${PROJECT_SOURCE_DIR})
  file(GLOB documents CONFIGURE_DEPENDS ${top}/docs/*.md)
  file(GLOB mails CONFIGURE_DEPENDS ${top}/tests/data/flags/*.eml ${top}/tests/data/notes/*.eml
       ${top}/tests/data/words/*.eml)
  set(files ${mails} ${top}/tests/data/notes/limits.tsv)
  foreach(document IN LISTS documents)
    file(STRINGS ${document} tables REGEX "^<!-- words: ")
    if(tables)
      list(APPEND files ${document})
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${document})
    endif()
  endforeach()
  basewalk_embed(${target} cli cli/manual/embedded.h ${files})
endfunction()

# basewalk_manual()
#
# Completions in completions/, pages in docs/man/ of the build folder, and the rules that install
# them.  The tool itself is run for that, so there are none where it cannot be.
function(basewalk_manual)
  if(NOT BASEWALK_MANUAL OR CMAKE_CROSSCOMPILING)
    return()
  endif()
  set(completions ${PROJECT_BINARY_DIR}/completions)
  set(made "")
  foreach(row "bash basewalk bash-completion/completions" "zsh _basewalk zsh/site-functions"
              "fish basewalk.fish fish/vendor_completions.d")
    string(REPLACE " " ";" row "${row}")
    list(GET row 0 shell)
    list(GET row 1 name)
    list(GET row 2 folder)
    set(file ${completions}/${shell}/${name})
    add_custom_command(
      OUTPUT ${file}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${completions}/${shell}
      COMMAND basewalk_tool completion ${shell} >${file}
      DEPENDS basewalk_tool)
    list(APPEND made ${file})
    if(BASEWALK_INSTALL)
      install(FILES ${file} DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder} OPTIONAL)
    endif()
  endforeach()
  find_program(BASEWALK_SCDOC scdoc)
  mark_as_advanced(BASEWALK_SCDOC)
  if(BASEWALK_SCDOC)
    basewalk_pages(pages)
    list(APPEND made ${pages})
  else()
    message(STATUS "There is no scdoc: the pages of the manual are not built")
  endif()
  add_custom_target(basewalk_manual ALL DEPENDS ${made})
endfunction()

# Puts the pages into the variable `out`.
function(basewalk_pages out)
  set(top ${PROJECT_SOURCE_DIR})
  add_executable(basewalk_page manual/make_page.cpp)
  target_link_libraries(basewalk_page PRIVATE basewalk_cli basewalk_options)
  file(GLOB sources CONFIGURE_DEPENDS ${top}/docs/man/*.scd)
  if(NOT BASEWALK_MILTER)
    list(REMOVE_ITEM sources ${top}/docs/man/basewalk-milter.1.scd)
  endif()
  if(NOT BASEWALK_GUARD)
    list(REMOVE_ITEM sources ${top}/docs/man/basewalk-guard.1.scd)
  endif()
  if(NOT BASEWALK_POLICY)
    list(REMOVE_ITEM sources ${top}/docs/man/basewalk-policy.1.scd)
  endif()
  if(NOT CMAKE_SYSTEM_NAME STREQUAL Linux)
    list(REMOVE_ITEM sources ${top}/docs/man/basewalk-watch.1.scd)
  endif()
  set(folder ${PROJECT_BINARY_DIR}/docs/man)
  file(MAKE_DIRECTORY ${folder})
  set(pages "")
  foreach(source IN LISTS sources)
    cmake_path(GET source STEM LAST_ONLY name)
    string(REGEX REPLACE ".*\\." "" section ${name})
    add_custom_command(
      OUTPUT ${folder}/${name}
      COMMAND basewalk_page ${top} docs/man/${name}.scd >${folder}/${name}.scd
      COMMAND ${BASEWALK_SCDOC} <${folder}/${name}.scd >${folder}/${name}.new
      COMMAND ${CMAKE_COMMAND} -E rename ${folder}/${name}.new ${folder}/${name}
      DEPENDS basewalk_page ${source} ${top}/docs/man/options.inc
              ${top}/samples/list_links.cpp)
    list(APPEND pages ${folder}/${name})
    if(BASEWALK_INSTALL)
      install(FILES ${folder}/${name} DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section}
              OPTIONAL)
    endif()
  endforeach()
  set(${out} ${pages} PARENT_SCOPE)
endfunction()
