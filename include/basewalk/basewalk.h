// SPDX-License-Identifier: MIT
//
// Everything that basewalk has, but for the bridge to mimetic's trees (bridge/mimetic.h), which
// needs mimetic's headers.
//
// One layer's header compiles faster: basewalk/walk/walk.h for links, basewalk/url/resolve.h for
// URLs.
#ifndef BASEWALK_BASEWALK_H_
#define BASEWALK_BASEWALK_H_

#include "basewalk/archive/file.h"
#include "basewalk/archive/mbox.h"
#include "basewalk/archive/name_list.h"
#include "basewalk/archive/plan.h"
#include "basewalk/archive/source.h"
#include "basewalk/base/scope.h"
#include "basewalk/bridge/write_bundle.h"
#include "basewalk/bundle/bundle.h"
#include "basewalk/bundle/check.h"
#include "basewalk/bundle/files.h"
#include "basewalk/bundle/pack.h"
#include "basewalk/bundle/shown.h"
#include "basewalk/bundle/survey.h"
#include "basewalk/bundle/unpack.h"
#include "basewalk/doubt.h"
#include "basewalk/extract/extract.h"
#include "basewalk/extract/place.h"
#include "basewalk/extract/written.h"
#include "basewalk/flags.h"
#include "basewalk/html/space.h"
#include "basewalk/limits.h"
#include "basewalk/mime/decode.h"
#include "basewalk/mime/headers.h"
#include "basewalk/mime/part.h"
#include "basewalk/note.h"
#include "basewalk/notes.h"
#include "basewalk/open/kinds.h"
#include "basewalk/result.h"
#include "basewalk/rewrite/rewrite.h"
#include "basewalk/rewrite/signatures.h"
#include "basewalk/rewrite/wrapped.h"
#include "basewalk/sink.h"
#include "basewalk/temporary.h"
#include "basewalk/url/flags.h"
#include "basewalk/url/normalize.h"
#include "basewalk/url/relative.h"
#include "basewalk/url/resolve.h"
#include "basewalk/url/schemes.h"
#include "basewalk/url/url.h"
#include "basewalk/version.h"
#include "basewalk/walk/links.h"
#include "basewalk/walk/walk.h"

#endif  // BASEWALK_BASEWALK_H_
