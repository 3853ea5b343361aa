#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A Postfix of our own on 127.0.0.1, without syslog and chroot.  To be run by private.sh.
#
#     postfix.sh new FOLDER      makes FOLDER/etc; append what is wanted to its main.cf and master.cf
#     postfix.sh start FOLDER    mail for example.org goes to FOLDER/mail/box, a Maildir
#     postfix.sh stop FOLDER
#
# Port 2525 takes mail; nothing leaves the machine.  What cannot be delivered is tried again every
# second.  The log is FOLDER/mail.log.
set -eu
folder=$2
user=$(id -u vmail) group=$(id -g vmail)

main_cf() {
  cat <<END
compatibility_level = 3.6
queue_directory = $folder/spool
data_directory = $folder/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
shlib_directory = /usr/lib/postfix
maillog_file = $folder/mail.log
maillog_file_prefixes = $folder
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.example.org
mydestination =
mynetworks = 127.0.0.0/8
alias_maps =
alias_database =
local_recipient_maps =
local_transport = error:no local delivery
virtual_mailbox_domains = example.org
virtual_mailbox_maps = static:box/
virtual_mailbox_base = $folder/mail
virtual_uid_maps = static:$user
virtual_gid_maps = static:$group
virtual_minimum_uid = 1
smtp_dns_support_level = disabled
smtp_host_lookup = native
smtpd_peername_lookup = no
default_transport = error:nothing leaves this machine
relay_transport = error:nothing leaves this machine
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 1s
transport_retry_time = 1s
smtpd_client_connection_count_limit = 0
message_size_limit = 0
mailbox_size_limit = 0
virtual_mailbox_limit = 0
biff = no
END
}

master_cf() {
  cat <<END
127.0.0.1:2525 inet n - n - - smtpd
pickup    unix  n - n 1 1 pickup
cleanup   unix  n - n - 0 cleanup
qmgr      unix  n - n 1 1 qmgr
rewrite   unix  - - n - - trivial-rewrite
bounce    unix  - - n - 0 bounce
defer     unix  - - n - 0 bounce
trace     unix  - - n - 0 bounce
verify    unix  - - n - 1 verify
flush     unix  n - n 1000? 0 flush
proxymap  unix  - - n - - proxymap
proxywrite unix - - n - 1 proxymap
smtp      unix  - - n - - smtp
relay     unix  - - n - - smtp
showq     unix  n - n - - showq
error     unix  - - n - - error
retry     unix  - - n - - error
discard   unix  - - n - - discard
local     unix  - n n - - local
virtual   unix  - n n - - virtual
lmtp      unix  - - n - - lmtp
anvil     unix  - - n - 1 anvil
scache    unix  - - n - 1 scache
postlog   unix-dgram n - n - 1 postlogd
END
}

case $1 in
  new)
    mkdir -p "$folder/etc" "$folder/spool" "$folder/data" "$folder/mail"
    chmod 755 "$folder" "$folder/etc"
    chown postfix "$folder/data"
    chown vmail "$folder/mail"
    main_cf >"$folder/etc/main.cf"
    master_cf >"$folder/etc/master.cf"
    # sendmail takes a folder from users only where the first main.cf names it.
    [ -f /etc/postfix/main.cf ] || echo 'compatibility_level = 3.6' >/etc/postfix/main.cf
    postconf -c /etc/postfix -e "alternate_config_directories = $folder/etc"
    ;;
  start)
    postfix -c "$folder/etc" check
    postfix -c "$folder/etc" start
    ;;
  stop) postfix -c "$folder/etc" stop ;;
esac
