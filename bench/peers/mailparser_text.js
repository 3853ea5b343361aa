// SPDX-License-Identifier: MIT
// What mailparser gives of a message: its HTML, its text, its List- fields: mailparser_text.js FILE
const fs = require('fs');
const { simpleParser } = require('mailparser');

simpleParser(fs.readFileSync(process.argv[2])).then((mail) => {
  console.log(mail.html || '');
  console.log(mail.textAsHtml || '');
  console.log(JSON.stringify(mail.headers.get('list') || {}));
});
