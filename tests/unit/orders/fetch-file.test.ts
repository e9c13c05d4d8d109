import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  DownloadFailed,
  type FetchProgress,
  fetchFile,
  silenceMs,
} from '#features/orders/fetch-file.ts';
import { openDraft } from '#offline/files/file-draft.ts';
import { digestOf, fileNetwork, type Mishap } from '#tests/support/file-network.ts';

const size = 10_000;

async function setUp(bytes: Uint8Array, ...mishaps: readonly Mishap[]) {
  const network = fileNetwork(bytes, ...mishaps);
  const draft = await openDraft(null, 'account', 'file');
  const seen: FetchProgress[] = [];
  const waits: number[] = [];
  const clock = {
    now: () => 1_000_000,
    after(ms: number, task: () => void) {
      if (ms === silenceMs) return atSilence(task);
      waits.push(ms);
      queueMicrotask(task);
      return () => {};
    },
  };
  let onSilence: (() => void) | null = null;
  function atSilence(task: () => void) {
    onSilence = task;
    return () => {
      onSilence = null;
    };
  }
  const controller = new AbortController();
  const parts = { name: 'Foxes.png', draft, ask: network.ask, clock };
  const run = () => fetchFile({ ...parts, onProgress: (now) => seen.push(now) }, controller.signal);
  const got = async () => Buffer.from(await new Blob([...draft.parts()]).arrayBuffer());
  return { network, draft, seen, waits, controller, run, got, silence: () => onSilence?.() };
}

const html: Mishap = {
  answer: () =>
    new Response('<h1>Welcome to our Wi-Fi</h1>', { headers: { 'Content-Type': 'text/html' } }),
};

it('downloads a complete file and reports its progress', async () => {
  const bytes = randomBytes(size);
  const { run, got, draft, seen, network } = await setUp(bytes);

  await run();

  expect((await got()).equals(bytes)).toBe(true);
  expect(draft.state()).toMatchObject({ name: 'Foxes.png', total: size, checkedAt: 1_000_000 });
  expect(seen.at(-1)).toEqual({ reached: size, total: size, waitsFor: null });
  expect(network.asked).toEqual(['bytes=0-']);
});

it('resumes from the last byte, wherever the connection breaks', async () => {
  for (let part = 0; part < 20; part += 1) {
    const bytes = randomBytes(size);
    const dropAfter = 1 + Math.floor((part * (size - 1)) / 19);
    const { run, got, network } = await setUp(bytes, { dropAfter });

    await run();

    expect((await got()).equals(bytes), `broken after ${dropAfter}`).toBe(true);
    const rest = dropAfter < size ? [`bytes=${dropAfter}-`] : [];
    expect(network.asked).toEqual(['bytes=0-', ...rest]);
  }
});

it('resumes after many breaks, waiting longer the longer nothing arrives', async () => {
  const bytes = randomBytes(size);
  const { run, got, waits, seen } = await setUp(
    bytes,
    { dropAfter: 3000 },
    { dropAfter: 0 },
    { dropAfter: 0 },
    { dropAfter: 2000 },
    { dropAfter: 0 },
  );

  await run();

  expect((await got()).equals(bytes)).toBe(true);
  expect(waits).toEqual([500, 500, 1000, 500, 500]);
  expect(
    seen.filter(({ waitsFor }) => waitsFor === 'network').map(({ reached }) => reached),
  ).toEqual([3000, 3000, 3000, 5000, 5000]);
});

it('gives up when several attempts in a row bring nothing, and keeps the part that arrived', async () => {
  const bytes = randomBytes(size);
  const { run, got, draft, waits } = await setUp(
    bytes,
    { dropAfter: 4000 },
    ...Array<Mishap>(6).fill({ dropAfter: 0 }),
  );

  await expect(run()).rejects.toBeInstanceOf(DownloadFailed);
  expect(waits).toEqual([500, 500, 1000, 2000, 4000, 8000]);
  expect(draft.reached()).toBe(4000);

  await run();
  expect((await got()).equals(bytes)).toBe(true);
});

it("fails at once if even the first answer doesn't come", async () => {
  const { run, waits } = await setUp(randomBytes(size), { dropAfter: 0 });

  await expect(run()).rejects.toBeInstanceOf(DownloadFailed);

  expect(waits).toEqual([]);
});

