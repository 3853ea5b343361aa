# Which files a tool looks at, and which tool.  Sourced by format and tidy.

# list_sources PATTERN FOLDER...: the files of the project below the folders, NUL behind each.
list_sources() {
  local pattern=$1
  shift
  if [ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$(pwd -P)" ]; then
    # A file that was removed is still listed.
    git ls-files -z -co --exclude-standard -- "$@" | xargs -0 sh -c \
      'for file; do [ ! -f "$file" ] || printf "%s\0" "$file"; done' sh
  else
    find "$@" -type f -print0
  fi | grep -zE "$pattern"
}

# tool_of_version NAME MAJOR: prints the program; ends the script with 77 where there is none.
tool_of_version() {
  local candidate
  for candidate in "$1-$2" "$1"; do
    if "$candidate" --version 2>/dev/null | grep "version $2\." >/dev/null; then
      echo "$candidate"
      return
    fi
  done
  echo "skipped: there is no $1 $2 (Debian 12: $1)" >&2
  exit 77
}
