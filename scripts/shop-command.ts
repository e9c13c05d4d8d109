import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '#server/platform/command-error.ts';
import { DatabaseProblem } from '#server/platform/database/check-database.ts';
import type { Database } from '#server/platform/database/open.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { databaseFile } from '#server/platform/database/sqlite.ts';
import { type Env, EnvError, parseEnv } from '#server/platform/env.ts';
import { protectData, writePrivately } from '#server/platform/files/private-data.ts';

/** Prints a command's result or, for an error that its user can fix, why it did nothing. */
export async function reportOutcome(run: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await run()}\n`);
  } catch (error) {
    const isKnown = [CommandError, EnvError, DatabaseProblem].some((kind) => error instanceof kind);
    if (!(isKnown && error instanceof Error)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** Said after a command whose database may be a copy of that of another shop. */
export function untilTakenOver({ bucket }: Env): string {
  return bucket === null
    ? ''
    : '\nThis shop deletes no files from the bucket, not even the pictures of accounts and requests that were deleted, because another may use it. Once none does: npm run files:setup -- --take-over';
}

/** The shop that a command works on. */
export interface Shop {
  readonly database: Database;
  readonly env: Env;
  readonly clock: () => Date;
}

/** Opens the shop in DATA_DIR for a command; the server may be running. */
export async function withShop<T>(work: (shop: Shop) => Promise<T>): Promise<T> {
  const env = parseEnv(process.env);
  // Opening a folder without a shop would create one.
  if (env.databaseUrl === null && !existsSync(join(env.dataDir, databaseFile))) {
    throw new CommandError(
      `No shop found in ${env.dataDir}. Start it once, or set DATA_DIR to its folder.`,
    );
  }
  writePrivately();
  protectData(env.dataDir);
  const database = await openDatabase(env);
  try {
    return await work({ database, env, clock: () => new Date() });
  } finally {
    await database.close();
  }
}
