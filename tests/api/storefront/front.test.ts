import type { Hono } from 'hono';
import { beforeEach, describe, expect, it } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import {
  featuredImageBytes,
  featuredImageMessages,
  maxFeaturedImages,
} from '#contract/studio/featured-images.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { call } from '#tests/support/call.ts';
import type { TestServices } from '#tests/support/make-services.ts';
import { picture } from '#tests/support/pictures.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { studioEmail } from '#tests/support/studio-person.ts';

let services: TestServices;
let app: Hono;
let cookie: string;

beforeEach(async () => {
  ({ services, app, cookie } = await shopWithOwner());
});

/** The pictures differ in width. */
const bytesOf = async (width: number) => new Uint8Array(await picture('png', { width }));
const add = async (width: number) =>
  (await callStudio(app, 'addFrontImage', { cookie, body: new Blob([await bytesOf(width)]) }))
    .answer.images;
const addRefused = async (bytes: Uint8Array<ArrayBuffer>) =>
  (await studioRefused(app, 'addFrontImage', { cookie, body: new Blob([bytes]) })).problem;
const shown = async () => {
  await services.catalogue.refresh();
  return (await call(app, 'featuredImages', {})).answer;
};
const auditOf = async () =>
  (await callStudio(app, 'auditLines', { cookie, query: {} })).answer.items.map(
    ({ action }) => action,
  );

describe('an added picture', () => {
  it('is last in every shop, with its previews available', async () => {
    await add(64);
    const images = await add(80);

    expect(images).toHaveLength(2);
    const home = await shown();
    expect(home).toHaveLength(2);
    const last = images[1]?.url ?? '';
    expect(home[1]?.image.url).toBe(last.replace('/320.', '/640.'));
    const response = await app.request(last);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(await auditOf()).toContain('featured_picture.added');
  });

  it.each([
    ['a text', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['animated', new TextEncoder().encode('GIF89a and so on')],
    ['a page that starts like a picture', new Uint8Array([0xff, 0xd8, 0xff, 0x3c, 0x68])],
  ])('is refused when it is %s', async (_, bytes) => {
    const { code, message } = await addRefused(bytes);

    expect(code).toBe('INVALID');
    expect(message).not.toBe('');
    expect(await shown()).toEqual([]);
  });

  it('is refused when too large, empty, or already there', async () => {
    await add(64);

    expect((await addRefused(new Uint8Array(featuredImageBytes + 1))).message).toBe(
      messages.picture.imageBytes,
    );
    expect((await addRefused(new Uint8Array())).code).toBe('MALFORMED');
    expect((await addRefused(await bytesOf(64))).message).toBe(featuredImageMessages.twice);
    expect(await shown()).toHaveLength(1);
  });

  it('is refused when the carousel is full', async () => {
    await services.database.write((tx) =>
      tx
        .insertInto('featuredImages')
        .values(
          Array.from({ length: maxFeaturedImages }, (_, position) => ({
            id: newId(services.clock()),
            position,
            hash: String(position).padStart(64, '0'),
            width: 640,
            height: 640,
            color: '#ffffff',
            altText: null,
            isDemo: 0,
          })),
        )
        .execute(),
    );

    expect((await addRefused(await bytesOf(64))).message).toBe(featuredImageMessages.tooMany);
  });
});

describe('the pictures', () => {
  it('are in the chosen order', async () => {
    await add(64);
    const before = await add(80);
    const ids = before.map(({ _id }) => _id).reverse();

    const { answer } = await callStudio(app, 'orderFront', { cookie, body: { ids } });

    expect(answer.images.map(({ _id }) => _id)).toEqual(ids);
    expect((await shown()).map(({ image }) => image.width)).toEqual([80, 64]);
  });

  it('keep their order if not all are named, or one twice', async () => {
    const [only] = await add(64);
    const [, second] = await add(80);
    const [a, b] = [only?._id ?? '', second?._id ?? ''];

    for (const ids of [[], [a], [a, a], [a, b, newId(services.clock())]]) {
      const { problem } = await studioRefused(app, 'orderFront', { cookie, body: { ids } });
      expect(problem.code).toBe('CHANGED_MEANWHILE');
    }
    expect((await callStudio(app, 'front', { cookie })).answer.images[0]?._id).toBe(a);
  });

  it("have the studio's descriptions as alt text", async () => {
    const [image] = await add(64);
    const params = { id: image?._id ?? '' };
    const describeAs = (altText: string, from = '') =>
      callStudio(app, 'describeFrontImage', { cookie, params, body: { from, altText } });

    await describeAs('  A quilt of foxes ');
    expect((await shown())[0]?.altText).toBe('A quilt of foxes');
    await describeAs('A quilt of foxes');
    for (const altText of ['Moons', '']) {
      const body = { from: '', altText };
      const refused = await studioRefused(app, 'describeFrontImage', { cookie, params, body });
      expect(refused.problem).toMatchObject({
        code: 'CHANGED_MEANWHILE',
        fields: { altText: `${studioEmail} changed this too.` },
      });
    }
    await describeAs('', 'A quilt of foxes');
    expect((await shown())[0]).not.toHaveProperty('altText');
    const lines = (await auditOf()).filter((action) => action === 'featured_picture.described');
    expect(lines).toHaveLength(2);
  });

  it('disappear from the shop when removed', async () => {
    const [image] = await add(64);
    const params = { id: image?._id ?? '' };

    await callStudio(app, 'removeFrontImage', { cookie, params });

    expect(await shown()).toEqual([]);
    const again = await studioRefused(app, 'removeFrontImage', { cookie, params });
    expect(again.status).toBe(404);
  });
});