it('treats a body that ends early as a break', async () => {
  const bytes = randomBytes(size);
  const { run, got, network } = await setUp(bytes, { endAfter: 700 });

  await run();

  expect((await got()).equals(bytes)).toBe(true);
  expect(network.asked).toEqual(['bytes=0-', 'bytes=700-']);
});

it('starts over once if the file has changed', async () => {
  const [old, next] = [randomBytes(size), randomBytes(size + 5)];
  const { run, got, network, seen } = await setUp(old, { dropAfter: 4000 }, { dropAfter: 0 });
  const ended = run();
  network.replace(next);

  await ended;

  expect((await got()).equals(next)).toBe(true);
  expect(network.asked.at(-1)).toBe('bytes=0-');
  const counts = seen.map(({ reached }) => reached);
  expect(counts[counts.lastIndexOf(4000) + 1], 'no byte of it was added to the old').toBe(97);
});

it('starts over if the file has become shorter than the stored part', async () => {
  const [old, next] = [randomBytes(size), randomBytes(1000)];
  const past: Mishap = { answer: () => new Response(null, { status: 416 }) };
  const { run, got, network } = await setUp(old, { dropAfter: 4000 }, past);
  const ended = run();
  network.replace(next);

  await ended;

  expect((await got()).equals(next)).toBe(true);
});

it('gives up on a file that keeps changing', async () => {
  const { run, draft } = await setUp(
    randomBytes(size),
    { dropAfter: 4000 },
    { answer: () => new Response(null, { status: 416 }) },
    { dropAfter: 4000 },
    { answer: () => new Response(null, { status: 416 }) },
  );

  await expect(run()).rejects.toThrow('damaged');

  expect(draft.state()).toBe(null);
});

it("never delivers bytes that don't match the digest", async () => {
  const bytes = randomBytes(size);
  const once = await setUp(bytes, { isDamaged: true });
  await once.run();
  expect((await once.got()).equals(bytes)).toBe(true);
  expect(once.network.asked).toEqual(['bytes=0-', 'bytes=0-']);

  const twice = await setUp(bytes, { isDamaged: true }, { isDamaged: true });
  await expect(twice.run()).rejects.toThrow('damaged');
  expect(twice.draft.state()).toBe(null);
});

it("works with a server that doesn't support ranges", async () => {
  const bytes = randomBytes(size);
  const { run, got, seen } = await setUp(bytes, { dropAfter: 4000 }, { isWhole: true });

  await run();

  expect((await got()).equals(bytes)).toBe(true);
  const counts = seen.map(({ reached }) => reached);
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
});

/** An answer that a proxy compressed although a part was asked for. */
const compressed = { isWhole: true, isCompressed: true } as const;

it('resumes what a proxy compresses, however often the connection breaks', async () => {
  const bytes = randomBytes(size);
  const { run, got, network } = await setUp(
    bytes,
    { ...compressed, dropAfter: 2000 },
    { ...compressed, dropAfter: 3000 },
    { ...compressed, dropAfter: 5000 },
    { dropAfter: 1000 },
    compressed,
  );

  await run();

  expect((await got()).equals(bytes)).toBe(true);
  expect(network.asked).toEqual([
    'bytes=0-',
    ...[2000, 3000, 5000, 6000].map((at) => `bytes=${at}-`),
  ]);
});

it('takes the end of a compressed body for the end only if the digest fits', async () => {
  const bytes = randomBytes(size);
  const whole = await setUp(bytes, compressed);
  await whole.run();
  expect(whole.network.asked).toHaveLength(1);

  const cut = await setUp(
    bytes,
    { ...compressed, endAfter: 4000 },
    { ...compressed, endAfter: 6000 },
  );
  await cut.run();
  expect((await cut.got()).equals(bytes)).toBe(true);
  expect(cut.network.asked).toEqual(['bytes=0-', 'bytes=4000-', 'bytes=6000-']);
  expect(cut.draft.state()?.total).toBe(size);
});

it('is whole if the connection breaks after the last byte of a compressed body', async () => {
  const bytes = randomBytes(size);
  const { run, got, network } = await setUp(bytes, { ...compressed, dropAfter: size });

  await run();

  expect((await got()).equals(bytes)).toBe(true);
  expect(network.asked).toEqual(['bytes=0-', `bytes=${size}-`]);
});

it('gives up on a compressed body that is damaged on the way each time', async () => {
  const damaged = { ...compressed, isDamaged: true };
  for (const after of [{}, compressed]) {
    const { run, draft } = await setUp(randomBytes(size), damaged, after, damaged, after);
    await expect(run()).rejects.toThrow('damaged');
    expect(draft.state()).toBe(null);
  }
});

