import type { StudioCallInput } from '#contract/studio/calls.ts';
import { recordAction, seenText } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import { recordCatalogueChange } from '../platform/database/record-catalogue-change.ts';
import { Problem } from '../platform/http/problem.ts';
import { goneReview } from './read-reviews.ts';

/**
 * Shows or declines a review that the staff member saw in the state `from`. Does nothing if it is in that state already.
 * @throws NOT_FOUND; CONFLICT if somebody else decided otherwise in the meantime
 */
export async function decideReview(
  change: AuditedChange,
  id: string,
  decision: StudioCallInput<'decideReview'>['body'],
): Promise<void> {
  const { tx } = change;
  const review = await tx
    .selectFrom('reviews')
    .select(['productId', 'state', 'reason'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!review) throw goneReview();
  const { productId, state } = review;
  if (state === decision.state) return;
  if (state !== decision.from) {
    throw new Problem('CONFLICT', `Someone else already decided: it is now ${state}.`);
  }
  const reason = decision.state === 'declined' ? decision.reason : '';
  const decided = { state: decision.state, reason };
  await tx.updateTable('reviews').set(decided).where('id', '=', id).execute();
  await recordAction(change, {
    action: decision.state === 'shown' ? 'design_review.shown' : 'design_review.declined',
    subjectId: productId,
    before: { review: id, state },
    after: {
      review: id,
      state: decision.state,
      ...(reason !== '' && { reason: seenText(reason) }),
    },
  });
  if (state === 'shown' || decision.state === 'shown') {
    await recordCatalogueChange(change, [productId]);
  }
}
