// Reads mails as read_python.py does, and has Chromium open every part that is HTML: read_chromium.mjs PYTHON, with
// playwright-core in NODE_PATH and CHROMIUM in the environment, as for tests/chromium.  Input and output are those of
// read_python.py; an opened page comes as text: where its links lead, one a line, and the text that it shows.
// The page belongs to a webmail site; the mail's own document has no scripts, and nothing is fetched.
import {spawn} from 'node:child_process';
import {createRequire} from 'node:module';
import path from 'node:path';
import readline from 'node:readline';

const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const {chromium} = createRequire(import.meta.url)('playwright-core');
const browser = await chromium.launch({executablePath: process.env.CHROMIUM, args: ['--no-sandbox']});
const page = await browser.newPage();
await page.route('**/*', route => route.request().url() === 'https://webmail.test/read/1' ?
    route.fulfill({contentType: 'text/html', body: '<!doctype html>'}) : route.abort());
await page.goto('https://webmail.test/read/1');

// In the page: a list of [base64 of the bytes, label] gives a list of texts.
function open(parts) {
  const marks = [[[0xef, 0xbb, 0xbf], 'utf-8'], [[0xff, 0xfe], 'utf-16le'], [[0xfe, 0xff], 'utf-16be']];
  const decoder = (label, options) => { try { return new TextDecoder(label, options); } catch { return null; } };
  return parts.map(([digits, label]) => {
    const bytes = Uint8Array.from(atob(digits), c => c.charCodeAt(0));
    const mark = marks.find(([first]) => first.every((b, i) => bytes[i] === b));
    const declared = /<meta[^>]*?charset\s*=\s*["']?([\w-]+)/i.exec(new TextDecoder('latin1').decode(bytes.slice(0, 1024)))?.[1];
    let text = null;
    for (const one of mark ? [mark[1]] : [label, declared?.replace(/^utf-16.*/i, 'utf-8')])
      text ??= (one && decoder(one)?.decode(bytes)) ?? null;
    if (text === null) {
      try { text = new TextDecoder('utf-8', {fatal: true}).decode(bytes); } catch { text = new TextDecoder('windows-1252').decode(bytes); }
    }
    const tree = new DOMParser().parseFromString(text, 'text/html');
    const found = [];
    for (const [selector, name] of [['a[href],area[href],link[href]', 'href'], ['form[action]', 'action'], ['[formaction]', 'formAction'], ['iframe[src],frame[src],img[src],script[src],embed[src],input[src]', 'src']])
      for (const element of tree.querySelectorAll(selector)) found.push(typeof element[name] === 'string' ? element[name] : '');
    const walker = tree.createTreeWalker(tree, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      if (!walker.currentNode.parentElement?.closest('a,script,style,textarea,title,xmp,iframe,noembed,noframes,plaintext')) found.push(walker.currentNode.data);
    return found.join('\n');
  });
}

const python = spawn(process.argv[2] ?? 'python3', [path.join(here, 'read_python.py'), 'old'], {stdio: ['pipe', 'pipe', 'inherit']});
process.stdin.pipe(python.stdin);
const cell = text => Buffer.from(text).toString('base64');
let parts = [];
for await (const line of readline.createInterface({input: python.stdout, crlfDelay: Infinity})) {
  if (line.startsWith('part\t')) {
    parts.push(line.split('\t'));
    continue;
  }
  const pages = parts.filter(one => /^(text\/html)$/i.test(Buffer.from(one[1], 'base64').toString()));
  if (pages.length) {
    const texts = await page.evaluate(open, pages.map(one => [one[5], Buffer.from(one[2], 'base64').toString('latin1')]));
    pages.forEach((one, i) => one.splice(1, 6, cell('text/plain'), '', '', '', cell(texts[i]), 'text'));
  }
  const answer = [...parts.map(one => one.join('\t')), line, ''].join('\n');
  await new Promise(done => process.stdout.write(answer, done));
  parts = [];
}
await browser.close();
