import type { Hono } from 'hono';
import { type Brand, type StudioSettings, settingsMessages } from '#contract/studio/settings.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import { type AuditedChange, makeAuditedChange } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import { recordCatalogueChange } from '../platform/database/record-catalogue-change.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services.ts';
import {
  neverSetAt,
  readSetting,
  readTimeZone,
  writeSetting,
} from '../platform/settings/settings.ts';
import { serveStudio } from '../staff/serve-studio.ts';

/** The studio's routes for its brand settings. */
export function brandRoutes(app: Hono, services: Services): void {
  const { database, env } = services;
  const settings = async (brand: SavedBrand) => ({
    ...brand,
    timeZone: await readTimeZone(database.read, env),
    priceHoldHours: (await readSetting(database.read, 'priceHoldHours')).value,
  });

  serveStudio(app, services, 'settings', async () => settings(await readBrand(database.read)));

  serveStudio(app, services, 'saveSettings', async ({ account, body: { savedAt, ...brand } }) =>
    settings(
      await makeAuditedChange(services, account.id, (change) => saveBrand(change, brand, savedAt)),
    ),
  );

  serveStudio(app, services, 'setTimeZone', async ({ account, body: { timeZone } }) => {
    await makeAuditedChange(services, account.id, async (change) => {
      const before = { timeZone: await readTimeZone(change.tx, env) };
      await writeSetting(change, 'timeZone', timeZone);
      const line = { subjectId: '', before, after: { timeZone } };
      await recordAction(change, { ...line, action: 'changed the settings' });
    });
    return settings(await readBrand(database.read));
  });

  serveStudio(app, services, 'setPriceHold', async ({ account, body: { priceHoldHours } }) => {
    await makeAuditedChange(services, account.id, async (change) => {
      const { value } = await readSetting(change.tx, 'priceHoldHours');
      await writeSetting(change, 'priceHoldHours', priceHoldHours);
      const line = { subjectId: '', before: { priceHoldHours: value }, after: { priceHoldHours } };
      await recordAction(change, { ...line, action: 'changed the settings' });
    });
    return settings(await readBrand(database.read));
  });
}

type SavedBrand = Omit<StudioSettings, 'timeZone' | 'priceHoldHours'>;

async function readBrand(reader: Reader): Promise<SavedBrand> {
  const { value, updatedAt } = await readSetting(reader, 'studio');
  return { ...value, savedAt: updatedAt === neverSetAt ? null : updatedAt };
}

/** @throws CHANGED_MEANWHILE if it was saved after `savedAt` */
async function saveBrand(
  change: AuditedChange,
  brand: Brand,
  savedAt: string | null,
): Promise<SavedBrand> {
  const { tx } = change;
  const before = await readBrand(tx);
  if (before.savedAt !== savedAt) throw new Problem('CHANGED_MEANWHILE', settingsMessages.changed);
  await writeSetting(change, 'studio', brand);
  await recordCatalogueChange(change, null);
  const line = { action: 'changed the settings', subjectId: '' } as const;
  await recordAction(change, { ...line, before: seen(before), after: seen(brand) });
  return readBrand(tx);
}

function seen({ name, designers, socialLink, termsVersion }: Brand) {
  const people = designers.map((designer) => `${designer.name}, ${designer.email}`).join('; ');
  return { name, designers: people, socialLink, termsVersion };
}
