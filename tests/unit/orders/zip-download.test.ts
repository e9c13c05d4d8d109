import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { zipDigestHeader } from '#contract/shop/bought-zip.ts';
import { silenceMs } from '#features/orders/fetch-file.ts';
import { ageProblem, fetchNewest } from '#features/orders/fetch-newest.ts';
import { missingText } from '#features/orders/missing-text.ts';
import { zipDigest } from '#features/orders/zip-digest.ts';
import { type FileDraft, openDraft } from '#offline/files/file-draft.ts';
import { fileNetwork, type Mishap } from '#tests/support/file-network.ts';
import { makeZip } from '#tests/support/make-zip.ts';

/** ZIPs that the shop puts together as they are downloaded, on the device. */

type Zip = Awaited<ReturnType<typeof makeZip>>;

/** A shop that gives one ZIP at a time, and a device that has nothing of it. */
async function setUp(first: Zip, ...mishaps: readonly Mishap[]) {
  const network = fileNetwork(Uint8Array.from(first.bytes), ...mishaps);
  const slots = {
    draft: await openDraft(null, 'account', 'zip'),
    spare: await openDraft(null, 'account', 'zip-next'),
  };
  const shop = { zip: first, isAway: false, isBusy: false, tags: [] as string[] };
  const clock = {
    now: () => 1_000_000,
    after(ms: number, task: () => void) {
      // Not the two that end an attempt.
      if (ms !== 5000 && ms !== silenceMs) queueMicrotask(task);
      return () => {};
    },
  };
  async function ask(headers: Readonly<Record<string, string>>, signal: AbortSignal) {
    if (shop.isAway) throw new TypeError('fetch failed');
    const tag = new Headers(headers).get('If-None-Match');
    if (tag !== null) shop.tags.push(tag);
    if (tag === `"${shop.zip.digest}"`) return new Response(null, { status: 304 });
    // It says what it has, and then can't give it.
    if (shop.isBusy && tag === null) throw new TypeError('fetch failed');
    const answer = await network.ask(headers, signal);
    const changed = new Headers(answer.headers);
    changed.delete('Repr-Digest');
    changed.set(zipDigestHeader, shop.zip.digest);
    return new Response(answer.body, { status: answer.status, headers: changed });
  }
  return {
    shop,
    network,
    slots,
    replace(zip: Zip) {
      shop.zip = zip;
      network.replace(zip.bytes);
    },
    async run() {
      const parts = {
        ...slots,
        name: 'Order.zip',
        ask,
        clock,
        isReached: () => true,
        onProgress: () => {},
      };
      const { age, ...now } = await fetchNewest(parts, new AbortController().signal);
      Object.assign(slots, now);
      return age;
    },
  };
}

const bytesOf = async (draft: FileDraft) =>
  Buffer.from(await new Blob([...draft.parts()]).arrayBuffer());

const foxes = () => makeZip({ 'Foxes/day.png': randomBytes(3000), 'Foxes/a.txt': randomBytes(9) });

