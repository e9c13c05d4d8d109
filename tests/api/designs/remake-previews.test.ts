import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { miniaturePixels } from '#contract/shop/miniature.ts';
import { fileMessages } from '#contract/studio/files.ts';
import { previewVersion } from '#server/designs/files/previews.ts';
import { remakePreviews } from '#server/designs/files/remake-previews.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call } from '#tests/support/call.ts';
import { rgbProfile } from '#tests/support/color-profiles.ts';
import { type FileDesk, openFileDesk, square, workOff } from '#tests/support/file-desk.ts';
import { cICP, iCCP, pngOf } from '#tests/support/png-file.ts';
import { callStudio } from '#tests/support/studio-call.ts';

/** Previews that an earlier version made are made again in the background. */

let desk: FileDesk;
let designId: string;

beforeEach(async () => {
  desk = await openFileDesk();
  designId = await addProduct(desk.services);
});

const chunks = [iCCP(rgbProfile('sRGB', 'srgb'))];
const red = () => pngOf([255, 0, 0], { type: 'rgb', depth: 16, chunks });
const oldHash = 'ab'.repeat(32);

/** Adds a picture as the version before stored it. */
async function addOld(bytes: Uint8Array, earlier: Readonly<Record<string, string>>) {
  const { services } = desk;
  await desk.send(designId, { kind: 'image', name: 'a.png', bytes: new Uint8Array(bytes) });
  await workOff(services);
  await services.database.write((tx) =>
    tx
      .updateTable('productImages')
      .set({ ...earlier, previewVersion: 1 })
      .where('name', '=', 'a.png')
      .execute(),
  );
}

const row = () =>
  desk.services.database.read
    .selectFrom('productImages')
    .selectAll()
    .where('name', '=', 'a.png')
    .executeTakeFirstOrThrow();

async function changes(): Promise<number> {
  const rows = await desk.services.database.read
    .selectFrom('catalogueChanges')
    .select('seq')
    .where('productId', '=', designId)
    .execute();
  return rows.length;
}

const progress = async () =>
  (await callStudio(desk.app, 'today', { cookie: desk.cookie })).answer.previews;

test('a picture that was too pale gets its colours, at a new address', async () => {
  await addOld(red(), { hash: oldHash, color: '#ea3322', swatches: 'ea3322f' });
  expect(await progress()).toEqual({ left: 1, total: 2 });
  const before = await changes();

  await remakePreviews(desk.services);

  const made = await row();
  expect(made).toMatchObject({ color: '#ff0000', swatches: 'ff0000f', previewVersion });
  expect(made.hash).not.toBe(oldHash);
  const { images } = await desk.filesOf(designId);
  expect((await desk.app.request(images.at(-1)?.url ?? '')).status).toBe(200);
  expect(await changes()).toBe(before + 1);
  expect(await progress()).toBeNull();
});

test('nothing changes for a picture that was right', async () => {
  await addOld(await square(90), {});
  const [before, seen] = [await row(), await changes()];
  const stored: string[] = [];
  const files = {
    ...desk.services.files,
    putPreview: async (name: string) => void stored.push(name),
  };

  await remakePreviews({ ...desk.services, files });

  expect(await row()).toEqual({ ...before, previewVersion });
  expect([stored, await changes()]).toEqual([[], seen]);
});

test('a picture of a version without miniatures gets one, and the catalogue says so once', async () => {
  await addOld(await square(90), { miniature: '' });
  const [before, seen] = [await row(), await changes()];

  await remakePreviews(desk.services);
  await desk.services.catalogue.refresh();

  const made = await row();
  expect(made).toEqual({ ...before, previewVersion, miniature: made.miniature });
  expect(await changes()).toBe(seen + 1);
  const { answer } = await call(desk.app, 'product', { params: { id: designId } });
  expect(answer.product.images.map(({ miniature }) => miniature)).toEqual([
    undefined,
    made.miniature,
  ]);
});

test('a picture without an original gets a miniature of its smallest preview', async () => {
  await addOld(red(), { miniature: '', swatches: 'ea3322f' });
  const whole = await row();
  await desk.services.database.write((tx) =>
    tx
      .updateTable('productImages')
      .set({ sourceSha256: null })
      .where('id', '=', whole.id)
      .execute(),
  );

  await remakePreviews(desk.services);

  const made = await row();
  expect(made).toMatchObject({ swatches: 'ea3322f', previewVersion, hash: whole.hash });
  const [most = 0, green = 0, blue = 0] = miniaturePixels(made.miniature, 1, 1) ?? [];
  expect(most).toBeGreaterThan(240);
  expect(Math.max(green, blue)).toBeLessThan(15);
});

test('a picture whose original is missing keeps its previews', async () => {
  await addOld(red(), { sourceSha256: 'cd'.repeat(32) });
  const before = await row();
  await remakePreviews(desk.services);
  expect(await row()).toEqual({ ...before, previewVersion });
});

test('a picture that can’t be read now is made again later', async () => {
  await addOld(red(), { color: '#ea3322' });
  const unreadable = Object.assign(new Error('i/o error'), { code: 'EIO' });
  const files = {
    ...desk.services.files,
    readOriginal: () => {
      throw unreadable;
    },
  };
  await expect(remakePreviews({ ...desk.services, files })).rejects.toThrow(unreadable);
  expect(await row()).toMatchObject({ color: '#ea3322', previewVersion: 1 });

  await remakePreviews(desk.services);
  expect(await row()).toMatchObject({ color: '#ff0000', previewVersion });
});

test('says of a picture that it is for HDR screens, or that it isn’t turned', async () => {
  const create = { width: 1200, height: 90, channels: 3, background: '#336699' } as const;
  const webp = await sharp({ create }).withMetadata({ orientation: 6 }).webp().toBuffer();
  const hdr = pngOf([90, 90, 90], { type: 'rgb', chunks: [cICP(9, 16)] });
  for (const [name, bytes] of Object.entries({ 'hdr.png': hdr, 'side.webp': webp })) {
    await desk.send(designId, { kind: 'image', name, bytes: new Uint8Array(bytes) });
    desk.services.pass(1000);
  }
  await workOff(desk.services);

  const { images } = await desk.filesOf(designId);
  const notes = Object.fromEntries(images.map((image) => [image.name, image.notes]));
  expect(notes['hdr.png']).toContain(fileMessages.hdrImage);
  expect(notes['side.webp']).toEqual([fileMessages.unturnedImage]);
});
