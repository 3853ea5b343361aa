// Reads mails with mailparser or postal-mime: read_node.mjs mailparser|postal-mime FOLDER, where FOLDER holds the
// package, or a node_modules with it.  Input and output are those of read_python.py.
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';

const [name, folder] = process.argv.slice(2);

async function load() {
  const own = path.resolve(folder, 'src', name + '.js');
  if (name === 'postal-mime' && fs.existsSync(own)) return import(pathToFileURL(own));
  return createRequire(path.resolve(folder, 'any.js'))(name);
}

const peer = await load();
const PostalMime = name === 'postal-mime' ? withoutConversion(peer.default ?? peer) : null;
const cell = value => Buffer.from(value ?? '').toString('base64');
const lines = [];
const part = (type, file, data, how, charset) => lines.push(['part', cell(type), cell(charset), cell(file), '', cell(data), how].join('\t'));
const charsetOf = headers => /charset\s*=\s*"?([^";\s]+)/i.exec(headers)?.[1];

// The texts of all parts in one: shown as a text, whatever the first of them begins with.
const SHOWN = 'text/x-shown';

// An attached message is opened as a message: the reader reads it anew.
async function mailparser(bytes, depth) {
  const mail = await peer.simpleParser(bytes, {skipTextToHtml: true, skipHtmlToText: true, skipImageLinks: true});
  if (mail.html) part('text/html', '', mail.html, 'text');
  if (mail.text) part(SHOWN, '', mail.text, 'text');
  for (const one of mail.attachments) {
    if (one.contentType === 'message/rfc822' && depth < 150) await mailparser(one.content, depth + 1);
    else part(one.contentType, one.filename, one.content, 'bytes', one.headers?.get('content-type')?.params?.charset);
  }
}

// Beside a part that is text postal-mime makes text of the HTML, too, by expressions that know no tree: it is left out
// (docs/testing.md).
function withoutConversion(base) {
  return class extends base {
    renderTextContent() {
      super.renderTextContent();
      const own = [...this.textMap.values()].flatMap(entry => entry.plain ?? []).filter(one => one.type === 'text');
      if (this.textContent.plain) this.textContent.plain = own.map(one => one.value).join('\n');
    }
  };
}

async function postal(bytes, depth) {
  const mail = await new PostalMime().parse(bytes);
  if (mail.html) part('text/html', '', mail.html, 'text');
  if (mail.text) part(SHOWN, '', mail.text, 'text');
  for (const one of mail.attachments) {
    if (one.mimeType === 'message/rfc822' && depth < 150) await postal(Buffer.from(one.content), depth + 1);
    else part(one.mimeType, one.filename, Buffer.from(one.content), 'bytes');
  }
}

for await (const line of readline.createInterface({input: process.stdin, crlfDelay: Infinity})) {
  if (line) {
    try {
      await (name === 'mailparser' ? mailparser : postal)(fs.readFileSync(line), 0);
    } catch (error) {
      lines.push('failed\t' + error.constructor.name);
    }
    lines.push('end\t' + line);
  }
  const text = lines.splice(0).map(x => x + '\n').join('');
  if (text) await new Promise(done => process.stdout.write(text, done));
}