it('waits for the part that it asked for', async () => {
  const bytes = randomBytes(size);
  const elsewhere: Mishap = {
    answer: () =>
      new Response(bytes.slice(6000), {
        status: 206,
        headers: {
          'Content-Range': `bytes 6000-${size - 1}/${size}`,
          'Repr-Digest': `sha-256=:${digestOf(bytes).digest('base64')}:`,
        },
      }),
  };
  const { run, got, network } = await setUp(bytes, { dropAfter: 4000 }, elsewhere);

  await run();

  expect((await got()).equals(bytes)).toBe(true);
  expect(network.asked).toEqual(['bytes=0-', 'bytes=4000-', 'bytes=4000-']);
});

it('accepts nothing from a captive portal', async () => {
  const bytes = randomBytes(size);
  const { run, got } = await setUp(bytes, { dropAfter: 4000 }, html, html);
  await run();
  expect((await got()).equals(bytes)).toBe(true);

  const first = await setUp(bytes, html);
  await expect(first.run()).rejects.toBeInstanceOf(DownloadFailed);
  expect(first.draft.state()).toBe(null);
});

it('says why the shop refuses', async () => {
  const refused: Mishap = {
    answer: () =>
      Response.json({ code: 'FORBIDDEN', message: 'This design was refunded.' }, { status: 403 }),
  };
  const { run, network } = await setUp(randomBytes(size), { dropAfter: 4000 }, refused);

  await expect(run()).rejects.toThrow('This design was refunded.');

  expect(network.asked).toHaveLength(2);
});

it('gives up a silent connection and tries another', async () => {
  const bytes = randomBytes(size);
  const { run, got, network, silence, seen } = await setUp(bytes, {
    dropAfter: 3000,
    isSilent: true,
  });
  const ended = run();
  await expect.poll(() => seen.at(-1)?.reached).toBe(3000);
  silence();

  await ended;

  expect((await got()).equals(bytes)).toBe(true);
  expect(network.asked).toEqual(['bytes=0-', 'bytes=3000-']);
});

it('stops when aborted', async () => {
  const { run, controller, draft, seen } = await setUp(randomBytes(size), {
    dropAfter: 3000,
    isSilent: true,
  });
  const ended = run();
  await expect.poll(() => seen.at(-1)?.reached).toBe(3000);
  controller.abort();

  await expect(ended).rejects.toMatchObject({ name: 'AbortError' });

  expect(draft.state()?.checkedAt).toBe(null);
});

it('verifies a complete file without requesting it again', async () => {
  const bytes = randomBytes(size);
  const { run, draft, network, got } = await setUp(bytes);
  await draft.start({
    name: 'Foxes.png',
    mediaType: 'image/png',
    total: size,
    sha256: digestOf(bytes).digest('hex'),
  });
  await draft.append(new Blob([bytes]));

  await run();

  expect(network.asked).toEqual([]);
  expect((await got()).equals(bytes)).toBe(true);
});

it('waits for a file that the shop prepares, as long as it says, and not forever', async () => {
  const prepared: Mishap = {
    answer: () =>
      Response.json(
        { message: 'Being prepared.' },
        { status: 503, headers: { 'Retry-After': '20' } },
      ),
  };
  const bytes = randomBytes(size);
  const { run, got, waits, seen } = await setUp(bytes, prepared, prepared);

  await run();

  expect((await got()).equals(bytes)).toBe(true);
  expect(waits).toEqual([20_000, 20_000]);
  expect(seen[0]).toEqual({ reached: 0, total: null, waitsFor: 'shop' });

  const never = await setUp(bytes, ...Array<Mishap>(50).fill(prepared));
  // Then the file has a problem of its own.
  await expect(never.run()).rejects.toMatchObject({
    message: 'Being prepared.',
    isForStudio: true,
  });
  expect(never.waits).toHaveLength(45);
});

it('stops waiting for the shop when aborted', async () => {
  const prepared: Mishap = {
    answer: () => Response.json({}, { status: 503, headers: { 'Retry-After': '20' } }),
  };
  const { run, controller, network, seen } = await setUp(randomBytes(size), prepared);
  seen.push = () => {
    controller.abort();
    return 1;
  };
  await expect(run()).rejects.toThrow('abort');
  expect(network.asked).toEqual(['bytes=0-']);
});
