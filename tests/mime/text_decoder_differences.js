// SPDX-License-Identifier: MIT
//
// Where Node's TextDecoder (20, with the tables of ICU 74) is not the Encoding Standard's: the
// shortest bytes that show it, in hexadecimal, and the clause that decides.
'use strict';
const row = (encodings, pieces, clause) => ({encodings, pieces, clause});

const lead = '(8[1-9a-f]|[9a-e].|f[0-9a-e])';
const ascii = '[0-7].';

module.exports = [
  row(['ibm866', 'shift_jis'], /^(1a|1c|7f)$/,
      '9.1, 12.3.1: an ASCII byte is the code point of that number; ICU turns three of them as DOS did'),
  row(['koi8-u'], /^(ae|be)$/, 'index KOI8-U: these two are letters of Belarusian'),
  row(['windows-874'], /^(d[b-e]|f[c-f])$/, 'index windows-874: nothing; ICU has U+F8C1 and on'),
  row(['windows-1252'], /^([89].|ff)$/, 'index windows-1252; Node decodes ISO-8859-1, and loses U+00FF at the end'),
  row(['windows-1253'], /^aa$/, 'index windows-1253: nothing'),
  row(['windows-1255'], /^ca$/, 'index windows-1255: U+05BA'),
  row(['gbk'], /^ff$/, '10.2.1 step 9: an error; ICU has U+F8F5'),
  row(['gbk'], new RegExp(`^${lead}3[0-9]$`),
      '10.1.1, 10.2.1 step 1: a digit belongs to a character of four bytes, the end of which is missing'),
  row(['gbk'], /^(a2|a3|a6|a8|a9|fe)(8.|9.|a0|[4-7e].|a[a-f]|[bdf].)$/,
      'index gb18030: the characters that GB 18030 added; ICU has private ones, or none'),
  row(['big5'], /^(80|ff)$/, '11.1.1 step 6: an error'),
  row(['big5'], new RegExp(`^(8[1-9a-f]|9.|a0|a3|c[678]|f[9a-e])..$`),
      'index Big5: with the characters of Hong Kong; ICU has private ones, or none'),
  row(['euc-jp'], /^(8[0-9a-df]|9.|a0|ff)$/, '12.1.1 step 8: an error; ICU has controls'),
  row(['euc-jp'], new RegExp(`^(8e|8f|[a-e].|f[0-9a-e])(8.|9.|a0|ff|[e-f].)$`),
      '12.1.1 step 7: a byte that does not fit goes with its lead byte: one error'),
  row(['euc-jp'], /^8f[a-f].(..)?$/, '12.1.1 step 7: three bytes that fit nothing are one error'),
  row(['euc-kr'], /^(8.|9.|a0|ff)$/, '13.1.1 step 5: an error; ICU has controls'),
  row(['euc-kr'], new RegExp(`^${lead}${ascii}$`),
      'index EUC-KR: with the syllables of UHC, which ICU does not have by that name'),
  row(['euc-kr'], new RegExp(`^${lead}([89a-e].|f[0-9a-e])$`), 'the same'),
  row(['euc-kr'], new RegExp(`^${lead}ff$`), '13.1.1 step 3: both bytes are one error'),
  row(['shift_jis'], /^80$/, '12.3.1 step 4: U+0080'),
  row(['shift_jis'], /^(8[1-9a-f]|9.|e.|f[0-9a-c])(7f|80|a0|f[d-f])$/,
      '12.3.1 step 3: both bytes are one error'),
  row(['shift_jis'], new RegExp(`^(8[1-9a-f]|9.|e.|f[0-9a-c])${ascii}$`),
      '12.3.1 step 3.7: an ASCII byte behind a lead byte that it does not fit is read again'),
  row(['iso-2022-jp'], /1b(2[48])?$/, '12.2.1 escape start, escape: what is none is read again'),
  row(['iso-2022-jp'], /1b([^2].|2[^48])$/, '12.2.1 escape start: the byte behind it is read again'),
  row(['iso-2022-jp'], /^1b2849.*([01].|[6-9a-f].|20)/,
      '12.2.1 katakana: what is none is one error'),
  row(['iso-2022-jp'], /^(1b24(40|42)).*([01].|[89a-f].|20|7f)/,
      '12.2.1 lead byte, trail byte: what does not fit is one error'),
];
