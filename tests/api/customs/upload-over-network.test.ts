import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { afterEach, expect, test } from 'vitest';
import { callPath } from '#contract/calls.ts';
import { messages } from '#contract/messages.ts';
import { createApp } from '#server/app.ts';
import { writeSetting } from '#server/studio/settings.ts';
import { makeServices } from '#tests/support/make-services.ts';

const endings: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

/** An open studio on a port of its own. */
async function listen() {
  const services = await makeServices();
  await services.database.write((tx) => writeSetting(tx, services.clock(), 'customStatus', 'On'));
  const server = serve({ fetch: createApp(services).fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  endings.push(async () => {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port };
}

const head = '--b\r\nContent-Disposition: form-data; name="referenceImages"; filename="a"\r\n\r\n';

/** Sends without end until the server has had enough; answers what it said and how much went out. */
async function sendEndlessly(port: number) {
  let sent = 0;
  let isOver = false;
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path: callPath('customRequest'),
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=b', 'Transfer-Encoding': 'chunked' },
  });
  const closed = new Promise<void>((resolve) => {
    outgoing.on('close', () => {
      isOver = true;
      resolve();
    });
  });
  outgoing.on('error', () => undefined);
  const answered = once(outgoing, 'response') as Promise<
    [AsyncIterable<Buffer> & { statusCode: number }]
  >;
  outgoing.write(head);
  const chunk = Buffer.alloc(65_536, 1);
  const pump = (async () => {
    while (!isOver) {
      sent += chunk.length;
      if (!outgoing.write(chunk)) {
        await Promise.race([once(outgoing, 'drain').catch(() => undefined), closed]);
      }
    }
  })();
  const [response] = await answered;
  const chunks: Buffer[] = [];
  for await (const piece of response) chunks.push(piece);
  await closed;
  await pump;
  return {
    status: response.statusCode,
    body: JSON.parse(Buffer.concat(chunks).toString('utf8')),
    sent,
  };
}

test('a sender without end is answered, then cut off, and holds no memory', async () => {
  const { port } = await listen();
  const before = process.memoryUsage().rss;

  const { status, body, sent } = await sendEndlessly(port);

  expect([status, body.message]).toEqual([413, messages.custom.imageBytes]);
  expect(sent).toBeLessThan(150_000_000);
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
}, 30_000);

test('a sender who goes away in the middle leaves the shop answering', async () => {
  const { port } = await listen();
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path: callPath('customRequest'),
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': 1_000_000 },
  });
  outgoing.on('error', () => undefined);
  const closed = new Promise((resolve) => outgoing.on('close', resolve));
  await new Promise((resolve) => outgoing.write(head, resolve));
  outgoing.destroy();
  await closed;

  const response = await fetch(`http://127.0.0.1:${port}${callPath('customStatus')}`);

  expect(response.status).toBe(200);
});
