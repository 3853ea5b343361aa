// SPDX-License-Identifier: MIT
//
// basewalk-worker: started by basewalk, for what is hostile by nature; of no use by itself.
#include "worker/program/run.h"

int main(int argc, char** argv) {
  return basewalk::worker::run(argc, argv, basewalk::worker::jobs(), basewalk::worker::openers());
}