test('device and shop compute the same digest, in whatever runs it arrived', async () => {
  const contents = fc.array(fc.uint8Array({ maxLength: 40 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(contents, fc.integer({ min: 1, max: 50 }), async (given, size) => {
      const zip = await makeZip(Object.fromEntries(given.map((bytes, at) => [`ü${at}`, bytes])));
      const parts = Array.from(
        { length: Math.ceil(zip.bytes.length / size) },
        (_, at) => new Blob([Uint8Array.from(zip.bytes.subarray(at * size, (at + 1) * size))]),
      );
      expect(await zipDigest(parts)).toBe(zip.digest);
    }),
    { numRuns: 100 },
  );
});

test('a ZIP with any wrong byte has another digest', async () => {
  const zip = await makeZip({ 'a/b.png': Buffer.from('abc'), 'a/c.txt': Buffer.from('d') });
  for (let at = 0; at < zip.bytes.length; at += 1) {
    const wrong = Uint8Array.from(zip.bytes);
    wrong[at] = (wrong[at] ?? 0) ^ 1;
    expect(await zipDigest([new Blob([wrong])]), `byte ${at}`).not.toBe(zip.digest);
  }
  expect(await zipDigest([new Blob([Uint8Array.from(zip.bytes.subarray(1))])])).not.toBe(
    zip.digest,
  );
});

test('reads no more of a ZIP once it is cancelled', async () => {
  const zip = await makeZip({ 'a/b.png': randomBytes(5_000_000) });
  const stop = new AbortController();
  const blob = new Blob([Uint8Array.from(zip.bytes)]);
  const reading = zipDigest([blob], stop.signal);
  stop.abort(new Error('cancelled'));

  await expect(reading).rejects.toThrow('cancelled');
});

test('continues an interrupted ZIP, and checks it', async () => {
  const zip = await foxes();
  const { run, slots, network } = await setUp(zip, { dropAfter: 1234 });

  await run();

  expect(await bytesOf(slots.draft)).toEqual(zip.bytes);
  expect(network.asked).toEqual(['bytes=0-', 'bytes=1234-']);
  expect(slots.draft.state()).toMatchObject({
    isOfZip: true,
    sha256: zip.digest,
    checkedAt: 1_000_000,
  });
});

test('begins again when a file was replaced meanwhile, and joins no halves', async () => {
  const first = await foxes();
  const broken = Array<Mishap>(6).fill({ dropAfter: 0 });
  const { run, replace, slots, network } = await setUp(first, { dropAfter: 1234 }, ...broken);
  await expect(run()).rejects.toThrow();
  const second = await foxes();
  replace(second);

  await run();

  expect(await bytesOf(slots.draft)).toEqual(second.bytes);
  expect(network.asked.slice(-2)).toEqual(['bytes=1234-', 'bytes=0-']);
});

test('a ZIP that the shop does not know is asked for once more', async () => {
  const unknown: Mishap = {
    answer: () => Response.json({ message: 'Not found.' }, { status: 404 }),
  };
  const zip = await foxes();
  const once = await setUp(zip, unknown);
  await once.run();
  expect(await bytesOf(once.slots.draft)).toEqual(zip.bytes);

  const twice = await setUp(zip, unknown, unknown);
  await expect(twice.run()).rejects.toThrow('Not found.');
  expect(twice.network.asked).toHaveLength(2);
});

test('a damaged ZIP is fetched again', async () => {
  const zip = await foxes();
  const { run, slots } = await setUp(zip, { isDamaged: true });

  await run();

  expect(await bytesOf(slots.draft)).toEqual(zip.bytes);
});

test('what is here is delivered while the shop has the same, or has no answer', async () => {
  const zip = await foxes();
  const { run, slots, network, shop } = await setUp(zip);
  await run();

  expect(await run()).toEqual({ kind: 'newest' });
  shop.isAway = true;
  const age = await run();
  expect(age).toEqual({ kind: 'unsure' });
  // More may have been bought for it.
  expect(ageProblem(slots.draft, age, { isToSave: true })?.text).toMatch(/couldn’t say/);

  expect(network.asked).toEqual(['bytes=0-']);
  expect(shop.tags).toEqual([`"${zip.digest}"`]);
  expect(await bytesOf(slots.draft)).toEqual(zip.bytes);
});

test('what is here is fetched again once the shop has another', async () => {
  const { run, slots, replace } = await setUp(await foxes());
  await run();
  const more = await makeZip({
    'Foxes/day.png': randomBytes(10),
    'Kit/paper.png': randomBytes(20),
  });
  replace(more);

  await run();

  expect(await bytesOf(slots.draft)).toEqual(more.bytes);
});

test('what is here stays, and is said to be older, until its successor is whole', async () => {
  const zip = await foxes();
  const { run, slots, network, replace, shop } = await setUp(zip);
  await run();
  await slots.draft.note({ isToStore: true });
  const more = await foxes();
  replace(more);
  shop.isBusy = true;

  expect(await run()).toMatchObject({ kind: 'older' });
  expect(await bytesOf(slots.draft)).toEqual(zip.bytes);

  shop.isBusy = false;
  expect(await run()).toEqual({ kind: 'newest' });
  expect(await bytesOf(slots.draft)).toEqual(more.bytes);
  expect(slots.draft.state()).toMatchObject({ isToStore: true, sha256: more.digest });
  expect([slots.spare.reached(), slots.spare.state()]).toEqual([0, null]);
  expect(network.asked).toEqual(['bytes=0-', 'bytes=0-0', 'bytes=0-0', 'bytes=0-']);
});

test('a ZIP that changes twice while it arrives is fetched, not called damaged', async () => {
  const parts = await Promise.all([foxes(), foxes(), foxes()]);
  const [first, second, third] = parts as [Zip, Zip, Zip];
  const { run, replace, slots } = await setUp(first, { dropAfter: 500 }, {}, { dropAfter: 400 });
  const versions = [second, third];
  const { draft } = slots;
  const append = draft.append;
  draft.append = async (bytes) => {
    await append(bytes);
    const version = versions.shift();
    if (version) replace(version);
  };

  await run();

  expect(await bytesOf(slots.draft)).toEqual(third.bytes);
});

test.each([
  [3, [], 'Not on this device as one ZIP, but each design is.'],
  [2, ['Foxes', 'Kit'], 'Not on this device. Connect to download it.'],
  [2, ['Kit'], 'Not on this device as one ZIP: 1 design of it is, but not Kit.'],
  [
    9,
    ['Foxes', 'Kit', 'Owls', 'Moons', 'Boats'],
    'Not on this device as one ZIP: 4 designs of it are, but not Foxes, Kit, Owls and 2 more.',
  ],
])('of %i designs, says what is missing: %o', (total, missing, text) => {
  expect(missingText(total, missing)).toBe(text);
});
