# Holds every #include "..." of the layers against the table of who may include whom.
# Run by CTest: cmake -DTOP=<source folder> -P layering.cmake
cmake_minimum_required(VERSION 3.25)
set(text_may "")
set(url_may "text")
set(mime_may "text")
set(html_may "text")
set(base_may "text;url;mime")
set(extract_may "text;url;html")
set(walk_may "text;url;mime;html;base;extract")
set(archive_may "text;mime")
set(bundle_may "text;url;mime;html;base;extract;walk;archive")
set(rewrite_may "text;url;mime;html;base;extract;walk;bundle")
set(bridge_may "text;url;mime;html;base;extract;walk;bundle")

# Layers that the programs share.
set(run_may "text;url;mime;html;base;extract;walk;archive")
set(output_may "${run_may};bundle;rewrite;run")
# The programs are the public headers' first users: nothing else of ours, but the layers that they
# share and their own folder; the verb `milter` starts the daemon.
set(milter_may "text;run;output")
set(cli_may "text;run;output;milter")

# Within a layer.
set(rewrite_plan_may "")
set(rewrite_splice_may "rewrite/plan")
set(rewrite_sign_may "")
set(cli_options_may "cli")
set(cli_verbs_may "cli;cli/options")

# Arrows that still point up: "FILE HEADER".
set(known
    "src/html/character_references.h extract/sink.h"
    "src/run/order.cpp cli/progress.h"
    "src/run/run.cpp cli/command.h"
    "src/run/run.cpp cli/progress.h"
    "src/run/run.h cli/options/output_plan.h"
    "src/run/run.h cli/options/shared_options.h"
    "src/run/run.cpp output/style.h"
    "src/run/run.cpp output/summary.h"
    "src/run/tally.cpp output/style.h"
    "src/run/writer.h cli/options/output_plan.h"
    "src/output/database.cpp cli/command.h"
    "src/output/merge_databases.cpp cli/command.h"
    "src/output/merge_records.cpp cli/command.h"
    "src/output/parts.cpp cli/command.h"
    "src/output/writers.cpp cli/command.h"
    "src/text/output.cpp cli/command.h"
    "src/text/partial_file.cpp cli/command.h"
    "src/text/partial_file.h basewalk/archive/source.h"
    "src/text/shared_file.cpp cli/command.h"
    "src/text/shared_file.cpp output/style.h"
    "src/text/whole_file.cpp cli/command.h"
    "src/text/whole_input.cpp cli/command.h"
    "src/text/whole_input.cpp output/style.h"
    "src/milter/log.cpp output/style.h"
    "src/milter/server.cpp cli/command.h"
    "src/milter/service.h cli/options/milter_options.h"
    "src/milter/socket.h cli/options/milter_options.h"
    "src/milter/metrics.h cli/options/milter_options.h"
    "src/milter/privileges.h cli/options/milter_options.h")

set(wrong 0)
function(complain file header why)
  file(RELATIVE_PATH name ${TOP} ${file})
  if("${name} ${header}" IN_LIST known)
    return()
  endif()
  message("${name}: ${header}: ${why}")
  set(wrong 1 PARENT_SCOPE)
endfunction()

# check(FILE LAYER ROOM): ROOM is the folder within src/, the layer or a folder in it.
function(check file layer room)
  string(REPLACE "/" "_" room_id ${room})
  file(STRINGS ${file} lines REGEX "^#include \"")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^#include \"([^\"]*)\".*" "\\1" header "${line}")
    set(inner "")
    if(header MATCHES "^basewalk/([a-z]+)/")
      set(seen ${CMAKE_MATCH_1})
      set(is_public TRUE)
    elseif(header MATCHES "^basewalk/[a-z_]+\\.h$")
      continue()
    elseif(header MATCHES "^([a-z]+)/(.*/)?[^/]*$")
      set(seen ${CMAKE_MATCH_1})
      string(REGEX REPLACE "/[^/]*$" "" inner "${header}")
      set(is_public FALSE)
    else()
      complain(${file} ${header} "a header without its layer's name")
      continue()
    endif()
    if(is_public AND layer MATCHES "^(cli|milter|output|run)$")
      continue()
    elseif(NOT seen STREQUAL layer AND NOT seen IN_LIST ${layer}_may)
      complain(${file} ${header} "${layer} may not include ${seen}")
    elseif(seen STREQUAL layer AND inner AND NOT inner STREQUAL room AND NOT room STREQUAL layer
           AND NOT inner IN_LIST ${room_id}_may)
      complain(${file} ${header} "${room} may not include ${inner}")
    endif()
  endforeach()
  set(wrong ${wrong} PARENT_SCOPE)
endfunction()

foreach(layer text url mime html base extract walk archive bundle rewrite bridge run output cli milter)
  file(GLOB_RECURSE files ${TOP}/src/${layer}/*.cpp ${TOP}/src/${layer}/*.h
       ${TOP}/include/basewalk/${layer}/*.h)
  if(NOT files)
    message("${layer}: there is no such layer")
    set(wrong 1)
  endif()
  foreach(file IN LISTS files)
    file(RELATIVE_PATH room ${TOP}/src ${file})
    string(REGEX REPLACE "/[^/]*$" "" room "${room}")
    if(room MATCHES "^\\.\\.")
      set(room ${layer})
    endif()
    check(${file} ${layer} ${room})
  endforeach()
endforeach()

# A folder that is full is hard to find anything in.
file(GLOB_RECURSE all LIST_DIRECTORIES TRUE ${TOP}/src/*)
foreach(folder IN LISTS all)
  if(IS_DIRECTORY ${folder})
    file(GLOB files ${folder}/*.cpp ${folder}/*.h)
    list(LENGTH files count)
    if(count GREATER 30)
      message("${folder}: ${count} files in one folder")
      set(wrong 1)
    endif()
  endif()
endforeach()

# Installed headers include the standard library and each other (bridge/mimetic.h mimetic, too).
file(GLOB_RECURSE files ${TOP}/include/basewalk/*.h)
foreach(file IN LISTS files)
  file(STRINGS ${file} lines REGEX "^#include [\"<]")
  foreach(line IN LISTS lines)
    if(line MATCHES "^#include \"" AND NOT line MATCHES "^#include \"basewalk/")
      message("${file}: an installed header may not include ${line}")
      set(wrong 1)
    elseif(line MATCHES "^#include <.*[/.]" AND NOT file MATCHES "bridge/mimetic.h$")
      message("${file}: an installed header includes the standard library only: ${line}")
      set(wrong 1)
    endif()
  endforeach()
endforeach()

if(wrong)
  message(FATAL_ERROR "layering is broken")
endif()
message("every #include points downward")
