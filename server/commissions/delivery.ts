import type { CommissionState } from '#contract/shop/commission-states.ts';
import { deliveryMessages } from '#contract/shop/delivery.ts';
import type { OwnRequest } from '#contract/shop/own-request.ts';
import { commissionMessages } from '#contract/studio/commissions.ts';
import { missingParts } from '../designs/missing-parts.ts';
import type { Reader } from '../platform/database/open.ts';
import { Problem } from '../platform/http/problem.ts';
import type { QuoteRow } from './quotes.ts';

type Delivery = NonNullable<OwnRequest['delivery']>;

/** The states in which a buyer may look at the design. */
const shownStates: readonly CommissionState[] = ['delivered', 'changes_wanted', 'accepted'];

/** Refuses to deliver a design without a picture that its buyer can look at, or without finished files. @throws INVALID */
export async function assertDeliverable(reader: Reader, requestId: string): Promise<void> {
  const design = await reader
    .selectFrom('products')
    .select(['id', 'price', 'designers'])
    .where('commissionId', '=', requestId)
    .executeTakeFirstOrThrow();
  const { images, files } = await missingParts(reader, design);
  const missing = [images, files].filter((text) => text !== undefined).join(' ');
  if (missing !== '') throw new Problem('INVALID', commissionMessages.notReady(missing));
}

/** What is in the designs of some requests now, to be compared with what was delivered: JSON of `Parts`, by request. */
export async function partsOf(
  reader: Reader,
  requestIds: readonly string[],
): Promise<Map<string, string>> {
  const pictures = await reader
    .selectFrom('productImages')
    .innerJoin('products', 'products.id', 'productId')
    .select(['commissionId', 'productImages.id'])
    .where('commissionId', 'in', requestIds)
    .orderBy('productImages.id')
    .execute();
  const files = await reader
    .selectFrom('productFiles')
    .innerJoin('products', 'products.id', 'productId')
    .select(['commissionId', 'sha256'])
    .where('commissionId', 'in', requestIds)
    .orderBy('productFiles.id')
    .execute();
  const picturesOf = Map.groupBy(pictures, ({ commissionId }) => commissionId);
  const filesOf = Map.groupBy(files, ({ commissionId }) => commissionId);
  return new Map(
    requestIds.map((id) => {
      const parts: Parts = {
        pictures: (picturesOf.get(id) ?? []).map((picture) => picture.id),
        files: (filesOf.get(id) ?? []).map(({ sha256 }) => sha256),
      };
      return [id, JSON.stringify(parts)];
    }),
  );
}

interface Parts {
  readonly pictures: readonly string[];
  readonly files: readonly (string | null)[];
}

/** Which of these requests have a design whose pictures or files are others than those delivered last. */
export async function changedAmong(
  reader: Reader,
  requestIds: readonly string[],
): Promise<Set<string>> {
  if (requestIds.length === 0) return new Set();
  const delivered = await lastDelivered(reader, requestIds);
  const parts = await partsOf(reader, requestIds);
  const isOther = (id: string) => (delivered.get(id) ?? parts.get(id)) !== parts.get(id);
  return new Set(requestIds.filter(isOther));
}

export async function isChanged(reader: Reader, requestId: string): Promise<boolean> {
  return (await changedAmong(reader, [requestId])).has(requestId);
}

/** Refuses to accept what nobody was shown. @throws CONFLICT */
export async function assertUnchanged(reader: Reader, requestId: string): Promise<void> {
  if (await isChanged(reader, requestId)) throw new Problem('CONFLICT', deliveryMessages.changed);
}

/** What was delivered last for each request; null if the version before delivered it, which didn't store that. */
async function lastDelivered(
  reader: Reader,
  requestIds: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await reader
    .selectFrom('commissionMoves')
    .select(['requestId', 'delivered'])
    .where('requestId', 'in', requestIds)
    .where('move', '=', 'deliver')
    .orderBy('id')
    .execute();
  return new Map(rows.map(({ requestId, delivered }) => [requestId, delivered]));
}

/** The pictures of those requests that were delivered last, and that their buyers may look at, by request. */
export async function deliveredPictures(
  reader: Reader,
  requests: readonly { readonly id: string; readonly state: CommissionState }[],
): Promise<Map<string, Delivery['pictures']>> {
  const ids = requests.filter(({ state }) => shownStates.includes(state)).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await reader
    .selectFrom('products')
    .innerJoin('productImages', 'productImages.productId', 'products.id')
    .select(['commissionId', 'productImages.id as _id', 'width', 'height'])
    .where('commissionId', 'in', ids)
    .orderBy('position')
    .execute();
  const delivered = await lastDelivered(reader, ids);
  return new Map(
    ids.map((id) => {
      const parts = JSON.parse(delivered.get(id) ?? 'null') as Parts | null;
      const shown = rows.filter(
        ({ commissionId, _id }) =>
          commissionId === id && (parts === null || parts.pictures.includes(_id)),
      );
      return [id, shown.map(({ commissionId: _, ...picture }) => picture)];
    }),
  );
}

/** What its buyer sees of a delivery; null without `pictures`. */
export function presentDelivery(
  pictures: Delivery['pictures'] | undefined,
  hasChanged: boolean,
  moves: readonly { readonly toState: CommissionState }[],
  quote: Pick<QuoteRow, 'rounds'> | undefined,
): Delivery | null {
  if (!pictures) return null;
  const count = (state: CommissionState) => moves.filter(({ toState }) => toState === state).length;
  const rounds = quote?.rounds ?? null;
  return {
    number: count('delivered'),
    pictures,
    isChanged: hasChanged,
    roundsLeft: rounds === null ? null : Math.max(0, rounds - count('changes_wanted')),
  };
}
