import { isDeepStrictEqual } from 'node:util';
import type { Hono } from 'hono';
import { itemsMark } from '#contract/shop/licence-rules.ts';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import { licenceMessages, type StoredText } from '#contract/studio/licences.ts';
import { staffName } from '../platform/audit/last-actor.ts';
import { mergeFields, refuseConflicts } from '../platform/audit/merge-fields.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import { recordCatalogueChange } from '../platform/database/record-catalogue-change.ts';
import { dayVersion } from '../platform/day-version.ts';
import type { Env } from '../platform/env.ts';
import { makeAuditedOnce } from '../platform/http/answer-again.ts';
import { invalidField, Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services/services.ts';
import { readToday } from '../platform/settings/settings.ts';
import { renewTerms } from '../platform/settings/terms-versions.ts';
import { serveStudio } from '../staff/serve-studio.ts';
import { changeKey, listKeys } from './cards/keys.ts';
import { storedTexts } from './stored-texts.ts';

/** The studio's routes for licence texts and the keys of licence cards. What is new applies to later purchases, and the old stays. */
export function licenceRoutes(app: Hono, services: Services): void {
  const { database, env } = services;

  serveStudio(app, services, 'allLicenceTexts', async () => ({
    texts: await storedTexts(database.read),
  }));

  serveStudio(app, services, 'publishLicenceText', ({ account, body, once }) =>
    makeAuditedOnce(once, account.id, async (change) => {
      const { tx } = change;
      await publish(change, env, body);
      return { texts: await storedTexts(tx) };
    }),
  );

  serveStudio(app, services, 'cardKeys', async () => ({ keys: await listKeys(database.read) }));

  serveStudio(app, services, 'changeCardKey', ({ account, body, once }) =>
    makeAuditedOnce(once, account.id, async (change) => {
      await changeKey(change, body.replaces);
      return { keys: await listKeys(change.tx) };
    }),
  );
}

/** @throws CHANGED_MEANWHILE with the parts that somebody else changed too; INVALID if the text didn't change */
async function publish(
  change: AuditedChange,
  env: Pick<Env, 'timeZone'>,
  { licenseType, base, changes }: StudioCallInput<'publishLicenceText'>['body'],
): Promise<void> {
  const all = await storedTexts(change.tx);
  const versions = all.filter((text) => text.licenseType === licenseType);
  const [inForce] = versions;
  if (!inForce) throw new Problem('NOT_FOUND', 'This licence doesn’t exist.');
  const { merged: next, conflicts } = mergeFields(wordsOf(inForce), { base, changes });
  await refuseConflicts(conflicts, (field) => publisherOf(change.tx, versions, field));
  if (isDeepStrictEqual(next, wordsOf(inForce))) {
    throw new Problem('INVALID', licenceMessages.same);
  }
  if (next.items !== inForce.items) {
    const other = all.find((text) => text.licenseType !== licenseType);
    assertNamed(next, other);
    await renewTerms(change, env, inForce.items);
    if (other) await add(change, env, other, { ...other, items: next.items }, all);
  }
  await add(change, env, inForce, next, all);
  await recordCatalogueChange(change, null);
}

type LicenceWords = Pick<StoredText, 'allows' | 'forbids' | 'goods' | 'items'>;

function wordsOf({ allows, forbids, goods, items }: LicenceWords): LicenceWords {
  return { allows, forbids, goods, items };
}

/** Who published the newest of these versions that changed a part; null: nobody did. */
async function publisherOf(
  reader: Reader,
  versions: readonly StoredText[],
  field: keyof LicenceWords,
): Promise<string | null> {
  const changer = versions.find(
    (text, place) => !isDeepStrictEqual(text[field], versions[place + 1]?.[field]),
  );
  return changer?.published ? staffName(reader, changer.published.actor) : null;
}

/** @throws INVALID unless both texts follow another number of items by themselves */
function assertNamed(next: LicenceWords, other: LicenceWords | undefined): void {
  const { unnamed, otherUnnamed } = licenceMessages;
  if (!next.goods.includes(itemsMark)) {
    throw invalidField('goods', unnamed);
  }
  if (other && !other.goods.includes(itemsMark)) {
    throw invalidField('items', otherUnnamed);
  }
}

/** Stores the next version of a licence, which is in force at once. `all`: every version there was. */
async function add(
  change: AuditedChange,
  env: Pick<Env, 'timeZone'>,
  { licenseType, version: replaced }: StoredText,
  { allows, forbids, goods, items }: LicenceWords,
  all: readonly StoredText[],
): Promise<void> {
  const { tx, now, actorId } = change;
  const taken = all.filter((text) => text.licenseType === licenseType).map((text) => text.version);
  const version = dayVersion(await readToday(tx, env, now), new Set(taken));
  await tx
    .insertInto('licenceTexts')
    .values({
      licenseType,
      version,
      allows: JSON.stringify(allows),
      forbids: JSON.stringify(forbids),
      goods,
      licenceItems: items,
      accountId: actorId,
      publishedAt: now.toISOString(),
    })
    .execute();
  const line = { action: 'licence_text.published', subjectId: licenseType } as const;
  await recordAction(change, { ...line, before: { version: replaced }, after: { version } });
}
