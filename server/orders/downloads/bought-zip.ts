import { setImmediate as nextTurn } from 'node:timers/promises';
import { maxZipItems, zipDigestHeader } from '#contract/shop/bought-zip.ts';
import { isYear } from '#contract/shop/licence-year.ts';
import { textsOf } from '../../licences/stored-texts.ts';
import { checksumsOf, queueChecksums } from '../../platform/checksums/file-checksums.ts';
import { makeChange } from '../../platform/database/change.ts';
import type { Reader } from '../../platform/database/open.ts';
import { freeFolder, freeName, safeFolder, safeName } from '../../platform/files/safe-name.ts';
import type { ZipWanted } from '../../platform/files/signed-link.ts';
import { streamOf } from '../../platform/files/stream-of.ts';
import { firstEntryIn, readZip, zipDigest, zipLayout } from '../../platform/files/zip-layout.ts';
import { type Download, storedBytes } from '../../platform/http/file-answer.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services/services.ts';
import { readSetting } from '../../platform/settings/settings.ts';
import { boughtItems, refusalOf, stillMade, unavailable } from './bought-items.ts';
import { type MadeFile, type MadeLicences, madeFile } from './made-licences.ts';
import { lookAtOriginals, readStored } from './stored-originals.ts';

/**
 * ZIPs of bought designs, each in a folder with its licences. Nothing is stored: the layout comes from the database, and
 * each range from the files (decision 127).
 */

/** How far a day begins before its midnight in UTC, at most. */
const earliestDayMs = 14 * 3_600_000;

type ZipServices = Pick<Services, 'database' | 'files' | 'log' | 'clock' | 'env'>;

interface Entry {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly crc32: number;
  /** Null: it is an original. Otherwise its content isn't kept for as long as the download takes. */
  readonly made: (() => MadeFile | undefined) | null;
}

export interface BoughtZip {
  readonly download: Download;
  readonly productIds: readonly string[];
}

/** The name under which a ZIP downloads, once its files were looked at. @throws as `boughtZip` */
export async function zipName(services: ZipServices, wanted: ZipWanted): Promise<string> {
  const items = await itemsOf(services.database.read, wanted);
  const files = [...(await filesOf(services, productsOf(items))).values()].flat();
  const known = new Map(
    files.flatMap((file) => (file.crc32 === null ? [] : [[file.sha256, file]])),
  );
  await lookAtOriginals(services, [...known.values()]);
  return nameOf(wanted, items);
}

/**
 * Lays out the ZIP of what this account may download now: no item that isn't paid, that was revoked, or of a custom
 * design that isn't released.
 * @throws NOT_FOUND if there is nothing of theirs; FORBIDDEN if none of it may be downloaded; TOO_LARGE if it is too
 * many designs; UNAVAILABLE while something of it is still being made
 */
export async function boughtZip(
  services: ZipServices,
  wanted: ZipWanted,
  made: MadeLicences,
): Promise<BoughtZip> {
  const { database, env } = services;
  const items = await itemsOf(database.read, wanted);
  const products = productsOf(items);
  const filesByProduct = await filesOf(services, products);
  const licences = await licencesOf(database.read, items, env.publicUrl, made);
  const folders = new Set<string>();
  const entries: Entry[] = [];
  for (const [productId, [item, ...again]] of products) {
    const design = item?.productName ?? '';
    const folder = freeFolder(folders, safeFolder(design));
    const names = new Set<string>();
    const add = (name: string, facts: Omit<Entry, 'name'>) =>
      entries.push({ ...facts, name: `${folder}/${freeName(names, name)}` });
    const addMade = ({ name, content: _, ...facts }: MadeFile, make: () => MadeFile | undefined) =>
      add(name, { ...facts, made: make });
    const addMissing = (name: string) => {
      const file = missingFile(design, name);
      addMade(file, () => file);
    };
    const files = filesByProduct.get(productId) ?? [];
    for (const { crc32, ...file } of files) {
      if (crc32 === null) addMissing(safeName(file.name));
      else add(safeName(file.name), { ...file, crc32, made: null });
    }
    // A yearly licence has nothing but its papers.
    const isPaper = isYear(design, item?.commissionId != null);
    if (files.length === 0 && !isPaper) addMissing('Files');
    for (const each of item ? [item, ...again] : []) {
      for (const [place, file] of licences(each).entries()) {
        addMade(file, () => licences(each)[place]);
      }
      // Each has a QR code.
      await nextTurn();
    }
  }
  const layout = zipLayout(entries);
  const digest = zipDigest(layout);
  return {
    productIds: [...products.keys()],
    download: {
      name: nameOf(wanted, items),
      mediaType: 'application/zip',
      bytes: layout.bytes,
      tag: digest,
      digest: [zipDigestHeader, digest],
      async read(range) {
        const first = firstEntryIn(layout, range);
        if (first?.made === null) await storedBytes(services, first.sha256);
        return streamOf((left) =>
          readZip(layout, range, ({ made, sha256 }, part) =>
            made
              ? [made()?.content.subarray(part.start, part.end + 1) ?? Buffer.alloc(0)]
              : readStored(services, sha256, part, left),
          ),
        );
      },
    },
  };
}

