import type { Hono } from 'hono';
import { messages } from '#contract/messages/messages.ts';
import { imagePath } from '#contract/shop/paths.ts';
import {
  featuredImageBytes,
  featuredImageMessages,
  maxFeaturedImages,
  type StudioFeaturedImage,
} from '#contract/studio/featured-images.ts';
import { stillPicture } from '../commissions/still-picture.ts';
import { makePreviews, type Previewed } from '../designs/files/previews.ts';
import { assertNotChanged } from '../platform/audit/merge-fields.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import { type AuditedChange, makeAuditedChange } from '../platform/database/change.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Reader, Transaction } from '../platform/database/open.ts';
import { recordCatalogueChange } from '../platform/database/record-catalogue-change.ts';
import { Problem } from '../platform/http/problem.ts';
import { readBytes } from '../platform/http/read-bytes.ts';
import { createSemaphore } from '../platform/jobs/semaphore.ts';
import type { Services } from '../platform/services/services.ts';
import { serveStudio } from '../staff/serve-studio.ts';

/** Each picture being decoded may take 200 MB. */
const inDecoding = createSemaphore(1, { mayWait: 8, refusal: messages.picture.busy });

/** The studio's routes for the featured images. Every open shop shows a change within a second. */
export function featuredImageRoutes(app: Hono, services: Services): void {
  const { database } = services;

  serveStudio(app, services, 'front', () => readFront(database.read));

  serveStudio(app, services, 'addFrontImage', async ({ account, body }) => {
    await assertNotFull(database.read);
    const source = await readBytes(body, featuredImageBytes, {
      tooLarge: messages.picture.imageBytes,
    });
    const previewed = await inDecoding(() => takeIn(services, source));
    return makeAuditedChange(services, account.id, (change) => add(change, previewed));
  });

  serveStudio(app, services, 'describeFrontImage', ({ account, params: { id }, body }) =>
    makeAuditedChange(services, account.id, async (change) => {
      const { tx } = change;
      const before = await imageOf(tx, id);
      const texts = { now: before.altText, from: body.from, to: body.altText };
      await assertNotChanged(tx, id, 'altText', texts);
      const altText = body.altText === '' ? null : body.altText;
      await tx.updateTable('featuredImages').set({ altText }).where('id', '=', id).execute();
      if (before.altText !== body.altText) {
        const seen = { before: { altText: before.altText }, after: { altText: body.altText } };
        const line = { action: 'featured_picture.described', subjectId: id } as const;
        await recordAction(change, { ...line, ...seen });
        await recordCatalogueChange(change, null);
      }
      return readFront(tx);
    }),
  );

  serveStudio(app, services, 'removeFrontImage', ({ account, params: { id } }) =>
    makeAuditedChange(services, account.id, async (change) => {
      const { tx } = change;
      const { altText, url } = await imageOf(tx, id);
      await tx.deleteFrom('featuredImages').where('id', '=', id).execute();
      const line = { action: 'featured_picture.removed', subjectId: id } as const;
      await recordAction(change, { ...line, before: { altText, url }, after: null });
      await recordCatalogueChange(change, null);
      return readFront(tx);
    }),
  );

  serveStudio(app, services, 'orderFront', ({ account, body: { ids } }) =>
    makeAuditedChange(services, account.id, (change) => order(change, ids)),
  );
}

async function readFront(reader: Reader): Promise<{ images: StudioFeaturedImage[] }> {
  const rows = await reader
    .selectFrom('featuredImages')
    .select(['id as _id', 'hash', 'width', 'height', 'color', 'altText'])
    .orderBy('position')
    .execute();
  const images = rows.map(({ hash, altText, ...image }) => ({
    ...image,
    url: imagePath(hash, 320, 'webp'),
    altText: altText ?? '',
  }));
  return { images };
}

/** @throws NOT_FOUND */
async function imageOf(tx: Transaction, id: string): Promise<StudioFeaturedImage> {
  const { images } = await readFront(tx);
  const image = images.find(({ _id }) => _id === id);
  if (!image) throw new Problem('NOT_FOUND', featuredImageMessages.gone);
  return image;
}

async function assertNotFull(reader: Reader): Promise<void> {
  const { images } = await readFront(reader);
  if (images.length >= maxFeaturedImages)
    throw new Problem('INVALID', featuredImageMessages.tooMany);
}

/** Re-encodes an upload before making its previews, like a stranger's picture. */
async function takeIn({ files }: Services, source: Buffer): Promise<Previewed> {
  const result = await stillPicture(source);
  if (result.kind === 'refused') throw new Problem('INVALID', result.message);
  return makePreviews(files, result.picture.bytes);
}

async function add(change: AuditedChange, made: Previewed) {
  const { hash, width, height, color, miniature } = made;
  const { tx, now } = change;
  await assertNotFull(tx);
  const { last } = await tx
    .selectFrom('featuredImages')
    .select((row) => row.fn.max<number | null>('position').as('last'))
    .executeTakeFirstOrThrow();
  const known = await tx
    .selectFrom('featuredImages')
    .select('id')
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (known) throw new Problem('INVALID', featuredImageMessages.twice);
  const id = newId(now);
  await tx
    .insertInto('featuredImages')
    .values({
      id,
      position: (last ?? -1) + 1,
      altText: null,
      isDemo: 0,
      hash,
      width,
      height,
      color,
      miniature,
    })
    .execute();
  const { url } = await imageOf(tx, id);
  const line = { action: 'featured_picture.added', subjectId: id } as const;
  await recordAction(change, { ...line, before: null, after: { url } });
  await recordCatalogueChange(change, null);
  return readFront(tx);
}

/** @throws CHANGED_MEANWHILE unless `ids` are exactly the current images */
async function order(change: AuditedChange, ids: readonly string[]) {
  const { tx } = change;
  const { images } = await readFront(tx);
  const there = images.map(({ _id }) => _id);
  const named = new Set(ids);
  const isSame = ids.length === there.length && there.every((id) => named.has(id));
  if (!isSame) throw new Problem('CHANGED_MEANWHILE', featuredImageMessages.changed);
  if (ids.join() === there.join()) return { images };
  for (const [position, id] of ids.entries()) {
    await tx.updateTable('featuredImages').set({ position }).where('id', '=', id).execute();
  }
  const line = { action: 'featured_pictures.reordered', subjectId: '' } as const;
  const seen = { before: { order: there.join(' ') }, after: { order: ids.join(' ') } };
  await recordAction(change, { ...line, ...seen });
  await recordCatalogueChange(change, null);
  return readFront(tx);
}
