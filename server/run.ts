import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { practiceAccounts, practicePassword } from '#contract/shop/practice-accounts.ts';
import { studioNotice } from '#demo/invite-demo-owner.ts';
import { progressLine } from '#demo/progress-line.ts';
import { startDemo } from '#demo/start-demo.ts';
import { startYearlyReminders } from './accounts/yearly-reminders.ts';
import { createApp } from './app.ts';
import { openCatalogue } from './catalogue/feed.ts';
import { followCatalogue } from './catalogue/follow-changes.ts';
import { answerBytes } from './catalogue/public-answers.ts';
import { startOpeningNews } from './commissions/announce-opening.ts';
import { startCommissionTimes } from './commissions/silence.ts';
import { startBulkChanges } from './designs/bulk/run-changes.ts';
import { startFileWork } from './designs/files/do-work.ts';
import { startRemakingPreviews } from './designs/files/remake-previews.ts';
import { startImports } from './designs/imports/run-imports.ts';
import { startPublishing } from './designs/plan-publication.ts';
import { readBuiltShop } from './documents/built-shop.ts';
import { startStoringAssets } from './documents/store-assets.ts';
import { startCardSigning } from './licences/cards/sign-missing-cards.ts';
import { startPriceDrops } from './lists/price-drops/notice-price-drops.ts';
import { startNewDesigns } from './lists/saved-searches/notice-new-designs.ts';
import { startReadingInbox } from './messages/read-inbox.ts';
import { startCartMails } from './news/cart-mails.ts';
import { startNewsletters } from './newsletters/send-newsletters.ts';
import { startBackups } from './operations/backups/start-backups.ts';
import { alertFailedMail, startFailedMailAlerts } from './operations/failed-mail-alert.ts';
import type { Metrics } from './operations/metrics.ts';
import { phoneLines } from './operations/phone-addresses.ts';
import { startRetention } from './operations/retention.ts';
import { settingWarnings } from './operations/setting-warnings.ts';
import { startRemovingUnfinished } from './operations/unfinished-files.ts';
import { watchStorage } from './operations/watch-storage.ts';
import { mailedPaper } from './orders/papers/mailed-paper.ts';
import { startCatchingUpCommissions } from './orders/payments/catch-up-commissions.ts';
import { openGateway } from './orders/payments/open-gateway.ts';
import { startReconciler } from './orders/payments/reconcile.ts';
import { startPaymentTries } from './orders/payments/try-payments.ts';
import { revokePracticeLicences } from './orders/practice-licences.ts';
import { cancelPracticeOrders } from './orders/practice-orders.ts';
import { startNumberingReceipts } from './orders/receipts/number-missing.ts';
import { startChecksums } from './platform/checksums/file-checksums.ts';
import { DatabaseProblem } from './platform/database/check-database.ts';
import { DatabaseUnavailable } from './platform/database/open.ts';
import { openDatabase } from './platform/database/open-database.ts';
import { readSigningKey } from './platform/database/signing-key.ts';
import { EnvError, parseEnv } from './platform/env.ts';
import { openFiles } from './platform/files/open-files.ts';
import { protectData, writePrivately } from './platform/files/private-data.ts';
import { openStorageGauge } from './platform/files/storage-gauge.ts';
import { openServer } from './platform/http/open-server.ts';
import { createReadyAnswers } from './platform/http/ready-answers.ts';
import { requestIdInLog, withRequestIds } from './platform/http/request-id.ts';
import { withProxyWarning } from './platform/http/untrusted-proxy.ts';
import { mailTransport } from './platform/mail/mail-transport.ts';
import { startMailer } from './platform/mail/mailer.ts';
import { startPusher } from './platform/push/pusher.ts';
import { argonPasswords } from './platform/sign-in/passwords.ts';
import { pushes, staffPushes } from './pushes.ts';
import { startYearsFigures } from './reports/years-figures.ts';
import { declinePracticeReviews } from './reviews/practice-reviews.ts';
import type { AppServices } from './services.ts';
import { startDigests } from './staff/notifications/send-digests.ts';

/** How long background jobs have to finish their current work; the rest is resumed at the next start. */
const finishMs = 25_000;
/** How long a proxy has to notice, by the health check, that it must send requests elsewhere. */
const noticeMs = 2500;
/** A server that hasn't stopped by then is killed. */
const shutdownMs = 30_000;
/** Between tries to open the port of the figures. */
const metricsMs = 5_000;
const notProtected =
  'these paths can’t be made private to the user who runs the shop: others may be able to read them, and the shop itself perhaps not';

