// SPDX-License-Identifier: MIT
//
// pages.js REPORT...: reports (folders, or pages in one file) in Chromium.  On a wide and a narrow screen, light
// and dark: a page says nothing on the console, asks for nothing but files of its report, runs nothing of
// the mail, is no wider than the screen, and axe-core finds nothing serious in it.  Then by keyboard alone:
// every control is reached, shows that it is, and does what it says.
'use strict';
const fs = require('fs');
const path = require('path');
const { launch } = require('../chromium/browser.js');

const REPORTS = process.argv.slice(2);
// So many pages of messages of a report are looked at in each way; all are opened once.
const LOOKED_AT = 2;
let wrong = 0;
let checked = 0;
function check(holds, what) {
  ++checked;
  if (holds) return;
  ++wrong;
  if (wrong <= 60) console.log('wrong: ' + what);
}

function pagesOf(report) {
  if (fs.statSync(report).isFile()) return [report];
  const messages = fs.readdirSync(path.join(report, 'messages'), { recursive: true }).filter((name) => name.endsWith('.html')).sort();
  return [path.join(report, 'index.html'), ...messages.map((name) => path.join(report, 'messages', name))];
}
const some = (list) => [list[0], ...list.slice(1).filter((_, i, rest) => i % Math.ceil(rest.length / LOOKED_AT) === 0)];

async function openPage(context, report, inside) {
  const page = await context.newPage();
  page.on('console', (message) => check(false, page.url() + ' says: ' + message.text()));
  page.on('pageerror', (error) => check(false, page.url() + ': ' + error.message));
  page.on('dialog', (dialog) => { check(false, page.url() + ' asks: ' + dialog.message()); dialog.dismiss(); });
  page.on('popup', (popup) => check(false, page.url() + ' opens ' + popup.url()));
  page.on('request', (request) => check(decodeURI(request.url()).startsWith('file://' + inside) || /^(data:|about:srcdoc)/.test(request.url()),
    page.url() + ' asks for ' + request.url()));
  return page;
}

// All that index.html shows is read, too.
async function settle(page) {
  await page.waitForFunction(() => [...document.querySelectorAll('.table:not([data-lazy]) .count')].every((it) => /^[\d,]+ of |no /.test(it.textContent)));
  const lazy = page.locator('.table[data-lazy] button', { hasText: 'Open the table' });
  if (await lazy.count() === 0 || !await lazy.isVisible()) return;
  await lazy.click();
  await page.waitForFunction(() => document.querySelector('.table[data-lazy] progress').hidden);
}

