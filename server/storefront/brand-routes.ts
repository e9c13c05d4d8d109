import type { Hono } from 'hono';
import { type Brand, type StudioSettings, settingsMessages } from '#contract/studio/settings.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { Database, Transaction } from '../platform/database/open.ts';
import { recordChange } from '../platform/database/record-change.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services.ts';
import { neverSetAt, readSetting, writeSetting } from '../platform/settings/settings.ts';
import { serveStudio } from '../staff/serve-studio.ts';

/** The studio's routes for its brand settings. */
export function brandRoutes(app: Hono, services: Services): void {
  const { database, clock } = services;

  serveStudio(app, services, 'settings', () => readBrand(database.read));

  serveStudio(app, services, 'saveSettings', ({ account, body: { savedAt, ...brand } }) =>
    database.write((tx) => saveBrand(tx, clock(), account.id, brand, savedAt)),
  );
}

async function readBrand(reader: Database['read'] | Transaction): Promise<StudioSettings> {
  const { value, updatedAt } = await readSetting(reader, 'studio');
  return { ...value, savedAt: updatedAt === neverSetAt ? null : updatedAt };
}

/** @throws CHANGED_MEANWHILE if it was saved after `savedAt` */
async function saveBrand(
  tx: Transaction,
  now: Date,
  actorId: string,
  brand: Brand,
  savedAt: string | null,
): Promise<StudioSettings> {
  const before = await readBrand(tx);
  if (before.savedAt !== savedAt) throw new Problem('CHANGED_MEANWHILE', settingsMessages.changed);
  await writeSetting(tx, now, 'studio', brand);
  await recordChange(tx, now, null);
  const line = { actorId, action: 'changed the settings', subjectId: '' } as const;
  await recordAction(tx, now, { ...line, before: seen(before), after: seen(brand) });
  return readBrand(tx);
}

function seen({ name, designers, socialLink, termsVersion }: Brand) {
  const people = designers.map((designer) => `${designer.name}, ${designer.email}`).join('; ');
  return { name, designers: people, socialLink, termsVersion };
}
