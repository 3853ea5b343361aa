#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# Reads mails with MIME-tools or Email::MIME: read_perl.pl mime-tools|email-mime.  Input and output are those of
# read_python.py.
use strict;
use warnings;
use MIME::Base64 qw(encode_base64);

# Both complain of each mail.
open STDERR, '>', '/dev/null' or die;
my $which = shift;
require MIME::Parser if $which eq 'mime-tools';
require Email::MIME  if $which eq 'email-mime';
$| = 1;

sub cell {
  my $value = shift // '';
  utf8::encode($value) if utf8::is_utf8($value);
  return encode_base64($value, '');
}

sub row {
  my ($media, $charset, $name, $bases, $data) = @_;
  print join("\t", 'part', cell($media), cell($charset), cell($name), cell(join "\n", @$bases), cell($data), 'bytes'), "\n";
}

sub bases_of {
  my ($field_of, $around) = @_;
  return [(map { s/\n//gr } grep { defined } map { $field_of->($_) } 'Content-Base', 'Content-Location'), @$around];
}

sub show_entity {
  my ($entity, $around) = @_;
  my $bases = bases_of(sub { $entity->head->get($_[0], 0) }, $around);
  if ($entity->parts) {
    show_entity($_, $bases) for $entity->parts;
    return;
  }
  my $body = $entity->bodyhandle;
  row($entity->mime_type, $entity->head->mime_attr('content-type.charset'), $entity->head->recommended_filename,
      $bases, $body ? $body->as_string : '');
}

sub show_email {
  my ($email, $around, $depth) = @_;
  return if $depth > 120;
  my $bases = bases_of(sub { scalar $email->header_raw($_[0]) }, $around);
  if (my @parts = $email->subparts) {
    show_email($_, $bases, $depth + 1) for @parts;
    return;
  }
  my $type  = Email::MIME::parse_content_type($email->content_type // 'text/plain');
  my $media = lc(($type->{type} // '') . '/' . ($type->{subtype} // ''));
  my $data  = eval { $email->body };
  return show_email(Email::MIME->new($data), $bases, $depth + 1) if $media eq 'message/rfc822' && defined $data;
  row($media, $type->{attributes}{charset}, scalar(eval { $email->filename }), $bases, $data);
}

sub parsed {
  my $parser = MIME::Parser->new;
  $parser->output_to_core(1);
  $parser->tmp_to_core(1);
  $parser->extract_nested_messages('NEST');
  return $parser->parse_data(shift);
}

while (my $path = <STDIN>) {
  chomp $path;
  next unless length $path;
  open my $file, '<:raw', $path or die;
  my $bytes = do { local $/; <$file> };
  close $file;
  eval { $which eq 'mime-tools' ? show_entity(parsed($bytes), []) : show_email(Email::MIME->new($bytes), [], 0); 1 }
    or print "failed\t", $@ =~ s/\s+/ /gr, "\n";
  print "end\t$path\n";
}