type Item = Awaited<ReturnType<typeof itemsOf>>[number];

/** What of it may be downloaded, in the order in which it was bought. */
async function itemsOf(read: Reader, { accountId, zip }: ZipWanted) {
  const bought = boughtItems(read, accountId)
    .leftJoin('licenceCards', 'licenceCards.orderItemId', 'orderItems.id')
    .select('licenceCards.card');
  const times = ['orders.createdAt', 'orders.paidAt', 'orders.releasedAt'] as const;
  const wanted =
    'since' in zip
      ? bought
          .where('orders.state', '=', 'paid')
          .where((order) =>
            order.or(times.map((time) => order(time, '>=', beginningOf(zip.since)))),
          )
      : bought.where('orders.id', '=', zip.orderId);
  const all = await wanted
    .orderBy('orders.createdAt')
    .orderBy('orders.id')
    .orderBy('orderItems.position')
    .execute();
  const [first] = all;
  if (!first) throw unavailable();
  const items = all.filter((item) => refusalOf(item) === null);
  if (items.length === 0) throw refusalOf(first) ?? unavailable();
  if (items.length > maxZipItems) {
    throw new Problem(
      'TOO_LARGE',
      `These are more than ${maxZipItems} designs. ${
        'since' in zip
          ? 'Choose a later date, and download older orders one by one.'
          : 'Please download each design by itself.'
      }`,
    );
  }
  return items;
}

function beginningOf(day: string): string {
  return new Date(Date.parse(day) - earliestDayMs).toISOString();
}

function nameOf({ zip }: ZipWanted, items: readonly Item[]): string {
  return 'since' in zip
    ? `Designs since ${zip.since}.zip`
    : safeName(`Order ${items[0]?.orderNumber ?? ''}.zip`);
}

function productsOf(items: readonly Item[]): ReadonlyMap<string, readonly Item[]> {
  return Map.groupBy(items, ({ productId }) => productId);
}

/** What is in the place of a file that the shop can't read. */
function missingFile(design: string, name: string): MadeFile {
  const words = [
    `${name}, of the design “${design}”: not available at the moment, so it isn’t in this ZIP.`,
    'Please download the ZIP again later, or write to the studio.',
  ];
  return madeFile({ name: `${name} (missing).txt`, content: Buffer.from(words.join('\r\n')) });
}

/** The files of each design; without a CRC-32 if one can't be read. @throws UNAVAILABLE if one isn't ready, or its checksum isn't known yet */
async function filesOf(services: ZipServices, products: ReadonlyMap<string, unknown>) {
  const { read } = services.database;
  const rows = await read
    .selectFrom('productFiles')
    .select(['productId', 'name', 'sha256', 'bytes'])
    .where('productId', 'in', [...products.keys()])
    .orderBy('position')
    .execute();
  const stored = rows.flatMap(({ sha256, bytes, ...row }) =>
    sha256 === null || bytes === null ? [] : [{ ...row, sha256, bytes }],
  );
  if (stored.length < rows.length) throw stillMade();
  const digests = [...new Set(stored.map(({ sha256 }) => sha256))];
  const known = await checksumsOf(read, digests);
  const missing = digests.filter((digest) => !known.has(digest));
  if (missing.length > 0) {
    await makeChange(services, (change) => queueChecksums(change, missing));
    throw new Problem('UNAVAILABLE', 'Your ZIP is being prepared. Please try again in a minute.', {
      retryAfter: 60,
    });
  }
  const files = stored.map((file) => ({ ...file, crc32: known.get(file.sha256) ?? null }));
  return Map.groupBy(files, ({ productId }) => productId);
}

/** What makes an item's licence files. The rest of a custom design's price has none: its licence came with the deposit. */
async function licencesOf(
  read: Reader,
  items: readonly Item[],
  publicUrl: string,
  made: MadeLicences,
) {
  const { value: studio } = await readSetting(read, 'studio');
  const texts = await textsOf(read, items);
  return (item: Item) =>
    item.quotePart === 'rest'
      ? []
      : made.filesOf(
          item,
          texts.find(
            ({ licenseType, version }) =>
              licenseType === item.licenseType && version === item.licenceTextVersion,
          ),
          { name: studio.name, publicUrl },
        );
}
