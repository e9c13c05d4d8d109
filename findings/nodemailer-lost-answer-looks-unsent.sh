#!/usr/bin/env bash
# nodemailer 10.6.0 reports a connection that closes before the server answers a mail which it has received whole just
# like one that closes before anything of the mail was sent: same code, command and message, and no response code. Who
# retries on such an error may send a mail twice, and who counts these two alike gives up on mails that never went.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund nodemailer@10.6.0
cat > seen.mjs <<'JS'
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { createTransport } from 'nodemailer';

/** A mail server that ends the connection instead of answering `last`. */
async function sendTo(last) {
  let received = '';
  const server = createServer((socket) => {
    socket.on('error', () => {});
    let text = '';
    let isMail = false;
    const answer = (to, reply) => (to === last ? socket.end() : socket.write(reply));
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      text += chunk;
      for (;;) {
        const end = text.indexOf(isMail ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const part = text.slice(0, end);
        text = text.slice(end + (isMail ? 5 : 2));
        if (isMail) received = part;
        const verb = isMail ? 'the mail' : part.slice(0, 4);
        isMail = verb === 'DATA';
        answer(verb, isMail ? '354 go on\r\n' : '250 fine\r\n');
      }
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const transport = createTransport({ host: '127.0.0.1', port: server.address().port });
  const mail = { from: 'a@shop.example', to: 'b@shop.example', subject: 'Receipt', text: 'Hello' };
  const error = await transport.sendMail(mail).then(() => null, (failure) => failure);
  server.close();
  const { code, command, responseCode, message } = error;
  return { wasReceived: received.includes('Hello'), error: { code, command, responseCode, message } };
}

const [before, after] = [await sendTo('RCPT'), await sendTo('the mail')];
console.log({ before, after });
assert.deepEqual([before.wasReceived, after.wasReceived], [false, true]);
assert.deepEqual(after.error, before.error);
JS
node seen.mjs
