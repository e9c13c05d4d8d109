import { stateWords } from '#contract/shop/commission-states.ts';
import { type CommissionDetails, commissionMessages } from '#contract/studio/commissions.ts';
import { draftRow } from '../designs/draft-row.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import { newId } from '../platform/database/new-id.ts';
import { Problem } from '../platform/http/problem.ts';
import { readLetter } from './desk-requests.ts';

/**
 * Copies the design of an accepted, non-exclusive request to an ordinary draft with its pictures and files. The buyer's own
 * stays as it is. The copy has the request's id, so that it is made once.
 * @throws NOT_FOUND; CONFLICT if it isn't accepted, or exclusive
 */
export async function putInShop(change: AuditedChange, id: string): Promise<CommissionDetails> {
  const { tx, now } = change;
  const { state, design, quotes, isForShop, ...letter } = await readLetter(tx, id);
  if (state !== 'accepted' || !design) {
    throw new Problem('CONFLICT', commissionMessages.outOfTurn(stateWords[state]));
  }
  if (letter.wants !== 'design') throw new Problem('CONFLICT', commissionMessages.notDrawn);
  const [quote] = quotes;
  if ((quote ?? letter).designType === 'Exclusive') {
    throw new Problem('CONFLICT', commissionMessages.exclusive);
  }
  if (isForShop) return readLetter(tx, id);
  const { title, description, price, designers, tileWidth, tileHeight } = await tx
    .selectFrom('products')
    .select(['title', 'description', 'price', 'designers', 'tileWidth', 'tileHeight'])
    .where('id', '=', design.id)
    .executeTakeFirstOrThrow();
  const texts = { title, description, price, designers, tileWidth, tileHeight };
  await tx
    .insertInto('products')
    .values(draftRow(change, { ...texts, id, sku: `D-${id.slice(-8).toUpperCase()}` }))
    .execute();
  const images = await tx
    .selectFrom('productImages')
    .selectAll()
    .where('productId', '=', design.id)
    .execute();
  for (const image of images) {
    await tx
      .insertInto('productImages')
      .values({ ...image, id: newId(now), productId: id })
      .execute();
  }
  const files = await tx
    .selectFrom('productFiles')
    .selectAll()
    .where('productId', '=', design.id)
    .execute();
  for (const file of files) {
    await tx
      .insertInto('productFiles')
      .values({ ...file, id: newId(now), productId: id })
      .execute();
  }
  await recordAction(change, {
    action: 'commission.put_in_shop',
    subjectId: id,
    before: null,
    after: { title },
  });
  return readLetter(tx, id);
}
