import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { openServer } from '#server/platform/http/open-server.ts';

const half = Buffer.alloc(2_000_000);
/** Longer than Hono's adapter goes on reading a body whose request was answered. */
const slowMs = 700;

/** Sends the first half of a body to a server that refuses it before it has come. */
async function sendHalf(path: '/unread' | '/begun') {
  const asked = Promise.withResolvers<void>();
  const app = new Hono();
  app.post('/unread', (context) => {
    asked.resolve();
    return context.text('', 409);
  });
  app.post('/begun', async (context) => {
    const chunks = context.req.raw.body?.getReader();
    await chunks?.read();
    asked.resolve();
    return context.text('', 413);
  });
  app.get('/next', (context) => context.text(''));
  const { server } = openServer(app, '127.0.0.1');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  const answers = text(socket);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: shop\r\nContent-Length: ${2 * half.length}\r\n\r\n`);
  socket.write(half);
  await asked.promise;
  return { socket, answers };
}

test.for([
  ['/unread', '409'],
  ['/begun', '413'],
] as const)(
  'a slow sender whose body is refused (%s) can finish, and reads why',
  async ([path, status]) => {
    const { socket, answers } = await sendHalf(path);
    await pause(slowMs);
    socket.write(half);
    socket.write('GET /next HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n');

    expect((await answers).match(/(?<=^HTTP\/1\.1 )\d+/gm)).toEqual([status, '200']);
  },
);

test('a sender that falls silent is answered', async () => {
  const { answers } = await sendHalf('/unread');

  expect(await answers).toMatch(/^HTTP\/1\.1 409/);
});
