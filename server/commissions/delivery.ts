import type { CommissionState } from '#contract/shop/commission-states.ts';
import type { OwnRequest } from '#contract/shop/own-request.ts';
import { commissionMessages } from '#contract/studio/commissions.ts';
import { missingParts } from '../designs/missing-parts.ts';
import type { Reader } from '../platform/database/open.ts';
import { Problem } from '../platform/http/problem.ts';
import type { QuoteRow } from './quotes.ts';
import type { RequestRow } from './transition.ts';

type Delivery = NonNullable<OwnRequest['delivery']>;

/** The states in which a buyer may look at the design. */
export const shownStates: readonly CommissionState[] = ['delivered', 'changes_wanted', 'accepted'];

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

/** The pictures of those requests' designs that their buyers may look at, by request. */
export async function deliveredPictures(
  reader: Reader,
  requests: readonly Pick<RequestRow, 'id' | 'state'>[],
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
  const pictures = new Map(ids.map((id): [string, Delivery['pictures']] => [id, []]));
  for (const { commissionId, ...picture } of rows) pictures.get(commissionId ?? '')?.push(picture);
  return pictures;
}

/** What its buyer sees of a delivery; null without `pictures`. */
export function presentDelivery(
  pictures: Delivery['pictures'] | undefined,
  moves: readonly { readonly toState: CommissionState }[],
  quote: Pick<QuoteRow, 'rounds'> | undefined,
): Delivery | null {
  if (!pictures) return null;
  const count = (state: CommissionState) => moves.filter(({ toState }) => toState === state).length;
  const rounds = quote?.rounds ?? null;
  return {
    number: count('delivered'),
    pictures,
    roundsLeft: rounds === null ? null : Math.max(0, rounds - count('changes_wanted')),
  };
}
