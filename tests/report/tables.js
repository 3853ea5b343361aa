// SPDX-License-Identifier: MIT
//
// tables.js THEME FOLDER: the tables of report.js in Chromium.  What they show after sorting, searching
// and choosing is held against the same rows, sorted and searched here in the plainest way.
'use strict';
const fs = require('fs');
const path = require('path');
const { launch } = require('../chromium/browser.js');
const { messages, links, write } = require('./make_tables.js');

const [, , THEME, FOLDER] = process.argv;
let wrong = 0;
let checked = 0;
function check(holds, what) {
  ++checked;
  if (holds) return;
  ++wrong;
  console.log('wrong: ' + what);
}
const same = (a, b, what) => check(JSON.stringify(a) === JSON.stringify(b), what + ': ' + String(JSON.stringify(a)).slice(0, 300) +
  ' and not ' + String(JSON.stringify(b)).slice(0, 300));
const number = (n) => n.toLocaleString('en-US');

// A report on a page of its own, with all that it says and asks for.
async function open(context, name, tables, size, { width = 1280, missing = [] } = {}) {
  const folder = path.join(FOLDER, name);
  write(folder, THEME, tables, size);
  for (const [file, bytes] of missing) bytes === null ? fs.rmSync(path.join(folder, file)) : fs.writeFileSync(path.join(folder, file), bytes);
  const page = await context.newPage();
  const heard = [];
  const asked = [];
  page.on('console', (message) => heard.push(message.text()));
  page.on('pageerror', (error) => heard.push(error.message));
  page.on('request', (request) => asked.push(request.url().replace('file://' + folder + '/', '')));
  await page.setViewportSize({ width, height: 800 });
  await page.goto('file://' + folder + '/index.html');
  return { page, heard, asked, folder };
}

const place = (page, table) => page.locator('.table[data-table=' + table + ']');
const isRead = (page, table, rows) => page.waitForFunction(([name, text]) =>
  document.querySelector('.table[data-table=' + name + '] .count').textContent.startsWith(text), [table, rows], { timeout: 120000 });

// The texts of the first rows that are seen, by column.
const seen = (page, table) => page.evaluate((name) =>
  [...document.querySelectorAll('.table[data-table=' + name + '] tbody tr:not([hidden])')].map((row) => ({
    at: Number(row.getAttribute('aria-rowindex')) - 2, href: row.querySelector('a').getAttribute('href'),
    cells: Object.fromEntries([...row.cells].map((cell) => [cell.dataset.head, cell.textContent])) })), table);

const VISIBLE = (text) => text.replace(/[\u0000-\u001f]/g, (c) => '\\x' + c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0'))
  .replace(/[\u202e]/g, '\\u{202E}');
const target = (row) => row.clicked || row.url || row.raw;
const MESSAGE_CELLS = {
  Subject: (row) => VISIBLE(row.subject) || '(no subject)', From: (row) => VISIBLE(row.from),
  Date: (row) => row.date.replace('T', ' ').slice(0, 16), Verdict: (row) => row.verdict,
  Links: (row) => (row.links === null ? '' : number(row.links)), Other: (row) => number(row.other), Hidden: (row) => number(row.hidden),
  Unread: (row) => number(row.unread), Notes: (row) => number(row.notes), Source: (row) => row.source };
const LINK_CELLS = { 'Leads to': target, Written: (row) => row.raw, Where: (row) => row.where, Status: (row) => row.status,
  'Base from': (row) => row.base_from, Host: (row) => row.host, Reading: (row) => row.reading, Message: (row) => row.subject, Link: (row) => number(row.n) };

// What the first rows should be, against what they are; flags are told in any order.
function hold(rows, shown, cells, what) {
  check(shown.length > 0 || rows.length === 0, what + ': nothing is seen');
  for (const { at, cells: texts, href } of shown) {
    const row = rows[at];
    if (!row) return check(false, what + ': there is no row ' + at);
    for (const [head, value] of Object.entries(cells)) same(texts[head], value(row), what + ', row ' + at + ', ' + head);
    same(texts.Flags.split(', ').sort(), (row.flags.length ? [...row.flags].sort() : ['']), what + ', row ' + at + ', flags');
    const opens = row.page.startsWith('messages/') ? row.page + (row.n ? '#link-' + row.n : '') : null;
    same(href, opens, what + ', row ' + at + ', page ' + JSON.stringify(row.page));
  }
}

// Stable, in ascending order; rows without a value at the end in both directions.
function sorted(rows, key, down) {
  const has = (row) => key(row) !== '' && key(row) !== null;
  const low = (row) => (typeof key(row) === 'string' ? key(row).toLowerCase() : key(row));
  const known = rows.filter(has).sort((a, b) => (low(a) < low(b) ? -1 : low(a) > low(b) ? 1 : 0));
  return (down ? known.reverse() : known).concat(rows.filter((row) => !has(row)));
}
const KEYS = { Subject: (row) => row.subject, From: (row) => row.from, Date: (row) => row.date, Verdict: (row) => row.verdict,
  Links: (row) => row.links, Other: (row) => row.other, Hidden: (row) => row.hidden, Source: (row) => row.source };

function found(rows, texts, query) {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word);
  return rows.filter((row) => words.every((word) => texts.some((name) => row[name].toLowerCase().includes(word))));
}
const MESSAGE_TEXTS = ['subject', 'from', 'date', 'id', 'source'];
const LINK_TEXTS = ['raw', 'url', 'clicked', 'text', 'part', 'host', 'domain'];