async function nothingRan(page) {
  for (const frame of page.frames())
    check(await frame.evaluate(() => typeof window.canary === 'undefined').catch(() => true), page.url() + ': something of the mail has run');
  check(await page.evaluate(() => document.querySelectorAll('main a[href]:not([href^="#"]):not(.live)').length ===
    [...document.querySelectorAll('main a[href]')].filter((a) => /^(messages\/[\d/]+\.html(#link-\d+)?)$/.test(a.getAttribute('href'))).length),
  page.url() + ': a link leads out of the report');
  const live = await page.evaluate(() => [...document.querySelectorAll('a.live')].map((a) => a.getAttribute('href')));
  check(live.every((href) => /^(https?|mailto|ftp|tel):/i.test(href)), page.url() + ': opens ' + live);
  // The sign that scripts of the page itself are not what is missing.
  check(await page.evaluate(() => document.documentElement.classList.contains('script')), page.url() + ': report.js has not run');
}

async function axe(page, what) {
  await page.evaluate(fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { iframes: false, preload: false }));
  for (const it of violations)
    if (it.impact === 'serious' || it.impact === 'critical')
      check(false, what + ': ' + it.impact + ' ' + it.id + ': ' + it.nodes.map((node) => node.html.slice(0, 160)).slice(0, 2).join(' '));
  ++checked;
}

async function looks(context, report) {
  const inside = fs.statSync(report).isFile() ? report : report + '/';
  const pages = pagesOf(report);
  const page = await openPage(context, report, inside);
  for (const file of pages) {
    await page.goto('file://' + file);
    await settle(page);
    await nothingRan(page);
  }
  for (const colorScheme of ['light', 'dark'])
    for (const width of [1280, 360]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      for (const file of some(pages)) {
        const what = path.relative(path.dirname(report), file) + ', ' + colorScheme + ', ' + width;
        await page.goto('file://' + file);
        await settle(page);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        check(wide <= width, what + ': ' + wide + ' pixels wide');
        // That takes longest; what is light is no other on a wide screen.
        if ((colorScheme === 'light') === (width === 1280)) await axe(page, what);
      }
    }
  await page.close();
  return pages.length;
}

// Tab from the beginning to the end.  Returns what was reached, in order.  What has the focus tells so itself: where it
// leaves a frame, which may be another process, it is nowhere for a moment.
async function tabThrough(page) {
  await page.evaluate(() => {
    window.reached = [];
    window.around = false;
    document.addEventListener('focusin', ({ target: at }) => {
      if (at === document.body) return;
      if (window.reached.includes(at)) {
        window.around ||= at === window.reached[0];
        return;
      }
      window.reached.push(at);
      const of = at.getAttribute('role') === 'grid' ? at.closest('.rows') : at;
      const style = getComputedStyle(of);
      if (at.localName !== 'iframe' && (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 2)) at.dataset.faint = '1';
    });
    // From where Tab goes on is not forgotten by blur().
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });
  for (let i = 0; i < 2000; ++i) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => window.around)) break;
  }
  return page.evaluate(() => {
    const text = (it) => it.outerHTML.slice(0, 120);
    const controls = [...document.querySelectorAll('a[href], button, input, select, summary, [tabindex]')].filter((it) =>
      it.tabIndex >= 0 && it.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false }) && it.closest('[hidden]') === null);
    return { missed: controls.filter((it) => !window.reached.includes(it)).map(text), count: window.reached.length,
      faint: [...document.querySelectorAll('[data-faint]')].map(text) };
  });
}

async function byKeyboard(context, report) {
  const page = await openPage(context, report, fs.statSync(report).isFile() ? report : report + '/');
  await page.setViewportSize({ width: 1280, height: 800 });
  const pages = pagesOf(report);
  for (const file of new Set([pages[0], pages[pages.length - 1]])) {
    await page.goto('file://' + file);
    await settle(page);
    const what = path.relative(path.dirname(report), file);
    const { missed, count, faint } = await tabThrough(page);
    check(count >= 2, what + ': only ' + count + ' stops');
    check(missed.length === 0, what + ': Tab does not reach ' + missed.slice(0, 3).join(' '));
    check(faint.length === 0, what + ': no outline of ' + faint.slice(0, 3).join(' '));

    const theme = () => page.evaluate(() => [document.documentElement.dataset.theme, getComputedStyle(document.body).backgroundColor]);
    const before = await theme();
    await page.locator('button.theme').press('Enter');
    const after = await theme();
    check(after[0] === 'dark' && after[1] !== before[1], what + ': dark: ' + after);
    await page.locator('button.theme').press('Space');
    check((await theme())[1] === before[1], what + ': light again');

    const folds = () => page.evaluate(() => [...document.querySelectorAll('details')].map((it) => it.open));
    if ((await folds()).length > 0) {
      await page.getByRole('button', { name: 'Unfold all' }).press('Enter');
      check((await folds()).every((it) => it), what + ': unfolded');
      await page.getByRole('button', { name: 'Fold all', exact: true }).press('Enter');
      check((await folds()).every((it) => !it), what + ': folded');
      const paper = await page.evaluate(() => {
        dispatchEvent(new Event('beforeprint'));
        const open = [...document.querySelectorAll('details')].every((it) => it.open);
        dispatchEvent(new Event('afterprint'));
        return open && [...document.querySelectorAll('details')].every((it) => !it.open);
      });
      check(paper, what + ': on paper nothing is folded, and behind it everything is as it was');
    }
    for (const view of await page.locator('.view iframe').all()) {
      const height = await view.evaluate((it) => it.offsetHeight);
      await page.locator('.heights button', { hasText: 'Higher' }).first().press('Enter');
      check(await page.locator('.view iframe').first().evaluate((it) => it.offsetHeight) > height, what + ': a view becomes higher');
      break;
    }
    if (await page.locator('ol.links > li').count() > 1) await cards(page, what);
  }
  await page.close();
}

