// SPDX-License-Identifier: MIT
#include "worker/program/drawn_module.h"

#include <dlfcn.h>
#include <sys/auxv.h>

#include <string_view>

#include "worker/documents/drawn/drawn.h"

namespace basewalk::worker {
namespace {

const DrawnModule* module = nullptr;

// By the path that the system started this program by, and nowhere else.
std::string path_of_module() {
  const char* program = reinterpret_cast<const char*>(::getauxval(AT_EXECFN));
  if (program == nullptr) return {};
  const std::string_view path(program);
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return {};
  return std::string(path.substr(0, slash + 1)) + "basewalk-drawn.so";
}

}  // namespace

std::string load_drawn_module() {
  if (module != nullptr) return {};
  const std::string path = path_of_module();
  if (path.empty()) return "the folder of basewalk-worker, where basewalk-drawn.so is, is unknown";
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library != nullptr)
    module = static_cast<const DrawnModule*>(::dlsym(library, "basewalk_drawn"));
  if (module != nullptr) return {};
  const char* why = ::dlerror();
  return "basewalk-drawn.so cannot be loaded: " + std::string(why != nullptr ? why : path);
}

void open_page_by_module(const Document& document, DocumentSink& sink) {
  module->page(document, sink);
}
void open_text_by_module(const Document& document, DocumentSink& sink) {
  module->text(document, sink);
}
void open_svg_by_module(const Document& document, DocumentSink& sink) {
  module->svg(document, sink);
}

}  // namespace basewalk::worker
