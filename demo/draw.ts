import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { publishArchive } from '#server/designs/files/archive.ts';
import { originalPng } from '#server/designs/files/original-png.ts';
import { makePreviews } from '#server/designs/files/previews.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { idFrom } from '#server/platform/database/new-id.ts';
import type { Database } from '#server/platform/database/open.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import { type Env, parseEnv } from '#server/platform/env.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { runAlone } from '#server/platform/jobs/run-alone.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import type { DemoProduct } from './drawing/demo-studio.ts';
import { demoProductId, demoProducts } from './seed.ts';
import { illustrateOrders, seedOrders } from './seed-orders.ts';
import { demoStudio } from './studio.ts';

/**
 * Draws the demo studio in a process of its own, so that the shop keeps answering and the memory used for
 * drawing is freed at the end. Skips what is already drawn, so it can be stopped and restarted at any time.
 * Of several shops with one database, one draws at a time.
 */

/** Designs on the first page; their cards are drawn first. */
const firstPage = 28;
/** One per core of the smallest machine this is meant for. */
const atOnce = 2;
/** How often a process whose turn hasn't come tries again, in ms. */
const retryMs = 1000;

/** Sent to the parent process after each design. */
export interface DrawProgress {
  readonly designs: { readonly drawn: number; readonly total: number };
  /** Designs whose originals are drawn, so that they can be bought. */
  readonly buyable: number;
}

interface Studio {
  readonly database: Database;
  readonly files: FileStore;
  readonly clock: () => Date;
  readonly log: Logger;
  /** Longest side of an original in px, for tests; null: as designed. */
  readonly largestSide: number | null;
}

await main();

async function main(): Promise<void> {
  const env = parseEnv(process.env);
  const studio: Studio = {
    database: await openDatabase(env),
    files: await openFiles(env),
    clock: () => new Date(),
    log: pino({ level: env.logLevel }),
    largestSide: env.demoPixels,
  };
  const stop = stopSignal();
  const drawAll = async (lost: AbortSignal) => {
    const ended = AbortSignal.any([lost, stop]);
    ended.throwIfAborted();
    await Promise.race([
      draw(studio, env),
      once(ended, 'abort').then(() => ended.throwIfAborted()),
    ]);
  };
  try {
    for (let tries = 0; !(await runAlone(studio, 'demo', drawAll)); tries++) {
      if (tries === 0) process.stdout.write('Another process is drawing the demo studio.\n');
      await pause(retryMs, undefined, { signal: stop });
    }
  } catch (error) {
    if (!stop.aborted) throw error;
  }
  // The next process draws again what this one hadn't finished.
  process.exit();
}

/** Aborted once the shop that needs the drawings stops, or has ended. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(event, () => stop.abort());
  return stop.signal;
}

async function draw(studio: Studio, env: Env): Promise<void> {
  const products = demoProducts(env.demoDesigns);
  const drawn = new Set<string>();
  let buyable = 0;
  const report = async (product?: DemoProduct) => {
    if (product) drawn.add(product.slug);
    const designs = { drawn: drawn.size, total: products.length };
    await makeChange(studio, async (change) => {
      await writeSetting(change, 'demo', designs);
      await recordCatalogueChange(change, null);
    });
    // A shop that has ended gets no progress; its disconnection stops this process.
    process.send?.({ designs, buyable } satisfies DrawProgress, undefined, undefined, () => {});
  };

  await inTurns(products.slice(0, firstPage), async (product) => {
    await drawPreview(studio, product, 0);
    await publish(studio, product);
    await report(product);
  });
  await inTurns([...demoStudio.featured.keys()], (place) => drawFeatured(studio, place));
  // A demo of fewer designs is for tests, which count orders of their own.
  if (env.demoDesigns === null) await seedOrders(studio, products);
  await inTurns(products, async (product) => {
    for (const place of product.previews.keys()) await drawPreview(studio, product, place);
    await publish(studio, product);
    await drawOriginals(studio, product);
    buyable += 1;
    await report(product);
  });
  if (env.demoDesigns === null) await illustrateOrders(studio);
}

/** Runs `work` over `items` in order, `atOnce` at a time. */
async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const turn = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, turn));
}

async function drawPreview(studio: Studio, product: DemoProduct, place: number): Promise<void> {
  const id = idFrom(`demo image ${product.slug} ${place}`);
  const { database } = studio;
  const known = await database.read
    .selectFrom('productImages')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  const svg = product.previews[place]?.();
  if (known || svg === undefined) return;
  const productId = demoProductId(product.slug);
  const preview = await makePreviews(studio.files, Buffer.from(svg));
  await makeChange(studio, async (change) => {
    const { tx } = change;
    // It may have been deleted in the meantime.
    const design = await tx
      .selectFrom('products')
      .select('id')
      .where('id', '=', productId)
      .executeTakeFirst();
    if (!design) return;
    await tx
      .insertInto('productImages')
      .values({ id, productId, position: place, ...preview })
      .execute();
    await recordCatalogueChange(change, [productId]);
  });
}

async function publish(studio: Studio, product: DemoProduct): Promise<void> {
  const productId = demoProductId(product.slug);
  await makeChange(studio, async (change) => {
    const { tx, now } = change;
    const { numUpdatedRows } = await tx
      .updateTable('products')
      .set({ status: 'published', updatedAt: now.toISOString() })
      .where('id', '=', productId)
      .where('status', '=', 'draft')
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await recordCatalogueChange(change, [productId]);
  });
}

async function drawFeatured(studio: Studio, place: number): Promise<void> {
  const featured = demoStudio.featured[place];
  const id = idFrom(`demo featured ${place}`);
  const known = await studio.database.read
    .selectFrom('featuredImages')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (known || !featured) return;
  const { hash, width, height, color, miniature } = await makePreviews(
    studio.files,
    Buffer.from(featured.draw()),
  );
  await makeChange(studio, async (change) => {
    const { tx } = change;
    await tx
      .insertInto('featuredImages')
      .values({
        id,
        position: place,
        altText: featured.altText,
        isDemo: 1,
        hash,
        width,
        height,
        color,
        miniature,
      })
      .execute();
    await recordCatalogueChange(change, null);
  });
}

async function drawOriginals(studio: Studio, product: DemoProduct): Promise<void> {
  const productId = demoProductId(product.slug);
  const missing = await studio.database.read
    .selectFrom('productFiles')
    .select(['id', 'name'])
    .where('productId', '=', productId)
    .where('sha256', 'is', null)
    .execute();
  if (missing.length === 0) return;
  for (const row of missing) {
    const file = product.files.find(({ name }) => name === row.name);
    if (!file) continue;
    const scale = Math.min(1, (studio.largestSide ?? Infinity) / Math.max(file.width, file.height));
    const width = Math.round(file.width * scale);
    const height = Math.round(file.height * scale);
    const bytes =
      file.format === 'svg'
        ? Buffer.from(file.draw())
        : await originalPng(file.draw(), width, height);
    const stored = await studio.files.putOriginal(bytes);
    await studio.database.write((tx) =>
      tx
        .updateTable('productFiles')
        .set({ ...stored, width, height })
        .where('id', '=', row.id)
        .execute(),
    );
  }
  await publishArchive(studio, productId);
  await makeChange(studio, (change) => recordCatalogueChange(change, [productId]));
}
