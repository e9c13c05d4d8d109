import { commissionMessages } from '#contract/studio/commissions.ts';
import { missingParts } from '../designs/missing-parts.ts';
import type { Reader } from '../platform/database/open.ts';
import { Problem } from '../platform/http/problem.ts';

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
