import type { Change } from '../../platform/database/change.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Reader, Transaction } from '../../platform/database/open.ts';
import type { Previewed } from '../files/previews.ts';
import type { SourcePicture } from './parsed-file.ts';

/** A picture to fetch. */
export interface WaitingPicture {
  readonly productId: string;
  readonly address: string;
}

export interface FetchedPicture extends Previewed {
  readonly name: string;
  readonly sourceSha256: string;
}

/**
 * Queues the pictures of a design to be fetched. A picture that is already there stays, at its new position;
 * one that the file no longer names is deleted; one that the studio deleted isn't fetched again.
 */
export async function placePictures(
  tx: Transaction,
  importId: string,
  productId: string,
  pictures: readonly SourcePicture[],
): Promise<void> {
  const known = await tx
    .selectFrom('importedPictures')
    .select(['address', 'imageId', 'state'])
    .where('productId', '=', productId)
    .execute();
  const wanted = new Set(pictures.map(({ address }) => address));
  for (const { address, imageId } of known) {
    if (!wanted.has(address)) await deletePicture(tx, { productId, address }, imageId);
  }
  for (const [position, { address, row }] of pictures.entries()) {
    const before = known.find((picture) => picture.address === address);
    const isThere = before?.state === 'there';
    const placed = {
      position,
      importId,
      row,
      state: isThere ? ('there' as const) : ('waiting' as const),
      problem: '',
    };
    await tx
      .insertInto('importedPictures')
      .values({ productId, address, ...placed })
      .onConflict((conflict) => conflict.columns(['productId', 'address']).doUpdateSet(placed))
      .execute();
    if (!before?.imageId) continue;
    await tx
      .updateTable('productImages')
      .set({ position })
      .where('id', '=', before.imageId)
      .execute();
  }
}

async function deletePicture(
  tx: Transaction,
  { productId, address }: WaitingPicture,
  imageId: string | null,
): Promise<void> {
  await tx
    .deleteFrom('importedPictures')
    .where('productId', '=', productId)
    .where('address', '=', address)
    .execute();
  if (imageId) await tx.deleteFrom('productImages').where('id', '=', imageId).execute();
}

/** Adds a fetched picture to its design, unless the import was stopped or the design is no longer a draft. */
export async function addPicture(
  { tx, now }: Change,
  picture: WaitingPicture,
  fetched: FetchedPicture,
): Promise<void> {
  const found = await stillWaiting(tx, picture);
  if (!found) return;
  if (found.status !== 'draft') {
    await endPicture(tx, picture, {
      state: 'failed',
      problem: `Its design is now ${found.status}.`,
    });
    return;
  }
  const imageId = newId(now);
  await tx
    .insertInto('productImages')
    .values({ id: imageId, productId: picture.productId, position: found.position, ...fetched })
    .execute();
  await endPicture(tx, picture, { state: 'there', imageId });
}

/** Records why a picture can't be fetched. */
export async function failPicture(
  tx: Transaction,
  picture: WaitingPicture,
  problem: string,
): Promise<void> {
  if (await stillWaiting(tx, picture)) await endPicture(tx, picture, { state: 'failed', problem });
}

/** Whether a picture still is to be fetched: the import wasn't stopped, and its design not deleted. */
export async function isWaiting(reader: Reader, picture: WaitingPicture): Promise<boolean> {
  return (await stillWaiting(reader, picture)) !== undefined;
}

function stillWaiting(reader: Reader, { productId, address }: WaitingPicture) {
  return reader
    .selectFrom('importedPictures')
    .innerJoin('products', 'products.id', 'importedPictures.productId')
    .select(['importedPictures.position', 'products.status'])
    .where('productId', '=', productId)
    .where('address', '=', address)
    .where('importedPictures.state', '=', 'waiting')
    .executeTakeFirst();
}

async function endPicture(
  tx: Transaction,
  { productId, address }: WaitingPicture,
  end:
    | { readonly state: 'there'; readonly imageId: string }
    | { readonly state: 'failed'; readonly problem: string },
): Promise<void> {
  await tx
    .updateTable('importedPictures')
    .set(end)
    .where('productId', '=', productId)
    .where('address', '=', address)
    .execute();
}