// The links of a message.
async function cards(page, what) {
  const total = await page.locator('ol.links > li').count();
  const focused = () => page.evaluate(() => document.activeElement.id);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('j');
  check(await focused() === 'link-1', what + ': j');
  await page.keyboard.press('j');
  check(await focused() === 'link-2', what + ': j, again');
  await page.keyboard.press('k');
  check(await focused() === 'link-1', what + ': k');
  await page.keyboard.press('Control+k');
  check(await focused() === 'link-1', what + ': Ctrl+k is not ours');
  const search = page.locator('.link-tools input[type=search]');
  await search.focus();
  await page.keyboard.type('jjj-no-such-text');
  check(await search.inputValue() === 'jjj-no-such-text', what + ': j in the search is a letter');
  const count = page.locator('.link-tools .count');
  check((await count.textContent()).startsWith('0 of ' + total.toLocaleString('en-US')), what + ': found nothing: ' + await count.textContent());
  check(await page.locator('ol.links > li:not([hidden])').count() === 0, what + ': nothing is shown');
  check(await page.locator('#link-1').isHidden(), what + ': what is hidden is not seen');
  await page.locator('.link-tools button', { hasText: 'Show everything' }).press('Enter');
  check(await page.locator('ol.links > li:not([hidden])').count() === total, what + ': everything is shown');
  await page.locator('.link-tools input[type=checkbox]').press('Space');
  await page.evaluate(() => document.activeElement.blur());
  const before = await focused();
  await page.keyboard.press('j');
  check(await focused() === before, what + ': j is off');
  await page.locator('.link-tools input[type=checkbox]').press('Space');
  const flag = page.locator('.link-tools').getByLabel('Flag');
  if (await flag.count() > 0) {
    const name = await flag.locator('option').nth(1).getAttribute('value');
    await flag.selectOption(name);
    const shown = await page.locator('ol.links > li:not([hidden])').evaluateAll((list) => list.map((it) => it.dataset.flags.split(' ')));
    check(shown.length > 0 && shown.every((flags) => flags.includes(name)), what + ': links with the flag ' + name);
    check(await page.locator('ol.links > li[data-flags~="' + name + '"]').count() === shown.length, what + ': all of them');
    await flag.selectOption('');
  }
  const copy = page.locator('ol.links > li button.copy').first();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await copy.press('Enter');
  const said = await page.waitForFunction(() => {
    const { textContent, dataset } = document.querySelector('button.copy');
    return textContent !== dataset.said && textContent;
  });
  check(await said.jsonValue() === 'Copied', what + ': ' + await said.jsonValue());
  check(await page.evaluate(() => navigator.clipboard.readText()) === await copy.getAttribute('data-copy'), what + ': what was copied');
}

// A message of so many links that only what is linear comes to an end.
async function crowd(context, report) {
  const page = await openPage(context, report, report + '/');
  await page.goto('file://' + pagesOf(report)[1]);
  check(await page.locator('ol.links > li').count() >= 10000, report + ': a crowd');
  await cards(page, report);
  await page.close();
  return 1;
}

// Without scripts, a page is there to be read, and offers nothing that could not work.
async function withoutScripts(context, report) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  for (const file of some(pagesOf(report))) {
    await page.goto('file://' + file);
    check(await page.locator('h1').count() === 1 && await page.locator('main').innerText() !== '', file + ': without scripts');
    check(await page.locator('button:visible, input:visible').count() === 0, file + ': a button without a script');
  }
  await page.close();
}

(async () => {
  let pages = 0;
  const { context, close } = await launch();
  for (const report of REPORTS) {
    if (path.basename(report) === 'crowd') {
      pages += await crowd(context, report);
      continue;
    }
    pages += await looks(context, report);
    await byKeyboard(context, report);
    await withoutScripts(context, report);
  }
  await close();
  console.log(pages + ' pages, ' + checked + ' checked, ' + wrong + ' wrong');
  process.exit(wrong === 0 && pages > REPORTS.length ? 0 : 1);
})();
