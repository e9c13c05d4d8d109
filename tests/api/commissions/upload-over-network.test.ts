import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { serve } from '@hono/node-server';
import { afterEach, expect, test } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { callPath } from '#contract/shop/calls.ts';
import { limits } from '#contract/wire/limits.ts';
import { createApp } from '#server/app.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { picture } from '#tests/support/pictures.ts';

const endings: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

/** An open studio on a port of its own. */
async function listen() {
  const services = await makeServices();
  await makeChange(services, (change) => writeSetting(change, 'customStatus', 'On'));
  const server = serve({ fetch: createApp(services).fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  endings.push(async () => {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
  let connection: Socket | undefined;
  server.on('connection', (socket: Socket) => {
    connection = socket;
  });
  return {
    port: (server.address() as AddressInfo).port,
    dataDir: services.env.dataDir,
    /** Bytes the server has read from the last connection, headers included. */
    bytesRead: () => connection?.bytesRead ?? 0,
  };
}

const partHead =
  '--b\r\nContent-Disposition: form-data; name="referenceImages"; filename="a"\r\n\r\n';

/** Sends `first`, then bytes without end until the server stops reading; returns its answer. */
async function sendEndlessly(port: number, first: readonly (string | Uint8Array)[]) {
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
  for (const piece of first) outgoing.write(piece);
  const chunk = Buffer.alloc(65_536, 1);
  const pump = (async () => {
    while (!isOver) {
      if (!outgoing.write(chunk)) await Promise.race([drained(outgoing), closed]);
    }
  })();
  const [response] = await answered;
  const chunks: Buffer[] = [];
  for await (const piece of response) chunks.push(piece);
  await closed;
  await pump;
  return { status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) };
}

function drained(outgoing: ClientRequest): Promise<void> {
  return new Promise((resolve) => outgoing.once('drain', resolve));
}

/** Every file of the shop except its database. */
async function filesIn(dataDir: string): Promise<readonly string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('pinwheel.sqlite'))
    .map(({ name }) => name);
}

/** Allowed above a limit: headers, and what the network buffers. */
const slack = 512 * 1024;

test('an endless sender is refused at the limit, then cut off, and leaves nothing behind', async () => {
  const { port, dataDir, bytesRead } = await listen();
  const kept = await filesIn(dataDir);
  const before = process.memoryUsage().rss;

  const { status, body } = await sendEndlessly(port, [partHead]);

  expect([status, body.message]).toEqual([413, messages.picture.imageBytes]);
  expect(bytesRead()).toBeLessThan(limits.customImageBytes + slack);
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  expect(await filesIn(dataDir)).toEqual(kept);
});

test('a picture sent before an endless one is not kept', async () => {
  const { port, dataDir, bytesRead } = await listen();
  const kept = await filesIn(dataDir);
  const good = await picture('png');

  const { status } = await sendEndlessly(port, [partHead, good, '\r\n', partHead]);

  expect(status).toBe(413);
  expect(bytesRead()).toBeLessThan(good.byteLength + limits.customImageBytes + slack);
  expect(await filesIn(dataDir)).toEqual(kept);
});

test('a body whose length is too large is refused unread', async () => {
  const { port, dataDir, bytesRead } = await listen();
  const kept = await filesIn(dataDir);
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path: callPath('customRequest'),
    method: 'POST',
    headers: {
      'Content-Type': 'multipart/form-data; boundary=b',
      'Content-Length': 2 * limits.customRequestBytes,
    },
  });
  outgoing.on('error', () => undefined);
  outgoing.write(partHead);
  const [response] = (await once(outgoing, 'response')) as [{ statusCode: number }];
  outgoing.destroy();

  expect(response.statusCode).toBe(413);
  expect(bytesRead()).toBeLessThan(4096);
  expect(await filesIn(dataDir)).toEqual(kept);
});

test('the shop keeps answering after a sender disconnects midway', async () => {
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
  await new Promise((resolve) => outgoing.write(partHead, resolve));
  outgoing.destroy();
  await closed;

  const response = await fetch(`http://127.0.0.1:${port}${callPath('customStatus')}`);

  expect(response.status).toBe(200);
});
