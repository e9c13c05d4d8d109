import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { type Pace, sendNextPortion } from '#server/newsletters/send-newsletters.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { readSigningKey } from '#server/platform/database/signing-key.ts';
import { parseEnv } from '#server/platform/env.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { mailTransport } from '#server/platform/mail/mail-transport.ts';
import { sendNext } from '#server/platform/mail/mailer.ts';

/**
 * `node tests/trials/send-newsletter.ts`, a process of `--newsletters`: queues and sends what is due, and prints a dot for
 * each mail, until nothing is left. PACE is as JSON; CLOCK is when its clock began, which runs five times as fast, so that
 * what a killed process was sending is taken over after ten seconds.
 */
const env = parseEnv(process.env);
const pace: Pace = JSON.parse(process.env.PACE ?? '');
const began = Number(process.env.CLOCK);
const clock = () => new Date(began + (Date.now() - began) * 5);
const database = await openDatabase(env);
const services = {
  ...{ env, database, clock, log: pino({ level: env.logLevel }) },
  files: await openFiles(env),
  signingKey: await readSigningKey(database, clock()),
};
const transport = mailTransport(env);
const isOver = async () =>
  (await database.read
    .selectFrom('newsletters')
    .select('id')
    .where('nextAt', 'is not', null)
    .executeTakeFirst()) === undefined;

while (!(await isOver())) {
  await sendNextPortion(services, pace);
  if (!(await sendNext(services, transport))) await pause(50);
  else process.stdout.write('.');
}
await database.close();
