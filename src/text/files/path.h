// SPDX-License-Identifier: MIT
//
// Names of files that are about to be written.
#ifndef BASEWALK_TEXT_FILES_PATH_H_
#define BASEWALK_TEXT_FILES_PATH_H_

#include <sys/types.h>

#include <string>
#include <system_error>

namespace basewalk::text {

/// The name itself, or where a symbolic link of that name leads.
std::string target_of(const std::string& name);
/// The folder that a name is in, as far as the name tells: "." for one without a slash.
std::string folder_of(const std::string& name);
bool exists(const std::string& name);
/// Can `name` get its content by a rename?  Not what is a device, a pipe or a socket.
bool is_replaceable(const std::string& name);

/// What a new file is made with that is to get this name in the end: open() takes the umask from
/// it. For its owner alone where it takes the place of a file, which may have been kept from
/// others.
mode_t mode_until_named(const std::string& name);
/// Gives an open file the owner, the group and the mode of the file whose place it takes, as far as
/// the system lets this process; nobody can do more with it than he could with that one.  Nothing
/// is done where no regular file has the name, or one that a stranger has put into a folder for
/// all.
void take_rights_of(const std::string& name, int descriptor);

/// Do both names mean one file, whether it is there yet or not?  By links, too.
bool is_same_file(const std::string& a, const std::string& b);

/// What lists a folder tells want of memory among its errors: throws std::bad_alloc for that one.
void need_memory(const std::error_code& error);

/// ".a8Zx0Q": nobody else has a name that ends so, but by chance; whoever makes a file of that name
/// makes it with O_EXCL and asks again where it is there.
std::string unique_suffix();

/// Puts what was written to a file, and its name in its folder, on disk.  An errno, or 0.
int sync_descriptor(int descriptor);
int sync_file(const std::string& name);
int sync_folder_of(const std::string& name);

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_FILES_PATH_H_