// Is a row with this place in the table what the browser shows as the current one?
const current = (page) => page.evaluate(() => {
  const grid = document.querySelector('table.messages');
  const row = document.getElementById(grid.getAttribute('aria-activedescendant'));
  const box = row && row.getBoundingClientRect();
  const within = document.querySelector('.rows').getBoundingClientRect();
  const head = grid.tHead.getBoundingClientRect().bottom;
  return row && { at: Number(row.getAttribute('aria-rowindex')) - 2, isSeen: box.top >= head - 1 && box.bottom <= within.bottom + 1 };
});

async function sortsAndSearches(context) {
  const rows = messages(2500);
  const { page, heard, asked, folder } = await open(context, 'sorted', { messages: rows, links: links(50) }, 700);
  await isRead(page, 'messages', '2,500 of 2,500');
  check(!asked.some((url) => url.includes('links')), 'the table of links is read before anybody asks');
  hold(rows, await seen(page, 'messages'), MESSAGE_CELLS, 'as it came');
  const table = place(page, 'messages');
  for (const [head, key] of Object.entries(KEYS)) {
    const sorter = table.getByRole('columnheader', { name: head }).getByRole('button');
    const cells = { ...MESSAGE_CELLS };
    for (const [down, state] of [[false, 'ascending'], [true, 'descending']]) {
      await sorter.focus();
      await page.keyboard.press('Enter');
      same(await table.locator('[aria-sort=' + state + ']').allTextContents(), [head], 'aria-sort');
      // Of rows that are equal the later one comes first where the order is descending.
      hold(sorted(rows, key, down), await seen(page, 'messages'), cells, head + ' ' + state);
    }
    await page.keyboard.press('Space');
    same(await table.locator('[aria-sort]:not([aria-sort=none])').count(), 0, 'a third press');
    hold(rows, await seen(page, 'messages'), cells, 'as it came, again');
  }
  const search = table.getByRole('searchbox');
  for (const query of ['invoice', 'INVOICE über', 'straSSE 2019', 'заказ', 'i\u0307stanbul', '@ids.example', '<b>', 'x>', '\\', 'a1', 'nothing of that',
    'sent', '__proto__', ' ', 'html']) {
    await search.fill(query);
    const rest = found(rows, MESSAGE_TEXTS, query);
    same(await table.getByRole('status').textContent(), number(rest.length) + ' of 2,500 messages', 'searched: ' + query);
    hold(rest, await seen(page, 'messages'), MESSAGE_CELLS, 'searched: ' + query);
  }
  await search.fill('invoice');
  await table.getByLabel('Verdict').selectOption('differs');
  await table.getByLabel('Flag').selectOption('__proto__');
  const rest = found(rows, MESSAGE_TEXTS, 'invoice').filter((row) => row.verdict === 'differs' && row.flags.includes('__proto__'));
  check(rest.length > 5, 'something is left');
  same(await table.getByRole('status').textContent(), number(rest.length) + ' of 2,500 messages', 'chosen');
  hold(rest, await seen(page, 'messages'), MESSAGE_CELLS, 'chosen');
  await table.getByRole('button', { name: 'Show everything' }).press('Enter');
  same(await table.getByRole('status').textContent(), '2,500 of 2,500 messages', 'everything');
  same(await table.getByRole('grid').getAttribute('aria-rowcount'), '2501', 'aria-rowcount');
  check(await page.locator('tbody tr').count() < 100, 'only what is seen is in the document');
  same(await page.evaluate(() => window.canary), undefined, 'nothing of the mail has run');
  same(heard, [], 'heard');
  same(asked.filter((url) => /^(\w+:|\/)/.test(url)), [], 'asked for elsewhere, beside ' + folder);
  await page.close();
}

