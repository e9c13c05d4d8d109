import { designMessages } from '#contract/studio/designs.ts';
import { recordAction, shopItself } from '../platform/audit/record-action.ts';
import { type AuditedChange, makeChange } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import { invalidField, Problem } from '../platform/http/problem.ts';
import { type Job, repeat } from '../platform/jobs/repeat.ts';
import { runAlone } from '../platform/jobs/run-alone.ts';
import type { Services } from '../platform/services/services.ts';
import { prepareFiles } from './files/prepare-files.ts';
import { missingParts } from './missing-parts.ts';
import { moveRow } from './move-design.ts';
import { designToChange } from './read-design.ts';

/** How late a design may be published at most, and how soon a failed attempt is repeated. */
const everyMs = 5000;

const isPast = 'Choose a time that is still to come.';

interface Plan {
  readonly from: string | null;
  readonly publishAt: string | null;
}

/**
 * Sets when a draft is published by itself; null: not by itself. It may still be incomplete.
 * @throws NOT_FOUND, CHANGED_MEANWHILE, INVALID
 */
export async function planPublication(
  change: AuditedChange,
  id: string,
  { from, publishAt }: Plan,
): Promise<void> {
  const { tx, now, actorId } = change;
  const { status, commissionId } = await designToChange(tx, id, null);
  const planned = await planOf(tx, id);
  const was = planned?.publishAt ?? null;
  if (was === publishAt && planned?.hasFailed !== 1) return;
  if (was !== from) {
    throw new Problem('CHANGED_MEANWHILE', 'Someone else changed when it is published.');
  }
  if (publishAt === null) {
    await tx.deleteFrom('plannedPublications').where('productId', '=', id).execute();
  } else {
    if (commissionId !== null) throw new Problem('INVALID', designMessages.isCommissioned);
    if (status !== 'draft')
      throw new Problem('INVALID', 'Only a draft can be published at a time.');
    if (publishAt <= now.toISOString()) {
      throw invalidField('publishAt', isPast);
    }
    const plan = { publishAt, plannedBy: actorId, hasFailed: 0 };
    await tx
      .insertInto('plannedPublications')
      .values({ productId: id, ...plan })
      .onConflict((conflict) => conflict.column('productId').doUpdateSet(plan))
      .execute();
  }
  await recordAction(change, {
    action: publishAt === null ? 'publication.cancelled' : 'publication.planned',
    subjectId: id,
    before: was === null ? null : { publishAt: was },
    after: publishAt === null ? null : { publishAt },
  });
}

/** When a design is to be published by itself; undefined: never. */
function planOf(database: Reader, id: string) {
  return database
    .selectFrom('plannedPublications')
    .selectAll()
    .where('productId', '=', id)
    .executeTakeFirst();
}

function duePlans({ database, clock }: Services) {
  return database.read
    .selectFrom('plannedPublications')
    .select(['productId', 'publishAt'])
    .where('hasFailed', '=', 0)
    .where('publishAt', '<=', clock().toISOString())
    .orderBy('publishAt')
    .execute();
}

/** Publishes what is due. What isn't complete is marked, with a line of what is missing. */
export async function publishDue(services: Services, isStopped = () => false): Promise<void> {
  for (const plan of await duePlans(services)) {
    if (isStopped()) return;
    try {
      await publishOne(services, plan);
    } catch (error) {
      services.log.error(
        { err: error, designId: plan.productId },
        'a planned design was not published',
      );
    }
  }
}

async function publishOne(
  services: Services,
  { productId: id, publishAt }: { readonly productId: string; readonly publishAt: string },
): Promise<void> {
  const { read } = services.database;
  const lacking = await missingParts(read, await designToChange(read, id, null));
  if (Object.keys(lacking).length === 0) await prepareFiles(services, id);
  await makeChange(services, async (changed) => {
    const { tx } = changed;
    const plan = await planOf(tx, id);
    if (plan?.publishAt !== publishAt || plan.hasFailed === 1) return;
    const row = await designToChange(tx, id, null);
    if (row.status !== 'draft') {
      // The version before, which ends no plans, moved it.
      await tx.deleteFrom('plannedPublications').where('productId', '=', id).execute();
      return;
    }
    const missing = await missingParts(tx, row);
    if (Object.keys(missing).length === 0) {
      const change = { ...changed, actorId: plan.plannedBy };
      await moveRow(change, id, { version: row.version, status: 'published' });
      return;
    }
    await tx
      .updateTable('plannedPublications')
      .set({ hasFailed: 1 })
      .where('productId', '=', id)
      .execute();
    await recordAction(
      { ...changed, actorId: shopItself },
      { action: 'publication.failed', subjectId: id, before: null, after: missing },
    );
  });
}

/** Keeps doing so, until stopped; one process at a time. */
export function startPublishing(services: Services): Job {
  return repeat(
    { everyMs, firstMs: 0 },
    async (signal) => {
      // To run alone takes two writes.
      if ((await duePlans(services)).length === 0) return;
      await runAlone(services, 'planned publications', (lost) =>
        publishDue(services, () => signal.aborted || lost.aborted),
      );
    },
    (error) => services.log.error({ err: error }, 'publishing what is planned failed'),
  );
}
