import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { type MultipartLimits, readMultipart } from '#server/platform/http/multipart.ts';
import { Problem } from '#server/platform/http/problem.ts';

const wide: MultipartLimits = {
  fieldBytes: 1000,
  fileBytes: 100_000,
  files: 10,
  parts: 20,
  totalBytes: 1_000_000,
  stallMs: 5000,
  patienceMs: 5000,
};

interface Sent {
  readonly name: string;
  readonly text?: string;
  readonly bytes?: Uint8Array;
  readonly fileName?: string;
}

/** A body as a browser encodes it. */
async function bodyOf(sent: readonly Sent[]): Promise<{ type: string; bytes: Uint8Array }> {
  const form = new FormData();
  for (const { name, text, bytes, fileName = 'a.png' } of sent) {
    if (bytes) form.append(name, new Blob([new Uint8Array(bytes)]), fileName);
    else form.append(name, text ?? '');
  }
  const request = new Response(form);
  const type = request.headers.get('content-type') ?? '';
  return { type, bytes: new Uint8Array(await request.arrayBuffer()) };
}

/** A request whose body arrives in the given pieces; `pulled` counts its bytes. */
function requestOf(type: string, pieces: Iterable<Uint8Array>) {
  const seen = { pulled: 0, isCancelled: false };
  const iterator = pieces[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = iterator.next();
        if (done) return controller.close();
        seen.pulled += value.byteLength;
        controller.enqueue(value);
      },
      cancel() {
        seen.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  const request = new Request('http://shop.example/', {
    method: 'POST',
    headers: { 'Content-Type': type },
    body,
    duplex: 'half',
  } as RequestInit);
  return { request, seen };
}

function* cut(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(request: Request, limits = wide) {
  const parts: { name: string; isFile: boolean; hex: string }[] = [];
  for await (const { name, isFile, bytes } of readMultipart(request, limits)) {
    parts.push({ name, isFile, hex: Buffer.from(bytes).toString('hex') });
  }
  return parts;
}

async function refusal(request: Request, limits = wide): Promise<Problem> {
  const error = await readAll(request, limits).catch((reason: unknown) => reason);
  if (!(error instanceof Problem)) throw new Error('the body was not refused');
  return error;
}

test('reads what a browser sends, however it is split into pieces', async () => {
  const anyBytes = fc.uint8Array({ maxLength: 300 });
  // Line breaks and dashes, which delimiters consist of.
  const tricky = fc
    .array(fc.constantFrom('\r\n', '--', '-', '\r', '\n', 'x'), { maxLength: 60 })
    .map((texts) => new Uint8Array(Buffer.from(texts.join(''))));
  const sent: fc.Arbitrary<Sent> = fc.oneof(
    fc.record({ name: fc.stringMatching(/^[a-z]{1,9}$/), bytes: fc.oneof(anyBytes, tricky) }),
    fc.record({
      name: fc.stringMatching(/^[a-z]{1,9}$/),
      text: fc.stringMatching(/^[\w é-]{0,30}$/),
    }),
  );

  await fc.assert(
    fc.asyncProperty(
      fc.array(sent, { maxLength: 8 }),
      fc.integer({ min: 1, max: 90 }),
      async (all, size) => {
        const { type, bytes } = await bodyOf(all);
        const parts = await readAll(requestOf(type, cut(bytes, size)).request);
        expect(parts).toEqual(
          all.map(({ name, text, bytes: file }) => ({
            name,
            isFile: file !== undefined,
            hex: Buffer.from(file ?? Buffer.from(text ?? '')).toString('hex'),
          })),
        );
      },
    ),
  );
});

test.each([
  ['a name with a path', '../../etc/passwd'],
  ['a name with quotes', 'a"; name="x'],
  ['a name with line breaks', 'a\r\nContent-Type: text/html'],
  ['a name without letters', '  '],
  ['a long name', 'a'.repeat(2000)],
])('accepts a file with %s, and ignores the name', async (_, fileName) => {
  const { type, bytes } = await bodyOf([{ name: 'pictures', bytes: Buffer.from('x'), fileName }]);

  const parts = await readAll(requestOf(type, [bytes]).request);

  expect(parts).toEqual([{ name: 'pictures', isFile: true, hex: '78' }]);
});

test('gives up an endless file at its limit', async () => {
  function* endless(): Generator<Uint8Array> {
    yield Buffer.from('--b\r\nContent-Disposition: form-data; name="p"; filename="a"\r\n\r\n');
    for (;;) yield new Uint8Array(4096);
  }
  const { request, seen } = requestOf('multipart/form-data; boundary=b', endless());

  const problem = await refusal(request);

  expect([problem.code, problem.message]).toEqual(['TOO_LARGE', messages.picture.imageBytes]);
  expect(seen.pulled).toBeLessThan(wide.fileBytes + 10_000);
  expect(seen.isCancelled).toBe(true);
});

test('gives up endless small files at the total limit', async () => {
  function* endless(): Generator<Uint8Array> {
    for (;;) {
      yield Buffer.from('--b\r\nContent-Disposition: form-data; name="p"; filename="a"\r\n\r\n');
      yield new Uint8Array(90_000);
      yield Buffer.from('\r\n');
    }
  }
  const { request, seen } = requestOf('multipart/form-data; boundary=b', endless());

  const problem = await refusal(request, { ...wide, files: 1000, parts: 1000 });

  expect([problem.code, problem.message]).toEqual(['TOO_LARGE', messages.picture.imagesBytes]);
  expect(seen.pulled).toBeLessThan(wide.totalBytes + 100_000);
});

test('does not read a body whose length is too large', async () => {
  const { request, seen } = requestOf('multipart/form-data; boundary=b', [new Uint8Array(10)]);
  request.headers.set('Content-Length', String(wide.totalBytes + 1));

  const problem = await refusal(request);

  expect(problem.code).toBe('TOO_LARGE');
  expect(seen.pulled).toBe(0);
});

test('gives up more files than allowed before reading the next', async () => {
  const files = Array.from({ length: 12 }, () => ({ name: 'p', bytes: new Uint8Array(20_000) }));
  const { type, bytes } = await bodyOf(files);
  const { request, seen } = requestOf(type, cut(bytes, 1000));

  const problem = await refusal(request);

  expect([problem.code, problem.message]).toEqual(['INVALID', messages.picture.imageCount]);
  expect(seen.pulled).toBeLessThan(11 * 20_500);
});

test.each([
  [
    'a long field',
    'TOO_LARGE',
    `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'x'.repeat(1001)}\r\n--b--`,
  ],
  [
    'a head without an end',
    'MALFORMED',
    `--b\r\nContent-Disposition: form-data; name="a"${'x'.repeat(5000)}`,
  ],
  [
    'a header without a name',
    'MALFORMED',
    '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--',
  ],
  [
    'a head of another kind',
    'MALFORMED',
    '--b\r\nContent-Disposition: attachment; name="a"\r\n\r\nx\r\n--b--',
  ],
  ['no header', 'MALFORMED', '--b\r\n\r\nx\r\n--b--'],
  ['no delimiter', 'MALFORMED', 'x'.repeat(6000)],
  [
    'another delimiter',
    'MALFORMED',
    '--c\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--c--',
  ],
  [
    'something after a delimiter',
    'MALFORMED',
    '--b!\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--b--',
  ],
  ['no end', 'MALFORMED', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx'],
  ['nothing', 'MALFORMED', ''],
])('refuses a body with %s as %s', async (_, code, body) => {
  const { request } = requestOf('multipart/form-data; boundary=b', cut(Buffer.from(body), 37));

  expect((await refusal(request)).code).toBe(code);
});

test.each([
  ['application/json', 'UNSUPPORTED_TYPE'],
  ['multipart/mixed; boundary=b', 'UNSUPPORTED_TYPE'],
  ['multipart/form-data', 'MALFORMED'],
  [`multipart/form-data; boundary=${'b'.repeat(71)}`, 'MALFORMED'],
])('refuses a body with the type %s', async (type, code) => {
  const { request } = requestOf(type, [Buffer.from('--b--')]);

  expect((await refusal(request)).code).toBe(code);
});

test('gives up on a sender that falls silent', async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from('--b\r\n'));
    },
  });
  const request = new Request('http://shop.example/', {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
    body,
    duplex: 'half',
  } as RequestInit);

  const problem = await refusal(request, { ...wide, stallMs: 20 });

  expect([problem.code, problem.message]).toEqual(['MALFORMED', messages.picture.brokeOff]);
});

test('gives up on a sender of a byte now and then', async () => {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 2));
      controller.enqueue(new Uint8Array([45]));
    },
  });
  const request = new Request('http://shop.example/', {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
    body,
    duplex: 'half',
  } as RequestInit);

  const problem = await refusal(request, { ...wide, patienceMs: 30 });

  expect([problem.code, problem.message]).toEqual(['MALFORMED', messages.picture.brokeOff]);
});

test("reports a sender that aborts as the sender's fault", async () => {
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.error(new Error('the connection was reset'));
    },
  });
  const request = new Request('http://shop.example/', {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
    body,
    duplex: 'half',
  } as RequestInit);

  expect((await refusal(request)).message).toBe(messages.picture.brokeOff);
});
