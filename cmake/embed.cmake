# Makes a C++ file of files, so that a program has them with it.
#
#     cmake -DTOP=<source folder> -DOUT=<file.cpp> -DLIST=<file with a name a line> -DLAYER=<cli>
#           -DHEADER=<what declares kEmbedded in the layer's namespace> -P embed.cmake
#
# The names are those within TOP, and are what the program knows the files by.  The text is in
# escapes: a mail may hold any byte.
cmake_minimum_required(VERSION 3.25)
file(STRINGS ${LIST} names)
set(rows "")
foreach(name IN LISTS names)
  file(READ ${TOP}/${name} bytes HEX)
  string(LENGTH "${bytes}" digits)
  math(EXPR size "${digits} / 2")
  string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
  string(APPEND rows "    {\"${name}\", {\"${bytes}\", ${size}}},\n")
endforeach()
file(WRITE ${OUT}.new
     "// Made by cmake/embed.cmake.\n#include \"${HEADER}\"\n\n"
     "namespace basewalk::${LAYER} {\n\nconstexpr EmbeddedFile kEmbeddedFiles[] = {\n${rows}};\n"
     "const std::span<const EmbeddedFile> kEmbedded = kEmbeddedFiles;\n\n}  // namespace basewalk::${LAYER}\n")
file(RENAME ${OUT}.new ${OUT})
