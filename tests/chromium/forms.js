// SPDX-License-Identifier: MIT
//
// forms.js BASEWALK COUNT [SEED]: random forms, each button of them pressed in Chromium: in the mail
// as it came, and in what `rewrite --wrap` makes of it.  Where the template has its URL in the path
// every form goes to the guard, with what it would have opened; where it has it in the query, those
// that Chromium submits by GET stay as they are.  Exit status 1 where one does not.
'use strict';
const { execFileSync } = require('child_process');
const { launch } = require('./browser.js');

const [, , BASEWALK, COUNT = '100', SEED = '1'] = process.argv;

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

const METHODS = ['', '', '=get', '=GET', '=post', '=post', '=POST', '=p&#111;st', '=dialog', '=" post"', '=put', '=""'];
const method = (name) => {
  const value = pick(METHODS);
  return value === '' ? '' : ' ' + name + value;
};
let hosts = 0;
const url = () => 'http://h' + ++hosts + '.example/p' + pick(['', '?old=1', '?old=1&amp;x#f', '#f']);

function makeForms() {
  const out = [];
  let buttons = 0;
  const button = () => {
    const attributes = ' data-n=' + ++buttons + method('formmethod') +
      (random() < 0.5 ? ' formaction="' + url() + '"' : '') + (random() < 0.3 ? ' form=f' + below(3) : '');
    return random() < 0.5 ? '<button' + attributes + '>x</button>' : '<input type=submit value=x' + attributes + '>';
  };
  for (let i = 0, forms = 1 + below(3); i < forms; ++i) {
    if (random() < 0.2) out.push(button());
    out.push('<form id=f' + below(3) + ' action="' + url() + '"' + method('method') + '><input name=a value="b c">');
    for (let j = below(3); j >= 0; --j) out.push(button());
    if (random() < 0.2) out.push('<form action="' + url() + '">');
    out.push('</form>');
  }
  return { html: out.join('\n'), buttons };
}

function rewrite(html, template) {
  const head = 'MIME-Version: 1.0\nContent-Type: text/html\n\n';
  const mail = execFileSync(BASEWALK, ['rewrite', '-q', '--wrap', template], { input: head + html });
  return mail.toString().slice(head.length);
}

// For each button what is asked for: "GET http://..."; empty where nothing is.
async function press(page, html, buttons) {
  await page.unrouteAll();
  await page.route('**/*', (route) =>
    route.request().url() === 'http://mail.example/'
      ? route.fulfill({ contentType: 'text/html', body: html })
      : route.fulfill({ status: 204 }));
  await page.goto('http://mail.example/');
  const asked = [];
  for (let n = 1; n <= buttons; ++n) {
    const request = page.waitForRequest((r) => r.isNavigationRequest(), { timeout: 30000 }).catch((error) => error);
    const by = await page.evaluate((number) => {
      let how = '';
      const seen = (event) => {
        const button = event.submitter;
        how = button.hasAttribute('formmethod') ? button.formMethod : event.target.method;
      };
      addEventListener('submit', seen);
      document.querySelector('[data-n="' + number + '"]').click();
      removeEventListener('submit', seen);
      return how;
    }, n);
    if (by === '' || by === 'dialog') {
      asked.push('');
      // The promise must not outlive its page: it sees this one.
      await page.evaluate(() => { location.href = 'http://nothing.example/'; });
      await request;
      continue;
    }
    const made = await request;
    if (made instanceof Error) throw made;
    asked.push(made.method() + ' ' + made.url());
  }
  return asked;
}

const PATH = 'https://guard.example/w/';
const QUERY = 'https://guard.example/?u=';

// What the guard would open: GET has the query of what was filled in, not of the target.
function opened(request) {
  const [how, where] = request.split(' ');
  const at = new URL(where);
  const path = where.startsWith(PATH);
  if (!path && !where.startsWith(QUERY)) return request;
  const target = new URL(decodeURIComponent(path ? at.pathname.slice(3) : at.searchParams.get('u')));
  if (how === 'GET') target.search = at.search;
  return how + ' ' + target.href;
}

(async () => {
  const { context, close } = await launch();
  const page = await context.newPage();
  let pressed = 0;
  let byGet = 0;
  let wrong = 0;
  for (let i = 0; i < Number(COUNT) && wrong < 5; ++i) {
    const { html, buttons } = makeForms();
    const before = await press(page, html, buttons);
    const inPath = await press(page, rewrite(html, PATH + '{path-url}'), buttons);
    const inQuery = await press(page, rewrite(html, QUERY + '{url}'), buttons);
    for (let n = 0; n < buttons; ++n) {
      if (before[n] === '') continue;
      ++pressed;
      const isGet = before[n].startsWith('GET ');
      byGet += isGet;
      const same = (request) => request.replace(/#.*/, '') === before[n].replace(/#.*/, '');
      if (inPath[n].split(' ')[1].startsWith(PATH) && same(opened(inPath[n])) &&
          (isGet ? inQuery[n] === before[n] : same(opened(inQuery[n])))) continue;
      ++wrong;
      console.log('button ' + (n + 1) + ' of\n' + html + '\n  asks for ' + before[n] + '\n  then for ' + inPath[n] +
        '\n  and for ' + inQuery[n]);
    }
  }
  await close();
  console.log(pressed + ' buttons pressed, ' + byGet + ' by GET, ' + wrong + ' wrong');
  process.exit(wrong === 0 && pressed > 0 ? 0 : 1);
})();
