import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { fileMessages } from '#contract/studio/files.ts';
import { doNextWork, startFileWork } from '#server/designs/files/do-work.ts';
import { fileWork } from '#server/designs/files/work-queue.ts';
import { claimNext } from '#server/platform/jobs/do-next.ts';
import { type FileDesk, openFileDesk, square, workOff } from '#tests/support/file-desk.ts';
import { openAgain } from '#tests/support/open-new-database.ts';
import { declaredPng } from '#tests/support/pictures.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';

/** Pictures of a design: previews are made in the background, or an error is reported. */

let desk: FileDesk;

beforeAll(async () => {
  desk = await openFileDesk();
});

test('a picture gets its previews in the background and is then last', async () => {
  const designId = await desk.draft();
  await desk.send(designId, {
    kind: 'image',
    name: 'Fox.png',
    bytes: await square(500),
  });
  const before = await desk.filesOf(designId);
  expect(before.work).toEqual([
    expect.objectContaining({ kind: 'previews', name: 'Fox.png', state: 'waiting', steps: 6 }),
  ]);
  expect(before.images).toHaveLength(1);

  await workOff(desk.services);

  const { images, work } = await desk.filesOf(designId);
  expect(work).toEqual([]);
  expect(images[1]).toMatchObject({ name: 'Fox.png', width: 500, height: 500 });
  expect((await desk.app.request(images[1]?.url ?? '')).status).toBe(200);
});

test('reports progress while previews are made', async () => {
  // Otherwise work left by other tests would run in between.
  await workOff(desk.services);
  const designId = await desk.draft();
  await desk.send(designId, {
    kind: 'image',
    name: 'a.jpg',
    bytes: await square(90, 'jpeg'),
  });
  const seen = new Set<number>();
  const watching = {
    ...desk.services,
    files: {
      ...desk.services.files,
      async putPreview(name: string, bytes: Uint8Array) {
        seen.add((await desk.filesOf(designId)).work[0]?.done ?? -1);
        await desk.services.files.putPreview(name, bytes);
      },
    },
  };

  await workOff(watching);

  expect(seen.has(0)).toBe(true);
  expect([...seen].every((done) => done >= 0 && done < 6)).toBe(true);
});

test.each([
  ['has too many pixels', declaredPng(20_000, 20_000), fileMessages.imagePixels],
  ['is damaged', declaredPng(300, 300, 10), fileMessages.imageBroken],
])('a picture that %s is reported, and can be retried or given up', async (_, bytes, problem) => {
  const designId = await desk.draft();
  await desk.send(designId, { kind: 'image', name: 'a.png', bytes: new Uint8Array(bytes) });
  await workOff(desk.services);
  const [failed] = (await desk.filesOf(designId)).work;
  expect(failed).toMatchObject({ state: 'failed', problem });
  const params = { workId: failed?._id ?? '' };

  await callStudio(desk.app, 'retryWork', { params, cookie: desk.cookie });
  expect((await desk.filesOf(designId)).work[0]?.state).toBe('waiting');
  await workOff(desk.services);
  await callStudio(desk.app, 'dropWork', { params, cookie: desk.cookie });

  expect((await desk.filesOf(designId)).work).toEqual([]);
  expect((await studioRefused(desk.app, 'retryWork', { params, cookie: desk.cookie })).status).toBe(
    404,
  );
});

test('the next server takes over the work of one that died', async () => {
  const first = await openFileDesk();
  const designId = await first.draft();
  await first.send(designId, { kind: 'image', name: 'a.png', bytes: await square(64) });
  // It dies with three of six previews made, before it can report that.
  let made = 0;
  const dying = new Promise<void>((resolve) => {
    const putPreview = (name: string, bytes: Uint8Array) => {
      made += 1;
      if (made <= 3) return first.services.files.putPreview(name, bytes);
      resolve();
      return new Promise<void>(() => {});
    };
    void doNextWork({ ...first.services, files: { ...first.services.files, putPreview } });
  });
  await dying;
  const database = await openAgain(first.services.env.dataDir);
  first.services.pass(60_000);

  const next = startFileWork({ ...first.services, database });
  await expect.poll(() => database.read.selectFrom('designWork').selectAll().execute()).toEqual([]);
  await next.stop();

  const rows = await database.read.selectFrom('productImages').select('name').execute();
  expect(rows.map(({ name }) => name)).toContain('a.png');
  await database.close();
});

test('work that the server died of three times is not retried automatically', async () => {
  const designId = await desk.draft();
  await desk.send(designId, { kind: 'image', name: 'a.png', bytes: await square(20) });
  for (let death = 0; death < 3; death += 1) {
    expect((await claimNext(desk.services, fileWork))?.productId).toBe(designId);
    desk.services.pass(60_000);
  }

  expect(await claimNext(desk.services, fileWork)).toBeNull();
  expect((await desk.filesOf(designId)).work[0]).toMatchObject({
    state: 'failed',
    problem: fileMessages.killed,
  });
});

test('names pictures that are small or there twice, and keeps them', async () => {
  const [first, second] = [await desk.draft(), await desk.draft()];
  const [small, large] = [await square(330), await square(1210)];
  const sent = [
    [first, 'Small.png', small],
    [first, 'Large.png', large],
    [first, 'Again.png', large],
    [second, 'Elsewhere.png', large],
  ] as const;
  for (const [designId, name, bytes] of sent) {
    await desk.send(designId, { kind: 'image', name, bytes });
    desk.services.pass(1000);
  }
  await workOff(desk.services);

  const notesOf = async (designId: string) =>
    Object.fromEntries(
      (await desk.filesOf(designId)).images.map(({ name, notes }) => [name, notes]),
    );
  const { title } = await desk.filesOf(second);
  const { title: own } = await desk.filesOf(first);

  expect(await notesOf(first)).toEqual({
    '': [],
    'Small.png': [fileMessages.smallImage(330, 330)],
    'Large.png': [fileMessages.sameAsDesign(title)],
    'Again.png': [fileMessages.sameImage('Large.png'), fileMessages.sameAsDesign(title)],
  });
  expect(await notesOf(second)).toEqual({
    '': [],
    'Elsewhere.png': [fileMessages.sameAsDesign(own)],
  });
});

test('says of a picture that it is light, transparent or very tall', async () => {
  const id = await desk.draft();
  const art = (opacity: number) =>
    sharp({
      create: { width: 1200, height: 60, channels: 4, background: `rgba(255,255,255,${opacity})` },
    });
  const strip = sharp({
    create: { width: 30, height: 17_000, channels: 3, background: '#cc9988' },
  });
  const pictures = { 'white.png': art(0.9), 'clear.png': art(0), 'strip.png': strip };
  for (const [name, drawn] of Object.entries(pictures)) {
    await desk.send(id, { kind: 'image', name, bytes: await drawn.png().toBuffer() });
    desk.services.pass(1000);
  }
  await workOff(desk.services);

  const { images, work } = await desk.filesOf(id);
  expect(work).toEqual([]);
  expect(images.slice(1).map(({ name, notes }) => [name, notes])).toEqual([
    ['white.png', [fileMessages.darkGround]],
    ['clear.png', [fileMessages.blankImage]],
    ['strip.png', [fileMessages.tallImage(29)]],
  ]);
});
