// SPDX-License-Identifier: MIT
//
// warcio.mjs FILE PAGES: reads every record of a WARC, or of that in a WACZ, by warcio, and holds the
// digests against the bytes.  Exit status 1 where one is wrong, or there are fewer pages.
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const { WARCParser } = createRequire(import.meta.url)('warcio');
const [, , FILE, PAGES] = process.argv;

// The records in a WACZ: a member of the zip, found by its directory.
function archiveIn(zip) {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  let at = zip.readUInt32LE(end + 16);
  for (;;) {
    const [method, size, nameSize, extra, comment, local] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32), zip.readUInt32LE(at + 42)];
    const name = zip.toString('latin1', at + 46, at + 46 + nameSize);
    if (name === 'archive/data.warc.gz') {
      if (method !== 0) throw new Error(name + ' is not stored');
      const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      return zip.subarray(begin, begin + size);
    }
    at += 46 + nameSize + extra + comment;
  }
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
function digest(bytes) {
  let [bits, held, text] = [0, 0, 'sha1:'];
  for (const byte of createHash('sha1').update(bytes).digest()) {
    held = (held << 8 | byte) & 0xFFFF;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[held >> (bits - 5) & 31];
  }
  return text;
}

let name = FILE;
if (FILE.endsWith('.wacz')) {
  name = path.basename(FILE) + '.data.warc.gz';
  writeFileSync(name, archiveIn(readFileSync(FILE)));
}
const ids = new Set();
let [records, pages, bad] = [0, 0, 0];
for await (const record of new WARCParser(createReadStream(name))) {
  const field = (key) => record.warcHeaders.headers.get(key);
  const payload = Buffer.from(await record.readFully());
  ++records;
  const fine = record.warcHeaders.protocol === 'WARC/1.1' && field('WARC-Block-Digest') === digest(payload) &&
    payload.length === Number(field('Content-Length')) && !ids.has(field('WARC-Record-ID')) &&
    (record.warcType === 'warcinfo') === (records === 1) &&
    (record.warcType === 'warcinfo' || field('WARC-Payload-Digest') === digest(payload));
  ids.add(field('WARC-Record-ID'));
  if (/\/p\.html$/.test(record.warcTargetURI || '')) ++pages;
  if (fine) continue;
  ++bad;
  console.log(`wrong: ${FILE}: record ${records}: ${record.warcTargetURI}`);
}
if (pages < Number(PAGES)) ++bad;
console.log(`${bad === 0 ? 'ok  ' : 'BAD '} ${FILE}: ${records} records, ${pages} pages, read by warcio`);
process.exit(bad === 0 ? 0 : 1);
