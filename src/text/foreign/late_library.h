// SPDX-License-Identifier: MIT
//
// A library of others that is loaded where something of it is first called: for what few runs need
// and what takes long to load.  cmake/late.cmake says which; elsewhere they are linked.
//
// What is called of one is a struct of pointers to its functions (guard/http_calls.h is such),
// which a file of its own fills.  For that file BASEWALK_LATE_NAME is what the dynamic linker knows
// the library by, where it is loaded late.
#ifndef BASEWALK_TEXT_FOREIGN_LATE_LIBRARY_H_
#define BASEWALK_TEXT_FOREIGN_LATE_LIBRARY_H_

#include <string>

namespace basewalk::text {

class LateLibrary {
 public:
  /// By the name that the dynamic linker knows, as "libz.so.1"; null where it is linked.  It is not
  /// unloaded again.  Throws std::bad_alloc.
  explicit LateLibrary(const char* name);

  template <typename Function>
  void find(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(symbol(name));
  }

  /// Why it, or a function of it, cannot be had; empty where all is there.
  const std::string& why() const { return why_; }

 private:
  void* symbol(const char* name);

  std::string name_;
  void* library_;
  std::string why_;
};

}  // namespace basewalk::text

// Sets a pointer to the library's function of that name.
#if defined(BASEWALK_LATE_NAME)
#define BASEWALK_FIND(library, pointer, function) (library).find(pointer, #function)
#else
#define BASEWALK_LATE_NAME nullptr
#define BASEWALK_FIND(library, pointer, function) (pointer) = &::function
#endif

#endif  // BASEWALK_TEXT_FOREIGN_LATE_LIBRARY_H_
