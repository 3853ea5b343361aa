// SPDX-License-Identifier: MIT
//
// trees.js DUMP_TREES COUNT [SEED] [SECONDS]: random tag soup, the tree that Chromium's parser makes
// of it (scripting off) beside ours, node by node.  What differs is made small and shown; exit
// status 1 where anything does.
'use strict';
const { spawn } = require('child_process');
const readline = require('readline');
const { launch } = require('./browser.js');

const [, , DUMP, COUNT = '20000', SEED = '1', SECONDS = '0'] = process.argv;

// A generator whose numbers are those of its seed (mulberry32).
let state = Number(SEED) >>> 0;
function random() {
  state = (state + 0x6D2B79F5) >>> 0;
  let t = state;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const below = (n) => Math.floor(random() * n);
const pick = (list) => list[below(list.length)];

const TAGS = ('a a a b b i u font nobr em big s p p div div span li ul ol dd dt dl h1 h2 table table tbody thead tfoot tr tr ' +
  'td td th caption colgroup col select option optgroup hr input textarea button form body html head frameset frame ' +
  'noframes svg svg math math g foreignObject desc title mi mo mtext mglyph malignmark annotation-xml template template ' +
  'style script xmp iframe noembed noscript plaintext object marquee applet pre listing ruby rt rb rp rtc image img br ' +
  'base meta link param source area embed address center details fieldset x-y o:p menuitem keygen dialog search').split(' ');
// Those whose rules meet most: what is formatted, what ends a scope, what fosters.
const ENTANGLED = ('a a b i u font nobr em code span p div table tbody tr td th caption li ul h1 address button form dd object marquee template').split(' ');
const ODD = ['<!---->', '<!--x-->', '<!DOCTYPE html>', '<!DOCTYPE x>', '<?x>', '<![CDATA[x]]>', '<![CDATA[><a>', ']]>', '</>', '<%'];
// A blank that is written as a character reference and stands alone is not dropped by Chromium.
const TEXTS = ['x', ' ', '\n', 'x y', 'x&#32;', '&amp;', '\0', ' \0', 'y&#9;z', 'A\n'];
const ATTRIBUTES = [' id=1', ' id=2', ' class=x', ' color=red', ' type=hidden', ' TYPE=HIDDEN', ' encoding=text/html', ' face', ' definitionurl=x', ' viewbox=1', ' xlink:href=x', ' id=1 class=y', ' class=y id=1'];

function openTag(name) {
  let attributes = '';
  if (random() < 0.25) attributes = pick(ATTRIBUTES);
  if (name === 'annotation-xml' && random() < 0.6) attributes = ' encoding=text/html';
  if (name === 'input' && random() < 0.5) attributes = ' type=hidden';
  const slash = random() < 0.05 ? '/' : '';
  return '<' + name + attributes + slash + '>';
}

// A few kinds of tags, so that they meet.
function makeDocument() {
  const kinds = [];
  const tags = random() < 0.4 ? ENTANGLED : TAGS;
  for (let i = 2 + below(5); i > 0; --i) kinds.push(pick(tags));
  const open = [];
  const out = [];
  if (random() < 0.3) out.push('<!DOCTYPE html>');
  if (random() < 0.05) {
    // Deep: elements below the 512th are siblings.
    const name = pick(['div', 'b', 'span', 'i', 'font', 'x-y', 'svg']);
    const distinct = random() < 0.5;
    const depth = 500 + below(30);
    for (let i = 0; i < depth; ++i) out.push(distinct ? '<' + name + ' id=' + i + '>' : '<' + name + '>');
  }
  for (let i = 2 + below(random() < 0.1 ? 40 : tags === TAGS ? 12 : 24); i > 0; --i) {
    const r = random();
    if (r < 0.5) {
      const name = pick(kinds);
      out.push(openTag(name));
      open.push(name);
    } else if (r < 0.75) {
      const name = open.length > 0 && random() < 0.8 ? pick(open) : pick(random() < 0.8 ? kinds : TAGS);
      out.push('</' + name + '>');
    } else if (r < 0.93) {
      out.push(pick(TEXTS));
    } else {
      out.push(pick(ODD));
    }
  }
  return out;
}

// What docs/deviations.md names, made small: <head> in a <noscript> of the head, and the buttons of
// a shortcut that DOMParser takes.
const KNOWN = [/^(<!DOCTYPE html>)?<noscript[^>]*>(<[^>]*>)*<head[^>]*>/i, /^(<\/?button[^>]*>)+$/i];

// In the page: the trees as html5lib's suites write them.
function dumpInPage(texts) {
  const SPACES = { 'http://www.w3.org/2000/svg': 'svg ', 'http://www.w3.org/1998/Math/MathML': 'math ' };
  const ATTRIBUTE_SPACES = { 'http://www.w3.org/1999/xlink': 'xlink ', 'http://www.w3.org/XML/1998/namespace': 'xml ', 'http://www.w3.org/2000/xmlns/': 'xmlns ' };
  return texts.map((text) => {
    const document = new DOMParser().parseFromString(text, 'text/html');
    const out = [];
    const stack = [{ node: document.firstChild, indent: '| ' }];
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      const node = top.node;
      if (!node) {
        stack.pop();
        continue;
      }
      top.node = node.nextSibling;
      const indent = top.indent;
      if (node.nodeType === 1) {
        const name = (node.prefix ? node.prefix + ':' : '') + node.localName;
        out.push(indent + '<' + (SPACES[node.namespaceURI] || '') + name + '>');
        const attributes = Array.from(node.attributes).map((a) => {
          const space = ATTRIBUTE_SPACES[a.namespaceURI];
          return [space ? space + a.localName : a.name, a.value];
        });
        attributes.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
        for (const [name_, value] of attributes) out.push(indent + '  ' + name_ + '="' + value + '"');
        if (node instanceof HTMLTemplateElement) {
          stack.push({ node: node.firstChild, indent: indent + '  ' });
          out.push(indent + '  content');
          stack.push({ node: node.content.firstChild, indent: indent + '    ' });
        } else {
          stack.push({ node: node.firstChild, indent: indent + '  ' });
        }
      } else if (node.nodeType === 3 || node.nodeType === 4) {
        out.push(indent + '"' + node.data + '"');
      } else if (node.nodeType === 7 || (node.nodeType === 8 && node.data[0] === '?')) {
        out.push(indent + '<?>');  // a comment to the standard, an instruction to Chromium
      } else if (node.nodeType === 8) {
        out.push(indent + '<!-- ' + node.data + ' -->');
      } else if (node.nodeType === 10) {
        out.push(indent + '<!DOCTYPE ' + node.name + (node.publicId || node.systemId ? ' "' + node.publicId + '" "' + node.systemId + '"' : '') + '>');
      }
    }
    // Chromium makes U+FFFD of a NUL in a CDATA section, where the standard drops it.
    return out.join('\n').replace(/\uFFFD/g, '') + (out.length > 0 ? '\n' : '');
  });
}

