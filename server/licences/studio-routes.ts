import type { Hono } from 'hono';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import { licenceMessages } from '#contract/studio/licences.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import { type AuditedChange, makeAuditedChange } from '../platform/database/change.ts';
import { recordCatalogueChange } from '../platform/database/record-catalogue-change.ts';
import { dayVersion } from '../platform/day-version.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services.ts';
import { serveStudio } from '../staff/serve-studio.ts';
import { storedTexts } from './stored-texts.ts';

/** The studio's routes for licence texts. A new version applies to later purchases, and the old ones stay. */
export function licenceRoutes(app: Hono, services: Services): void {
  const { database } = services;

  serveStudio(app, services, 'keptLicenceTexts', async () => ({
    texts: await storedTexts(database.read),
  }));

  serveStudio(app, services, 'publishLicenceText', ({ account, body }) =>
    makeAuditedChange(services, account.id, async (change) => {
      const { tx } = change;
      await publish(change, body);
      return { texts: await storedTexts(tx) };
    }),
  );
}

/** @throws CHANGED_MEANWHILE if another version was published since; INVALID if the text didn't change */
async function publish(
  change: AuditedChange,
  { licenseType, replaces, allows, forbids, goods }: StudioCallInput<'publishLicenceText'>['body'],
): Promise<void> {
  const { tx, now, actorId } = change;
  const texts = (await storedTexts(tx)).filter((text) => text.licenseType === licenseType);
  const [inForce] = texts;
  if (inForce?.version !== replaces) {
    throw new Problem('CHANGED_MEANWHILE', licenceMessages.changed);
  }
  const wordsOf = (text: Pick<typeof inForce, 'allows' | 'forbids' | 'goods'>) =>
    JSON.stringify([text.allows, text.forbids, text.goods]);
  if (wordsOf(inForce) === wordsOf({ allows, forbids, goods })) {
    throw new Problem('INVALID', licenceMessages.same);
  }
  const version = dayVersion(now, new Set(texts.map((text) => text.version)));
  await tx
    .insertInto('licenceTexts')
    .values({
      licenseType,
      version,
      allows: JSON.stringify(allows),
      forbids: JSON.stringify(forbids),
      goods,
      accountId: actorId,
      publishedAt: now.toISOString(),
    })
    .execute();
  const line = { action: 'published a licence text', subjectId: licenseType } as const;
  await recordAction(change, { ...line, before: { version: replaces }, after: { version } });
  await recordCatalogueChange(change, null);
}