async function keys(context) {
  const rows = messages(1000, 7).map((row) => ({ ...row, page: row.message === 3 ? 'javascript:canary=1' : 'messages/000/1.html' }));
  const { page } = await open(context, 'keys', { messages: rows }, 400);
  await isRead(page, 'messages', '1,000 of 1,000');
  // By Tab alone: the search, two choices, a button, the head, then the rows as one stop.
  const stops = [];
  for (let i = 0; i < 40; ++i) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => document.activeElement.getAttribute('role') || document.activeElement.localName);
    if (stop === 'body') break;
    stops.push(stop);
  }
  same(stops, ['button', 'input', 'select', 'select', 'button', 'grid', ...Array(11).fill('button')], 'the stops of Tab');
  await page.getByRole('grid').focus();
  same((await current(page)).at, 0, 'the first row');
  const press = async (key, at) => {
    await page.keyboard.press(key);
    same(await current(page), { at, isSeen: true }, key);
  };
  await press('ArrowDown', 1);
  await press('ArrowUp', 0);
  await press('ArrowUp', 0);
  await press('End', 999);
  await press('ArrowDown', 999);
  await press('Home', 0);
  await page.keyboard.press('PageDown');
  const jump = await current(page);
  check(jump.at > 5 && jump.isSeen, 'PageDown: ' + JSON.stringify(jump));
  await press('PageUp', 0);
  for (let at = 1; at < 60; ++at) await press('ArrowDown', at);
  // A row without a page says so; one with a page opens it.
  await page.keyboard.press('Home');
  await press('ArrowDown', 1);
  await press('ArrowDown', 2);
  await page.keyboard.press('Enter');
  same(await page.getByRole('status').textContent(), 'No page was made for this message.', 'a row without a page');
  await page.keyboard.press('ArrowUp');
  await Promise.all([page.waitForURL('**/messages/000/1.html'), page.keyboard.press('Enter')]);
  await page.close();
}

// Where the rows are higher than any element can be, a part of the height stands for all of it.
async function farDown(context) {
  const rows = messages(170000, 5);
  const { page } = await open(context, 'far', { messages: rows }, 20000, { width: 360 });
  await isRead(page, 'messages', '170,000 of 170,000');
  check(await page.evaluate(() => document.querySelector('tbody').offsetHeight) <= 8000000, 'the height');
  await page.getByRole('grid').focus();
  for (const [key, at] of [['End', 169999], ['ArrowUp', 169998], ['Home', 0], ['ArrowDown', 1]]) {
    await page.keyboard.press(key);
    same(await current(page), { at, isSeen: true }, 'far down, ' + key);
  }
  await page.evaluate(() => { const rows = document.querySelector('.rows'); rows.scrollTop = rows.scrollHeight / 2; });
  await page.waitForFunction(() => document.querySelector('tbody tr').getAttribute('aria-rowindex') > 1000);
  const shown = await seen(page, 'messages');
  check(Math.abs(shown[0].at - 85000) < 100, 'the middle: ' + shown[0].at);
  hold(rows, shown, MESSAGE_CELLS, 'the middle');
  await page.close();
}

