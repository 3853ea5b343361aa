# What Doxygen takes for marks within a comment, and is text there: <base>, @import, #name, ::name.
/\/\/\/\|^ \*\|\/\*/ {
  s/<\([a-zA-Z\/]\)/\\<\1/g
  s/\([^\\]\)@/\1\\@/g
  s/#\([a-zA-Z]\)/\\#\1/g
  s/\([ (]\)::/\1\\::/g
}
# A specialisation within another library's namespace, which it cannot know.
/^\/\/\/ mimetic's extension point/,/^};/d
