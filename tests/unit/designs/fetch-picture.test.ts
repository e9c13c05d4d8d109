import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchPicture } from '#server/designs/imports/fetch-picture.ts';
import { pictureServer } from '#tests/support/picture-server.ts';

let server: Awaited<ReturnType<typeof pictureServer>>;
const never = new AbortController().signal;
const limits = { bytes: 1024 * 1024, milliseconds: 1500, redirects: 3, waitMs: 1 };

beforeAll(async () => {
  server = await pictureServer((path, response, request) => {
    if (path === '/picture') return response.end('bytes');
    if (path === '/host') return response.end(request.headers.host);
    if (path === '/named' && request.headers['user-agent']) return response.end('bytes');
    if (path === '/large') return response.end(Buffer.alloc(limits.bytes + 1));
    if (path === '/endless') {
      response.on('error', () => {});
      const more = () => response.write(Buffer.alloc(65_536)) && setImmediate(more);
      response.on('drain', more);
      return more();
    }
    if (path === '/silent') return;
    if (path === '/cut') {
      response.writeHead(200, { 'Content-Length': '100' });
      return response.write('half', () => response.destroy());
    }
    const [, trouble = '', left = ''] = /^\/busy\/(\w+)\/(\d)/.exec(path) ?? [];
    if (trouble !== '') {
      const asked = server.asked.filter((earlier) => earlier === path).length;
      if (asked > Number(left)) return response.end('bytes');
      if (trouble === 'reset') return request.socket.destroy();
      if (trouble === 'cut') {
        response.writeHead(200, { 'Content-Length': '100' });
        return response.write('half', () => response.destroy());
      }
      const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
      const wait = { asked: '1', hour: inAnHour, past: 'Thu, 01 Jan 2026 00:00:00 GMT' }[trouble];
      const status = wait === undefined ? Number(trouble) : 429;
      return response.writeHead(status, wait ? { 'Retry-After': wait } : {}).end();
    }
    const [, to = ''] = /^\/to\?(.*)/.exec(path) ?? [];
    if (to) return response.writeHead(302, { Location: decodeURIComponent(to) }).end();
    return response.writeHead(404).end();
  });
});
afterAll(() => server.close());

const problemOf = async (address: string, isOwnNetworkOpen: boolean) => {
  try {
    await fetchPicture(address, isOwnNetworkOpen, never, limits);
  } catch (error) {
    return error instanceof Error && error.name === 'PictureProblem' ? error.message : error;
  }
  return 'was fetched';
};
const to = (address: string) => `${server.url}to?${encodeURIComponent(address)}`;

test('downloads a picture, following redirects', async () => {
  expect(String(await fetchPicture(`${server.url}picture`, true, never, limits))).toBe('bytes');
  expect(String(await fetchPicture(to('/picture'), true, never, limits))).toBe('bytes');
  expect(String(await fetchPicture(`${server.url}host`, true, never, limits))).toBe(
    `127.0.0.1:${server.port}`,
  );
});

test('says who asks, because some servers refuse those who don’t', async () => {
  expect(String(await fetchPicture(`${server.url}named`, true, never, limits))).toBe('bytes');
});

test('never connects to the own network, however the address is written', async () => {
  const { port } = server;
  const before = server.asked.length;
  const hosts = [
    ...['127.0.0.1', 'localhost', 'LOCALHOST', '127.1', '2130706433', '0x7f.1', '0177.0.0.1'],
    ...['[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', '①②⑦.⓪.⓪.①', '169.254.169.254', '10.0.0.1'],
  ];
  for (const host of hosts) {
    for (const address of [`http://${host}:${port}/picture`, `http://${host}/picture`]) {
      expect([address, await problemOf(address, false)]).toEqual([
        address,
        'The address is on a private network.',
      ]);
    }
  }
  expect(server.asked).toHaveLength(before);
});