async function scans(context) {
  const rows = links(200001);
  const { page, heard, asked } = await open(context, 'scanned', { links: rows }, 20000);
  const table = place(page, 'links');
  same(await table.getByRole('status').textContent(), '200,001 links, not read yet', 'before');
  check(!asked.some((url) => url.startsWith('data/')), 'nothing is read before anybody asks');
  await table.getByRole('button', { name: 'Open the table' }).press('Enter');
  await isRead(page, 'links', '200,001 of 200,001');
  same(asked.filter((url) => url.startsWith('data/')), ['data/links-0.js'], 'no more is read than is shown');
  same(await table.getByRole('grid').getAttribute('aria-rowcount'), '10001', 'the first ones are listed');
  check((await table.locator('.limited:not(.on-paper)').textContent()).includes('The first 10,000 are listed'), 'and that is told');
  hold(rows, await seen(page, 'links'), LINK_CELLS, 'the first ones');
  const search = table.getByRole('searchbox');
  for (const [query, limited] of [['host7.example', false], ['p19 html', false], ['HOST4', true], ['p200000', false]]) {
    asked.length = 0;
    await search.fill(query);
    const rest = found(rows, LINK_TEXTS, query);
    await isRead(page, 'links', number(rest.length) + ' of 200,001');
    same(asked.length, 11, 'each chunk once: ' + query);
    hold(rest, await seen(page, 'links'), LINK_CELLS, query);
    same(await table.locator('.limited:not(.on-paper)').isVisible(), limited, 'limited: ' + query);
    same(Number(await table.getByRole('grid').getAttribute('aria-rowcount')) - 1, Math.min(rest.length, 10000), 'held: ' + query);
  }
  await search.fill('');
  await table.getByLabel('Flag').selectOption('base-split');
  await table.getByLabel('Status').selectOption('resolved');
  const rest = rows.filter((row) => row.flags.includes('base-split') && row.status === 'resolved');
  await isRead(page, 'links', number(rest.length) + ' of 200,001');
  await table.getByRole('columnheader', { name: 'Leads to' }).getByRole('button').click();
  hold(sorted(rest.slice(0, 10000), target, false), await seen(page, 'links'), LINK_CELLS, 'sorted of what was found');
  same(await page.locator('script').count(), 1, 'scripts of chunks are taken away');
  same(heard, [], 'heard');
  await page.close();
}

async function damaged(context) {
  const rows = messages(50, 3);
  const { page } = await open(context, 'damaged', { messages: rows }, 10,
    { missing: [['data/messages-1.js', null], ['data/messages-3.js', 'basewalk.take("messages", 3, {']] });
  await isRead(page, 'messages', '30 of 50');
  const told = await page.getByRole('alert').textContent();
  check(told.includes('data/messages-1, -3 (.js)'), 'told: ' + told);
  hold([...rows.slice(0, 10), ...rows.slice(20, 30), ...rows.slice(40)], await seen(page, 'messages'), MESSAGE_CELLS, 'damaged');
  await page.close();
  const empty = await open(context, 'empty', { messages: [], links: [] }, 10);
  await place(empty.page, 'links').getByRole('button', { name: 'Open the table' }).click();
  for (const table of ['messages', 'links'])
    same(await place(empty.page, table).getByRole('status').textContent(), 'There are no ' + table + '.', 'empty');
  same(empty.heard, [], 'heard of nothing');
  await empty.page.close();
}

async function onPaper(context) {
  const rows = messages(3000, 9);
  const { page } = await open(context, 'paper', { messages: rows }, 1000);
  await isRead(page, 'messages', '3,000 of 3,000');
  const printed = () => page.evaluate(() => {
    dispatchEvent(new Event('beforeprint'));
    const count = document.querySelectorAll('tbody tr:not([hidden])').length;
    const told = document.querySelector('.limited:not([hidden])');
    const out = { count, told: told && told.textContent };
    dispatchEvent(new Event('afterprint'));
    return { ...out, isUndone: document.querySelectorAll('tbody tr').length < 200 };
  });
  same(await printed(), { count: 2000,
    told: 'The first 2,000 messages of 3,000 are printed. Search for less to print all that is found.', isUndone: true }, 'much');
  await page.getByRole('searchbox').fill('invoice 2014');
  const rest = found(rows, MESSAGE_TEXTS, 'invoice 2014').length;
  same(await printed(), { count: rest, told: null, isUndone: true }, 'less');
  await page.emulateMedia({ media: 'print' });
  same(await page.locator('button:visible, input:visible, select:visible').count(), 11, 'nothing to press but the heads of columns');
  check((await page.pdf({ format: 'A4' })).length > 10000 && (await page.pdf({ format: 'Letter' })).length > 10000, 'as PDF');
  await page.close();
}

(async () => {
  fs.rmSync(FOLDER, { recursive: true, force: true });
  const { context, close } = await launch();
  for (const test of [sortsAndSearches, keys, farDown, scans, damaged, onPaper]) await test(context);
  await close();
  console.log(checked + ' checked, ' + wrong + ' wrong');
  process.exit(wrong === 0 && checked > 1000 ? 0 : 1);
})();
