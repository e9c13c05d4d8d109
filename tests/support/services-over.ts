import { pino } from 'pino';
import { openCatalogue } from '#server/catalogue/feed.ts';
import type { Database } from '#server/platform/database/open.ts';
import { parseEnv } from '#server/platform/env.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { openStorageGauge } from '#server/platform/files/storage-gauge.ts';
import { argonPasswords } from '#server/platform/sign-in/passwords.ts';
import type { AppServices } from '#server/services.ts';
import { makeFakeGateway } from './fake-gateway.ts';

/** Services over an open database, to prepare what other processes use. `settings` are those of the shop. */
export async function servicesOver(
  database: Database,
  settings: Readonly<Record<string, string>>,
): Promise<AppServices> {
  const env = parseEnv(settings);
  const gateway = makeFakeGateway();
  return {
    env,
    log: pino({ level: 'silent' }),
    clock: () => new Date(),
    database,
    catalogue: await openCatalogue(database, { ...gateway }),
    files: await openFiles(env),
    storage: await openStorageGauge(env.dataDir),
    gateway,
    passwords: argonPasswords(),
    signingKey: Buffer.alloc(32),
    shop: null,
    studioApp: null,
    answerBytes: 0,
    limitFactor: 1,
  };
}
