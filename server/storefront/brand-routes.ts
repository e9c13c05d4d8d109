import type { Hono } from 'hono';
import { type Brand, type StudioSettings, settingsMessages } from '#contract/studio/settings.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import { type AuditedChange, makeAuditedChange } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import { recordCatalogueChange } from '../platform/database/record-catalogue-change.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services.ts';
import { neverSetAt, readSetting, writeSetting } from '../platform/settings/settings.ts';
import { serveStudio } from '../staff/serve-studio.ts';

/** The studio's routes for its brand settings. */
export function brandRoutes(app: Hono, services: Services): void {
  const { database } = services;

  serveStudio(app, services, 'settings', () => readBrand(database.read));

  serveStudio(app, services, 'saveSettings', ({ account, body: { savedAt, ...brand } }) =>
    makeAuditedChange(services, account.id, (change) => saveBrand(change, brand, savedAt)),
  );
}

async function readBrand(reader: Reader): Promise<StudioSettings> {
  const { value, updatedAt } = await readSetting(reader, 'studio');
  return { ...value, savedAt: updatedAt === neverSetAt ? null : updatedAt };
}

/** @throws CHANGED_MEANWHILE if it was saved after `savedAt` */
async function saveBrand(
  change: AuditedChange,
  brand: Brand,
  savedAt: string | null,
): Promise<StudioSettings> {
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