try {
  await main();
} catch (error) {
  if (error instanceof EnvError) {
    process.stderr.write(`The settings can’t be used:\n${error.message}\n`);
  } else if (error instanceof DatabaseProblem || error instanceof DatabaseUnavailable) {
    process.stderr.write(`${error.message}\n`);
  } else {
    throw error;
  }
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const env = parseEnv(process.env);
  const log = pino({ level: env.logLevel, ...requestIdInLog });
  const clock = () => new Date();
  writePrivately();
  const open = protectData(env.dataDir);
  if (open.length > 0) log.warn({ paths: open }, notProtected);
  const files = await openFiles(env, (text) => process.stderr.write(`Warning: ${text}\n`));
  const metrics =
    env.metricsPort === null ? null : (await import('./operations/metrics.ts')).openMetrics();
  const opened = await openDatabase(env);
  const database = metrics ? metrics.timed(opened) : opened;
  const gateway = openGateway(env, clock, log);
  const { clientId, sdkUrl, isPractice } = gateway;
  const isApiOnly = process.argv.includes('--api-only');
  const services: AppServices = {
    env,
    log,
    clock,
    database,
    gateway,
    catalogue: await openCatalogue(database, { clientId, sdkUrl, isPractice }, env),
    files,
    storage: await openStorageGauge(env.dataDir),
    passwords: argonPasswords(),
    signingKey: await readSigningKey(database, clock()),
    shop: isApiOnly ? null : readBuiltShop('dist/shop'),
    studioApp: isApiOnly ? null : 'dist/studio',
    answerBytes,
    limitFactor: env.limitFactor,
  };
  await cancelPracticeOrders(services);
  await revokePracticeLicences(services);
  await declinePracticeReviews(services);
  let isStopping = false;
  metrics?.watch(services);
  const ready = createReadyAnswers(env, services.catalogue);
  const app = createApp(services, () => isStopping, ready);
  const assets = isApiOnly ? [] : [startStoringAssets(services, 'dist/shop', 'dist/studio')];
  const { server, drain } = openServer(
    withRequestIds(withProxyWarning(metrics?.counted(app) ?? app, services), env),
    env.host,
    metrics?.countedReady(ready) ?? ready,
  );
  const listening = once(server, 'listening');
  server.listen(env.port, env.host);
  server.on('listening', () => greet(services));

  const jobs = [
    followCatalogue(services),
    startMailer(
      services,
      mailTransport(env),
      (change, mail, failure) => alertFailedMail(change, env, mail, failure),
      (paperOf) => mailedPaper(services, paperOf),
    ),
    ...(env.mailInbox ? [startReadingInbox(services, env.mailInbox)] : []),
    startFailedMailAlerts(services),
    startDigests(services),
    startOpeningNews(services),
    startNewsletters(services),
    startCommissionTimes(services),
    startPriceDrops(services),
    startNewDesigns(services),
    startYearlyReminders(services),
    startCartMails(services),
    startPusher(services, pushes),
    startPusher(services, staffPushes),
    startReconciler(services),
    startPaymentTries(services),
    startCatchingUpCommissions(services),
    startNumberingReceipts(services),
    startRetention(services),
    startYearsFigures(services),
    startRemovingUnfinished(services),
    startFileWork(services),
    startChecksums(services),
    startRemakingPreviews(services),
    startCardSigning(services),
    startBackups(services),
    startImports(services),
    startBulkChanges(services),
    startPublishing(services),
    watchStorage(services),
    ...assets,
  ];
  let demo: { stop(): void } | null = null;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), shutdownMs).unref();
    demo?.stop();
    const jobsEnded = Promise.all(jobs.map((job) => job.stop()));
    if (env.trustedProxies.length > 0) await pause(noticeMs);
    await Promise.all([drain(), Promise.race([jobsEnded, pause(finishMs)])]);
    gateway.close();
    await database.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  await listening.catch((error: Error) => {
    process.stderr.write(`The shop can’t open port ${env.port}: ${error.message}\n`);
    process.exit(1);
  });
  if (metrics && env.metricsPort !== null) void serveMetrics(metrics, env.metricsPort, env.host);
  const running = await startDemo(services, progressLine(process.stdout));
  demo = running;
  if (isStopping) running.stop();
  await printDemoAccounts(services, running.studioLink);
}

/** Opens the port of the figures. During an update the earlier shop still has it, so tries until it is free. */
async function serveMetrics(metrics: Metrics, port: number, host: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await metrics.listen(port, host);
      return;
    } catch (error) {
      if (tries === 0) {
        const why = (error as Error).message;
        process.stderr.write(`The shop can’t open METRICS_PORT ${port} yet: ${why}\n`);
      }
    }
    await pause(metricsMs);
  }
}

/** Prints what somebody at the terminal needs to continue. */
function greet({ env, gateway }: AppServices): void {
  for (const { text } of settingWarnings(env)) process.stderr.write(`Warning: ${text}\n`);
  const lines = [`Pinwheel is running at ${env.publicUrl}`];
  if (gateway.isPractice) lines.push('Practice payments: no money moves.');
  lines.push(...phoneLines(env));
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Prints the demo studio's accounts, while they can sign in, and how to enter the studio, until somebody can. */
async function printDemoAccounts(
  { env, database }: AppServices,
  studioLink: string | null,
): Promise<void> {
  if (env.isProduction) return;
  const rows = await database.read
    .selectFrom('accounts')
    .select('email')
    .where('isDemo', '=', 1)
    .where('status', '!=', 'rejected')
    .execute();
  const there = practiceAccounts.filter((each) => rows.some(({ email }) => email === each.email));
  if (there.length === 0) return;
  const lines = there.map(({ email, note }) => `  ${email}  ${note}`);
  process.stdout.write(`Practice accounts (password: ${practicePassword}):\n${lines.join('\n')}\n`);
  process.stdout.write(await studioNotice(database.read, studioLink));
}
