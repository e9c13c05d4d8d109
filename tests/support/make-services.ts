import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openCatalogue } from '#server/catalogue/feed.ts';
import type { Database } from '#server/platform/database/open.ts';
import { parseEnv } from '#server/platform/env.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { openStorageGauge } from '#server/platform/files/storage-gauge.ts';
import type { AppServices } from '#server/services.ts';
import { atEndOfFile } from './at-end-of-file.ts';
import { countingPasswords } from './counting-passwords.ts';
import { type FakeGateway, makeFakeGateway } from './fake-gateway.ts';
import { openNewDatabase } from './open-new-database.ts';

/** Real services in a temporary folder, except that passwords aren't hashed and the clock stands still until `pass` moves it. */
export interface TestServices extends AppServices {
  readonly gateway: FakeGateway;
  /** Moves the clock forward by milliseconds. */
  pass(milliseconds: number): void;
  /** Resolves once every write started so far has ended. */
  written(): Promise<void>;
}

export interface ServiceOverrides extends Partial<Omit<AppServices, 'gateway' | 'env'>> {
  readonly gateway?: FakeGateway;
  /** Environment settings in addition to a temporary DATA_DIR. */
  readonly settings?: Readonly<Record<string, string>>;
}

const plentyOfRoom = { freeBytes: 50e9, totalBytes: 100e9 };
const startsAt = Date.parse('2026-03-01T09:00:00.000Z');

/** Makes the services of a new shop. They are closed, and the folder is deleted, after the file's last test. */
export async function makeServices(overrides: ServiceOverrides = {}): Promise<TestServices> {
  const directory = await mkdtemp(join(tmpdir(), 'pinwheel-test-'));
  const { settings, ...parts } = overrides;
  const env = parseEnv({ DATA_DIR: directory, LOG_LEVEL: 'silent', ...settings });
  const opened = parts.database ?? (await openNewDatabase(env.dataDir));
  const writes: Promise<unknown>[] = [];
  const database: Database = {
    ...opened,
    write(work, owner) {
      const written = opened.write(work, owner);
      writes.push(written);
      return written;
    },
  };
  atEndOfFile(async () => {
    if (!parts.database) await opened.close();
    await rm(directory, { recursive: true });
  });
  const gateway = parts.gateway ?? makeFakeGateway();
  const { clientId, sdkUrl, isPractice } = gateway;
  let now = startsAt;
  return {
    env,
    log: pino({ level: env.logLevel }),
    clock: () => new Date(now),
    catalogue:
      parts.catalogue ?? (await openCatalogue(database, { clientId, sdkUrl, isPractice }, env)),
    files: await openFiles(env),
    storage: await openStorageGauge(env.dataDir, async () => plentyOfRoom),
    passwords: countingPasswords(),
    signingKey: randomBytes(32),
    shop: null,
    studioApp: null,
    answerBytes: 1_000_000,
    limitFactor: 1,
    ...parts,
    database,
    gateway,
    pass(milliseconds) {
      now += milliseconds;
    },
    async written() {
      await Promise.allSettled(writes);
    },
  };
}
