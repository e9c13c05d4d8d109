import { pino } from 'pino';
import { openCatalogue } from '#server/catalogue/feed.ts';
import { startImports } from '#server/designs/imports/run-imports.ts';
import { openGateway } from '#server/orders/payments/open-gateway.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { parseEnv } from '#server/platform/env.ts';
import { openDiskStore } from '#server/platform/files/disk.ts';
import { openStorageGauge } from '#server/platform/files/storage-gauge.ts';
import { argonPasswords } from '#server/platform/sign-in/passwords.ts';

/**
 * The import job, over another shop's data, in a process that can be killed: `import-process.ts DIRECTORY
 * MINUTES`. Its clock is so many minutes ahead, when the lease of one killed before has expired.
 */
const [, , directory = '', minutes = '0'] = process.argv;
const env = parseEnv({
  DATA_DIR: directory,
  DATABASE_URL: process.env.DATABASE_URL,
  LOG_LEVEL: 'error',
  IMPORT_FROM_OWN_NETWORK: 'on',
});
const log = pino({ level: env.logLevel });
const clock = () => new Date(Date.now() + Number(minutes) * 60_000);
const database = await openDatabase(env);
const gateway = openGateway(env, clock, log);
const services = {
  env,
  log,
  clock,
  database,
  gateway,
  catalogue: await openCatalogue(database, gateway),
  files: await openDiskStore(directory),
  storage: await openStorageGauge(directory),
  passwords: argonPasswords(),
  signingKey: Buffer.alloc(32),
  shop: null,
  studioApp: null,
  answerBytes: 0,
  limitFactor: 1,
};
startImports(services);
// The job alone wouldn't keep the process alive.
setInterval(() => {}, 60_000);
