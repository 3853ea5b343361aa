// SPDX-License-Identifier: MIT
//
// Files that do nothing but lead elsewhere: shortcuts of Windows ([MS-SHLLINK], .lnk), Internet
// shortcuts (.url, .website), desktop entries (.desktop) and what the shell of Windows reads of its
// own accord (.scf, .theme, desktop.ini, autorun.inf), whose lines are `Key=value`; connections to
// a remote desktop (.rdp), whose lines are `key:s:value`.
//
// Before this: program/serve.cpp has confined the process.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_SHORTCUT_SHORTCUT_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_SHORTCUT_SHORTCUT_H_

#include "worker/document.h"

namespace basewalk::worker {

void open_shell_link(const Document& document, DocumentSink& sink);
void open_shortcut(const Document& document, DocumentSink& sink);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_SHORTCUT_SHORTCUT_H_
