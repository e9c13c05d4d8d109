import { pino } from 'pino';
import { argonPasswords } from '#server/accounts/passwords.ts';
import { openCatalogue } from '#server/catalogue/feed.ts';
import { openSqlite } from '#server/database/sqlite.ts';
import { parseEnv } from '#server/env.ts';
import { openDiskStore } from '#server/files/disk.ts';
import { openStorageGauge } from '#server/files/storage-gauge.ts';
import { openGateway } from '#server/payments/open-gateway.ts';
import { startImports } from '#server/studio/imports/run-imports.ts';

/** The job that imports, over the data of another, in a process that can be killed: `import-process.ts DIRECTORY`. */
const [, , directory = ''] = process.argv;
const env = parseEnv({ DATA_DIR: directory, LOG_LEVEL: 'error', IMPORT_FROM_OWN_NETWORK: 'on' });
const log = pino({ level: env.logLevel });
const clock = () => new Date();
const database = await openSqlite(directory);
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
// The job alone wouldn't keep the process.
setInterval(() => {}, 60_000);
