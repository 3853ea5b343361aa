#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# What Mail::DKIM says of chains of ARC sets: mail_dkim.pl KEYS, a file with lines NAME TAB TEXT.
#
# Reads messages from standard input, each a line with its size and so many bytes.  Prints for each a line: pass,
# fail or none, and what it found of each signature: "as.2=pass ams.2=fail".
use strict;
use warnings;
use Mail::DKIM::ARC::Verifier;
use Mail::DKIM::PublicKey;

my %texts;
open my $file, '<', $ARGV[0] or die "$ARGV[0]: $!\n";
while (<$file>) {
    chomp;
    my ($name, $text) = split /\t/;
    $texts{$name} = $text;
}

# No name server is asked.
{
    no warnings 'redefine';
    *Mail::DKIM::Signature::fetch_public_key = sub { };
    *Mail::DKIM::Signature::get_public_key = sub {
        my ($self) = @_;
        my $text = $texts{ $self->selector . '._domainkey.' . $self->domain } or die "no key\n";
        return $self->{public} //= Mail::DKIM::PublicKey->parse($text);
    };
}

binmode STDIN;
$| = 1;
while (my $size = <STDIN>) {
    read(STDIN, my $message, $size) == $size or die "the input is cut\n";
    $message =~ s/\r?\n/\r\n/g;
    my $verifier = Mail::DKIM::ARC::Verifier->new;
    $verifier->PRINT($message);
    $verifier->CLOSE;
    my $detail = $verifier->result_detail // '';
    print join(' ', $verifier->result, $detail =~ /\b(a(?:s|ms)\.\d+)\.[^=]*(=[\w?]+)/g) =~ s/ =/=/gr, "\n";
}
