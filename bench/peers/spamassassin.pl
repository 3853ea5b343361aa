# SPDX-License-Identifier: MIT
# The URIs that SpamAssassin's rules are shown of messages: spamassassin.pl FILE...
# Its rules are not run, which takes seconds a message; a form feed ends what is told of each.
use strict;
use warnings;
use Mail::SpamAssassin;

my $checker = Mail::SpamAssassin->new({local_tests_only => 1, dont_copy_prefs => 1});
$checker->init(1);
for my $name (@ARGV) {
  open my $file, '<', $name or die "$name: $!\n";
  my $mail = $checker->parse($file);
  my $status = Mail::SpamAssassin::PerMsgStatus->new($checker, $mail);
  print "$_\n" for $status->get_uri_list();
  print "\f";
  $status->finish();
  $mail->finish();
}
