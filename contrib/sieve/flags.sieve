# SPDX-License-Identifier: MIT
# Links whose host comes from a <base> that nobody sees: to Junk.  Where the program fails, the message
# is kept where it would be without this script.
require ["vnd.dovecot.execute", "variables", "fileinto", "mailbox"];

if allof (execute :pipe :output "flags" "basewalk-flags",
          string :contains "${flags}" "base-split") {
  fileinto :create "Junk";
}