async function main() {
  const { context, close } = await launch();
  const page = await context.newPage();
  const ours = spawn(DUMP, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = readline.createInterface({ input: ours.stdout })[Symbol.asyncIterator]();
  const differing = async (documents) => {
    const texts = documents.map((tokens) => tokens.join(''));
    ours.stdin.write(JSON.stringify(texts) + '\n');
    const theirs = await page.evaluate(dumpInPage, texts);
    const mine = JSON.parse((await lines.next()).value).map((dump) => dump.replace(/<!-- \?.* -->/g, '<?>').replace(/\uFFFD/g, ''));
    return documents.map((tokens, i) => ({ tokens, mine: mine[i], theirs: theirs[i] }))
      .filter((each) => each.mine !== each.theirs);
  };
  const minimise = async (found) => {
    for (;;) {
      const smaller = [];
      if (found.tokens.length > 60) {
        const step = Math.floor(found.tokens.length / 20);
        for (let i = 0; i < found.tokens.length; i += step) smaller.push(found.tokens.filter((_, k) => k < i || k >= i + step));
      }
      for (let i = 0; i < Math.min(found.tokens.length, 60); ++i) smaller.push(found.tokens.filter((_, k) => k !== found.tokens.length - 1 - i));
      const bad = smaller.length > 0 ? await differing(smaller) : [];
      if (bad.length === 0) return found;
      found = bad[0];
    }
  };
  const begun = Date.now();
  let read = 0;
  let bad = 0;
  let known = 0;
  const shapes = new Map();
  while (read < Number(COUNT) && (Number(SECONDS) === 0 || Date.now() - begun < 1000 * Number(SECONDS))) {
    const batch = [];
    while (batch.length < 500) batch.push(makeDocument());
    read += batch.length;
    for (const found of await differing(batch)) {
      if (shapes.size >= 40) {
        ++bad;
        continue;
      }
      const small = await minimise(found);
      if (KNOWN.some((shape) => shape.test(small.tokens.join('')))) {
        ++known;
        continue;
      }
      ++bad;
      shapes.set(small.tokens.join(''), small);
    }
  }
  for (const [text, { mine, theirs }] of shapes)
    console.log('differs: ' + JSON.stringify(text) + '\n--- ours\n' + mine + '--- Chromium\n' + theirs);
  console.log(`${read} documents, ${bad} differ, ${known} as docs/deviations.md says`);
  ours.stdin.end();
  await close();
  process.exit(bad > 0 ? 1 : 0);
}

main();
