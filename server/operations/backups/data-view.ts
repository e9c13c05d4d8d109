import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import type { Backup, BackupRunView } from '#contract/studio/data.ts';
import { storedTexts } from '../../licences/stored-texts.ts';
import { countOf } from '../../platform/database/count-of.ts';
import type { Services } from '../../platform/services/services.ts';
import type { BackupRun } from '../../platform/settings/backup-run.ts';
import { readSetting } from '../../platform/settings/settings.ts';
import { always, entriesIn } from '../../reports/book-entries.ts';
import { bookedMonths, readBookSettings } from '../../reports/books.ts';
import { commissionMonths } from '../../reports/commissions.ts';
import { listBackups, type StoredBackup } from './backup-folder.ts';
import { lastBackup } from './backup-places.ts';
import { isGivenUp, isHeld } from './backup-run.ts';

export async function dataView(services: Services): Promise<StudioCallAnswer<'data'>> {
  const { env, clock } = services;
  const { read } = services.database;
  const files = await read
    .selectFrom('productFiles')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('bytes').as('bytes')])
    .where('sha256', 'is not', null)
    .executeTakeFirstOrThrow();
  const run = await readSetting(read, 'backupRun');
  const settings = await readBookSettings(read, env);
  const last = await lastBackup(services);
  return {
    tables: {
      designs: await countOf(read.selectFrom('products')),
      orders: await countOf(read.selectFrom('orders')),
      payments: await countOf(await entriesIn(read, { ...always, isTrial: settings.isTrial })),
      months: (await bookedMonths(read, settings)).length,
      commissions: (await commissionMonths(read, settings.timeZone)).length,
      customers: await countOf(read.selectFrom('accounts').where('deletedAt', 'is', null)),
      licences: (await storedTexts(read)).length,
    },
    files: { count: files.count, bytes: files.bytes ?? 0 },
    backups: (await listBackups(env.dataDir)).map(backupOf),
    machine: env.machine,
    newestElsewhere:
      last && last.machine !== env.machine ? { machine: last.machine, madeAt: last.madeAt } : null,
    run: runView(run.value, clock()),
  };
}

/** What the studio's first screen says of backups. */
export async function backupState(
  services: Services,
): Promise<StudioCallAnswer<'today'>['backup']> {
  const last = await lastBackup(services);
  const { value: run } = await readSetting(services.database.read, 'backupRun');
  return { lastAt: last?.madeAt ?? null, hasFailed: run?.state === 'failed' };
}

export function runView(run: BackupRun | null, now: Date): BackupRunView {
  if (run === null || run.state === 'done') return null;
  const { startedAt, doneBytes, totalBytes } = run;
  const seen = { startedAt, doneBytes, totalBytes };
  if (run.state === 'failed') {
    const retry = isGivenUp(run) ? ('night' as const) : ('hour' as const);
    return { ...seen, state: 'failed', problem: run.problem, retry };
  }
  // Another process will make one whose process was killed.
  const state = isHeld(run, now) ? 'running' : 'wanted';
  return { ...seen, state, problem: null, retry: null };
}

function backupOf({ name, kind, summary }: StoredBackup): Backup {
  const { madeAt, bytes, files, isUnlisted, rows } = summary;
  const { products: designs = 0, orders = 0, accounts = 0 } = rows;
  return { name, kind, madeAt, bytes, files, isUnlisted, designs, orders, accounts };
}
