# SPDX-License-Identifier: MIT
# The message is filtered, and where that fails it is kept as it came.
require ["vnd.dovecot.filter"];

filter "basewalk-filter";
