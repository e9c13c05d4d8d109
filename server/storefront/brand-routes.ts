import { isDeepStrictEqual } from 'node:util';
import type { Hono } from 'hono';
import { type Brand, brandSchema } from '#contract/studio/brand.ts';
import type { StudioSettings } from '#contract/studio/settings.ts';
import {
  assertNoConflicts,
  assertNotChanged,
  type ChangedFields,
  mergeFields,
} from '../platform/audit/merge-fields.ts';
import { differences, recordAction } from '../platform/audit/record-action.ts';
import { type AuditedChange, makeAuditedChange } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import { recordCatalogueChange } from '../platform/database/record-catalogue-change.ts';
import { parsePart } from '../platform/http/parse.ts';
import type { Services } from '../platform/services/services.ts';
import {
  neverSetAt,
  readSetting,
  readTimeZone,
  writeSetting,
} from '../platform/settings/settings.ts';
import { serveStudio } from '../staff/serve-studio.ts';

export function brandRoutes(app: Hono, services: Services): void {
  const { database, env } = services;
  const settings = async (brand: SavedBrand) => ({
    ...brand,
    timeZone: await readTimeZone(database.read, env),
    priceHoldHours: (await readSetting(database.read, 'priceHoldHours')).value,
    cartMails: (await readSetting(database.read, 'cartMails')).value,
  });

  serveStudio(app, services, 'settings', async () => settings(await readBrand(database.read)));

  serveStudio(app, services, 'saveSettings', async ({ account, body }) =>
    settings(await makeAuditedChange(services, account.id, (change) => saveBrand(change, body))),
  );

  serveStudio(app, services, 'setTimeZone', async ({ account, body: { from, timeZone } }) => {
    await makeAuditedChange(services, account.id, async (change) => {
      const before = { timeZone: await readTimeZone(change.tx, env) };
      const zones = { now: before.timeZone, from, to: timeZone };
      await assertNotChanged(change.tx, '', 'timeZone', zones);
      await writeSetting(change, 'timeZone', timeZone);
      await recordSettings(change, before, { timeZone });
      await recordCatalogueChange(change, null);
    });
    return settings(await readBrand(database.read));
  });

  serveStudio(
    app,
    services,
    'setPriceHold',
    async ({ account, body: { from, priceHoldHours } }) => {
      await makeAuditedChange(services, account.id, async (change) => {
        const before = { priceHoldHours: (await readSetting(change.tx, 'priceHoldHours')).value };
        const hours = { now: before.priceHoldHours, from, to: priceHoldHours };
        await assertNotChanged(change.tx, '', 'priceHoldHours', hours);
        await writeSetting(change, 'priceHoldHours', priceHoldHours);
        await recordSettings(change, before, { priceHoldHours });
      });
      return settings(await readBrand(database.read));
    },
  );

  serveStudio(app, services, 'setCartMails', async ({ account, body: { from, cartMails } }) => {
    await makeAuditedChange(services, account.id, async (change) => {
      const before = { cartMails: (await readSetting(change.tx, 'cartMails')).value };
      await assertNotChanged(change.tx, '', 'cartMails', {
        now: before.cartMails,
        from,
        to: cartMails,
      });
      await writeSetting(change, 'cartMails', cartMails);
      await recordSettings(change, before, { cartMails });
    });
    return settings(await readBrand(database.read));
  });
}

type SavedBrand = Omit<StudioSettings, 'timeZone' | 'priceHoldHours' | 'cartMails'>;

async function readBrand(reader: Reader): Promise<SavedBrand> {
  const { value, updatedAt } = await readSetting(reader, 'studio');
  return { ...value, savedAt: updatedAt === neverSetAt ? null : updatedAt };
}

/** @throws CHANGED_MEANWHILE with the fields that somebody else changed too; INVALID if something is missing */
async function saveBrand(
  change: AuditedChange,
  changed: ChangedFields<Brand>,
): Promise<SavedBrand> {
  const { tx } = change;
  const before = await readBrand(tx);
  const { savedAt, ...current } = before;
  const { merged, conflicts } = mergeFields<Brand>(current, changed);
  await assertNoConflicts(tx, '', conflicts);
  const brand = parsePart(brandSchema, merged) as Brand;
  if (savedAt !== null && isDeepStrictEqual(brand, current)) return before;
  await writeSetting(change, 'studio', brand);
  await recordSettings(change, seen(current), seen(brand));
  await recordCatalogueChange(change, null);
  return readBrand(tx);
}

/** Adds an audit line if anything changed. */
async function recordSettings(
  change: AuditedChange,
  ...seenOfBoth: Parameters<typeof differences>
): Promise<void> {
  const { before, after } = differences(...seenOfBoth);
  if (Object.keys(after).length === 0) return;
  const line = { action: 'settings.changed', subjectId: '' } as const;
  await recordAction(change, { ...line, before, after });
}

function seen({ name, designers, socialLink, termsVersion }: Brand) {
  const people = designers.map((designer) => `${designer.name}, ${designer.email}`).join('; ');
  return { name, designers: people, socialLink, termsVersion };
}
