import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pino } from 'pino';
import { createApp } from '#server/app.ts';
import { openCatalogue } from '#server/catalogue/feed.ts';
import { answerBytes } from '#server/catalogue/public-answers.ts';
import { readBuiltShop } from '#server/documents/built-shop.ts';
import { openGateway } from '#server/orders/payments/open-gateway.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { parseEnv } from '#server/platform/env.ts';
import { openDiskStore } from '#server/platform/files/disk.ts';
import { openStorageGauge } from '#server/platform/files/storage-gauge.ts';
import { openServer } from '#server/platform/http/open-server.ts';
import { createReadyAnswers } from '#server/platform/http/ready-answers.ts';
import { withRequestIds } from '#server/platform/http/request-id.ts';
import { argonPasswords } from '#server/platform/sign-in/passwords.ts';

/** The real app over the filled database of DATA_DIR and DATABASE_URL, in its own process: `shop-server.ts ANSWER_BYTES`. */
const [, , bytes = String(answerBytes)] = process.argv;
const { DATA_DIR, DATABASE_URL } = process.env;
const env = parseEnv({ DATA_DIR, DATABASE_URL, LOG_LEVEL: 'silent' });
const log = pino({ level: 'silent' });
const clock = () => new Date();
const database = await openDatabase(env);
const gateway = openGateway(env, clock, log);
const services = {
  env,
  log,
  clock,
  database,
  gateway,
  catalogue: await openCatalogue(database, gateway),
  files: await openDiskStore(env.dataDir),
  storage: await openStorageGauge(env.dataDir),
  passwords: argonPasswords(),
  signingKey: Buffer.alloc(32),
  shop: readBuiltShop('dist/shop'),
  studioApp: null,
  answerBytes: Number(bytes),
  limitFactor: 1_000_000,
};
const ready = createReadyAnswers(env, services.catalogue);
const app = createApp(services, undefined, ready);
// The longest timer delay since the last message, and the CPU time of the thread; ms.
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('message', () => {
  const { user, system } = process.threadCpuUsage();
  process.send?.({ lateMs: delay.max / 1e6, cpuMs: (user + system) / 1000 });
  delay.reset();
});
const { server } = openServer(withRequestIds(app, env), '127.0.0.1', ready);
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