test("reports an address that isn't a picture's", async () => {
  const notHttp = 'The address must start with http:// or https://.';
  for (const address of [
    ...['', 'picture.png', 'ftp://files.example/a.png', 'file:///etc/passwd'],
    ...['data:image/png;base64,AAAA', 'javascript:alert(1)', '//cdn.example/a.png', 'http://'],
  ]) {
    expect([address, await problemOf(address, true)]).toEqual([address, notHttp]);
  }
  expect(await problemOf(to('file:///etc/passwd'), true)).toBe(notHttp);
  expect(await problemOf('http://mia:secret@cdn.example/a.png', true)).toMatch(/password/);
  expect(await problemOf('http://nowhere.invalid/a.png', false)).toMatch(/can’t be reached/);
});

test('aborts a download as soon as the shop stops', async () => {
  const stop = new AbortController();
  const asked = server.asked.length;
  const fetched = fetchPicture(`${server.url}silent`, true, stop.signal, {
    ...limits,
    milliseconds: 60_000,
  });
  await expect.poll(() => server.asked.length).toBe(asked + 1);

  stop.abort();

  await expect(fetched).rejects.toBe(stop.signal.reason);
});

test('gives up on a server that misbehaves', async () => {
  expect(await problemOf(`${server.url}missing`, true)).toBe(
    'The address answered with status 404.',
  );
  expect(await problemOf(`${server.url}large`, true)).toBe('It is larger than 1 MB.');
  expect(await problemOf(`${server.url}endless`, true)).toBe('It is larger than 1 MB.');
  expect(await problemOf(`${server.url}cut`, true)).toMatch(/can’t be reached/);
  expect(await problemOf(`${server.url}silent`, true)).toMatch(/longer than 1.5 seconds/);
  expect(await problemOf(to(to(to(to('/picture')))), true)).toMatch(/Too many redirects/);
});

test.each(['408', '425', '429', '500', '502', '503', '504', '520', 'cut', 'reset', 'past'])(
  'asks a server up to three times that answers with %s',
  async (trouble) => {
    const twice = `${server.url}busy/${trouble}/2`;
    const thrice = `${server.url}busy/${trouble}/3`;

    expect(String(await fetchPicture(twice, true, never, limits))).toBe('bytes');
    expect(await problemOf(thrice, true)).toMatch(/status \d|can’t be reached/);

    const askedFor = (address: string) =>
      server.asked.filter((path) => path === new URL(address).pathname);
    expect([askedFor(twice), askedFor(thrice)].map(({ length }) => length)).toEqual([3, 3]);
  },
);

test('asks once for what isn’t there', async () => {
  const before = server.asked.length;
  await problemOf(`${server.url}missing`, true);
  expect(server.asked).toHaveLength(before + 1);
});

test('waits as long as a busy server asks, if that is a minute at most', async () => {
  const began = performance.now();
  expect(String(await fetchPicture(`${server.url}busy/asked/1`, true, never, limits))).toBe(
    'bytes',
  );
  expect(performance.now() - began).toBeGreaterThan(950);
  expect(await problemOf(`${server.url}busy/hour/1`, true)).toBe(
    'The address answered with status 429. It asks to wait for more than a minute: retry this picture later.',
  );
});

test('ends while it waits for a busy server if the shop stops or nobody wants the picture', async () => {
  const stop = new AbortController();
  const asked = server.asked.length;
  const waiting = fetchPicture(`${server.url}busy/503/1?stop`, true, stop.signal, {
    ...limits,
    waitMs: 50_000,
  });
  await expect.poll(() => server.asked.length).toBe(asked + 1);
  stop.abort();
  await expect(waiting).rejects.toBe(stop.signal.reason);

  const unwanted = fetchPicture(`${server.url}busy/503/1?unwanted`, true, never, {
    ...limits,
    isWanted: async () => false,
  });
  await expect(unwanted).rejects.toThrow('status 503');
  expect(server.asked).toHaveLength(asked + 2);
});
