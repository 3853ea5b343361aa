// SPDX-License-Identifier: MIT
#include "basewalk/bundle/files.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include "text/files/descriptor.h"
#include "text/files/new_folder.h"

namespace basewalk::bundle {

struct NewFolder::State {
  bool fail(const std::string& what, int number) {
    if (failure.empty()) failure = what + ": " + std::strerror(number);
    return false;
  }

  text::NewFolder folder;
  text::Descriptor file;
  std::string file_name, failure;
};

NewFolder::NewFolder(std::unique_ptr<State> state) : state_(std::move(state)) {}
NewFolder::NewFolder(NewFolder&&) noexcept = default;
NewFolder& NewFolder::operator=(NewFolder&&) noexcept = default;
NewFolder::~NewFolder() = default;

Result<NewFolder> NewFolder::create(const std::string& path) {
  if (path.empty()) return Error{"missing", 0, std::strerror(ENOENT)};
  auto state = std::make_unique<State>();
  if (Result<bool> opened = state->folder.open(path); !opened) return opened.error();
  return NewFolder(std::move(state));
}

bool NewFolder::begin(std::string_view name) {
  State& state = *state_;
  if (!state.failure.empty()) return false;
  state.file_name = name;
  // No name that unpack() makes lies in another folder.
  if (name.find('/') != std::string_view::npos) return state.fail(state.file_name, EINVAL);
  state.file.set(state.folder.create(state.file_name));
  return state.file.is_open() || state.fail(state.file_name, errno);
}

bool NewFolder::write(std::string_view bytes) {
  State& state = *state_;
  if (!state.failure.empty()) return false;
  const int error = text::write_all(state.file.number(), bytes);
  return error == 0 || state.fail(state.file_name, error);
}

bool NewFolder::end() {
  State& state = *state_;
  if (!state.failure.empty()) return false;
  return state.file.close() || state.fail(state.file_name, errno);
}

Result<bool> NewFolder::commit() {
  State& state = *state_;
  if (state.failure.empty())
    if (const int error = state.folder.commit(); error != 0)
      state.fail("it could not be given its name", error);
  if (state.failure.empty()) return true;
  state.file.close();
  state.folder.remove();
  return Error{"unwritable", 0, state.failure};
}

const std::string& NewFolder::failure() const { return state_->failure; }

}  // namespace basewalk::bundle
